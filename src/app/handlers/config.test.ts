// A new key for the secrets at rest: all of them move, the old key opens nothing afterwards, and the change is on record.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../kernel/log.ts";
import { openStore } from "../../store/store.ts";
import { systemClock } from "../../kernel/clock.ts";
import { openApp } from "../open.ts";

const first = "1".repeat(64);
const second = "2".repeat(64);
const password = "planted-secret-91";
const config = { host: "db.example", database: "shop", user: "reader", password };

async function openFolder() {
  const dir = await mkdtemp(join(tmpdir(), "revos-config-"));
  return {
    dir,
    open: (env: Record<string, string>) =>
      openApp({ projectDir: dir, profile: "embedded", log: silentLog, env }),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}

describe("config rotate-key", () => {
  it("seals every secret with the new key, once, and writes it down without a key", async () => {
    await using folder = await openFolder();
    {
      await using app = await folder.open({ REVOS_KEY: first });
      await app.call("sources.create", {
        connector: "postgres",
        name: "shop",
        config,
        skipTest: true,
      });
    }
    {
      await using app = await folder.open({ REVOS_KEY: second });
      await expect(app.call("config.rotateKey", {})).rejects.toMatchObject({
        code: "store.key_missing",
      });
    }
    await using app = await folder.open({ REVOS_KEY: second, REVOS_OLD_KEY: first });
    expect(await app.call("config.rotateKey", {})).toMatchObject({
      changed: true,
      sealed: 1,
      already: 0,
    });
    expect(await app.call("config.rotateKey", {})).toMatchObject({
      changed: false,
      sealed: 0,
      already: 1,
    });
    const path = join(folder.dir, ".revos", "store.db");
    const open = (key: string) =>
      openStore(
        { kind: "sqlite", path },
        { key: new Uint8Array(Buffer.from(key, "hex")), clock: systemClock, log: silentLog },
      );
    await using store = await open(second);
    const [source] = await store.sources.list({});
    expect((await store.sources.find(source?.id ?? ""))?.config.password).toBe(password);
    const [record] = await store.audit.list({ action: "config.rotateKey" });
    expect(record).toMatchObject({ evidence: { sealed: 1 } });
    expect(JSON.stringify(record)).not.toMatch(/1{64}|2{64}/);
    await using before = await open(first);
    await expect(before.sources.find(source?.id ?? "")).rejects.toMatchObject({
      code: "store.key_missing",
    });
  });

  it("says which key is missing when the old one is another", async () => {
    await using folder = await openFolder();
    {
      await using app = await folder.open({ REVOS_KEY: first });
      await app.call("sources.create", {
        connector: "postgres",
        name: "shop",
        config,
        skipTest: true,
      });
    }
    await using app = await folder.open({ REVOS_KEY: second, REVOS_OLD_KEY: "3".repeat(64) });
    await expect(app.call("config.rotateKey", {})).rejects.toMatchObject({
      code: "store.key_missing",
    });
  });
});
