// The key file: made once for its owner, refused when it is not safe.
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openKeyFile, parseKeyText } from "./key-file.ts";

async function inFolders(
  work: (at: { home: string; project: string }) => Promise<void>,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), "revos-key-"));
  try {
    const at = { home: join(root, "home"), project: join(root, "project") };
    await mkdir(at.home);
    await mkdir(at.project);
    await work(at);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

describe("the key file", () => {
  it("is made with 32 random bytes for its owner only, and is the same ever after", async () => {
    await inFolders(async ({ home, project }) => {
      const path = join(home, ".config", "revos", "key");
      const made = await Promise.all(Array.from({ length: 8 }, () => openKeyFile(path, project)));
      expect(made[0]).toHaveLength(32);
      for (const key of made) expect(key).toEqual(made[0]);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(join(home, ".config", "revos"))).mode & 0o777).toBe(0o700);
      expect(await readdir(join(home, ".config", "revos")), "nothing is left beside it").toEqual([
        "key",
      ]);
      const other = await openKeyFile(join(home, "other"), project);
      expect(other).not.toEqual(made[0]);
    });
  });

  it("is refused when others may read it", async () => {
    await inFolders(async ({ home, project }) => {
      const path = join(home, "key");
      await openKeyFile(path, project);
      await chmod(path, 0o640);
      await expect(openKeyFile(path, project)).rejects.toMatchObject({
        code: "store.key_unsafe",
        advice: `chmod 600 ${path}`,
      });
    });
  });

  it("is refused inside the project, also through a link, and is not made there", async () => {
    await inFolders(async ({ home, project }) => {
      await expect(openKeyFile(join(project, "key"), project)).rejects.toMatchObject({
        code: "store.key_unsafe",
      });
      await expect(
        openKeyFile(join(project, ".revos", "deep", "key"), project),
      ).rejects.toMatchObject({ code: "store.key_unsafe" });
      await symlink(project, join(home, "config"));
      await expect(
        openKeyFile(join(home, "config", "revos", "key"), project),
      ).rejects.toMatchObject({ code: "store.key_unsafe" });
      expect(await readdir(project)).toEqual([]);
      await mkdir(`${project}-2`);
      await expect(
        openKeyFile(join(`${project}-2`, "key"), project),
        "a neighbour is not inside",
      ).resolves.toHaveLength(32);
    });
  });

  it("that is empty is not replaced, and a folder without rights is told", async () => {
    await inFolders(async ({ home, project }) => {
      await writeFile(join(home, "key"), "", { mode: 0o600 });
      await expect(openKeyFile(join(home, "key"), project)).rejects.toMatchObject({
        code: "store.key_missing",
      });
      expect(await readFile(join(home, "key"), "utf8")).toBe("");
      await writeFile(join(home, "file"), "");
      await expect(openKeyFile(join(home, "file", "key"), project)).rejects.toMatchObject({
        code: "store.key_missing",
      });
    });
  });
});

describe("a key as text", () => {
  it("is taken as it is in hex and base64, and stretched otherwise", () => {
    const bytes = new Uint8Array(32).map((_, index) => index * 7);
    expect(parseKeyText(Buffer.from(bytes).toString("hex")).key).toEqual(bytes);
    expect(parseKeyText(` ${Buffer.from(bytes).toString("base64")}\n`).key).toEqual(bytes);
    expect(parseKeyText(Buffer.from(bytes).toString("base64url")).key).toEqual(bytes);
    const phrase = parseKeyText("correct horse battery staple");
    expect(phrase).toMatchObject({ weak: false });
    expect(Buffer.from(phrase.key).toString("hex")).toMatchInlineSnapshot(
      `"d5652fe14113735c70e7e1adcb356af08a2a479899eeda02c111dd5363e308ad"`,
    );
    expect(parseKeyText("short").weak).toBe(true);
    expect(() => parseKeyText("  ")).toThrow(
      expect.objectContaining({ code: "store.key_missing" }),
    );
  });
});
