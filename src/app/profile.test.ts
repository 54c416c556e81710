// A profile asks for a server: what happens when nobody knows it, nobody answers, or somebody does. Never work in the folder.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { silentLog } from "../kernel/log.ts";
import { openApp } from "./open.ts";

/** A server that answers anything, and its address; closed at the end. */
async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.end("ok"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await work(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function openWith(settings: string, profile: string, env = {}): Promise<unknown> {
  const dir = await mkdtemp(join(tmpdir(), "revos-profile-"));
  try {
    await writeFile(join(dir, "revos.yaml"), settings);
    await using app = await openApp({ projectDir: dir, profile, log: silentLog, env });
    return await app.call("auth.status", {});
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** An address at which nobody listens: a server had it a moment ago. */
async function deadAddress(): Promise<string> {
  let address = "";
  await withServer(async (url) => void (address = url));
  return address;
}

describe("a profile", () => {
  it("that nothing names cannot be reached, and the ones that are known are told", async () => {
    const settings = 'profiles: { production: { server: "https://revos.example.com" } }\n';
    await expect(openWith(settings, "dead")).rejects.toMatchObject({
      code: "server.unreachable",
      message: expect.stringContaining("known: embedded, production"),
      row: { exit: 11 },
    });
  });

  it("whose server does not answer is unreachable, however the server was named", async () => {
    const server = await deadAddress();
    const settings = `profiles: { production: { server: "${server}" } }\n`;
    const unreachable = {
      code: "server.unreachable",
      data: { profile: "production", server },
      row: { exit: 11 },
    };
    await expect(openWith(settings, "production")).rejects.toMatchObject(unreachable);
    await expect(openWith("", "production", { REVOS_SERVER: server })).rejects.toMatchObject(
      unreachable,
    );
  });

  it("whose server answers is not served yet, and nothing is done in the folder instead", async () => {
    await withServer(async (server) => {
      const settings = `profiles: { production: { server: "${server}/revos" } }\n`;
      await expect(openWith(settings, "production")).rejects.toMatchObject({
        code: "usage.not_available_yet",
        data: { server },
      });
    });
  });

  it("is not needed: without one the folder is worked in", async () => {
    expect(await openWith("", "embedded")).toMatchObject({ mode: "embedded" });
  });

  it("with an address that is none is refused by its key", async () => {
    await expect(
      openWith("profiles: { production: { server: nowhere } }\n", "embedded"),
    ).rejects.toMatchObject({
      code: "config.invalid",
      where: { path: "profiles.production.server" },
    });
    const withPassword =
      'profiles: { a: { server: "https://u:planted-secret@revos.example.com" } }';
    const refused = await openWith(withPassword, "embedded").catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "config.invalid" });
    expect(JSON.stringify([refused, (refused as Error).message])).not.toContain("planted-secret");
  });
});
