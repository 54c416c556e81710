// What the processes of `processes.test.ts` run: one job on a store that other processes use at the same time.
import { rmSync, writeFileSync, writeSync } from "node:fs";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { openStore, type StorePlace } from "../store.ts";

const [job = "", placeText = "", extra = ""] = process.argv.slice(2);
const place = JSON.parse(placeText) as StorePlace;

/** On its way before the next step: what was said is what a parent may rely on after a kill. */
function say(word: string): void {
  writeSync(1, `${word}\n`);
}

await using store = await openStore(place, {
  key: new Uint8Array(32).fill(7),
  clock: systemClock,
  log: silentLog,
  busyTimeoutMs: 30_000,
});

if (job === "open") {
  say("opened");
} else if (job === "ordinals") {
  for (let turn = 0; turn < Number(extra); turn++) say(String(await store.meta.nextRunOrdinal()));
} else if (job === "leases") {
  // The witness is a file that can be made only once: two holders at one time would meet there.
  for (let held = 0; held < 12;) {
    const answer = await store.leases.acquire({ name: "shared", holder: `p${process.pid}` });
    if (!answer.ok) continue;
    held++;
    writeFileSync(extra, "", { flag: "wx" });
    rmSync(extra);
    say(answer.lease.token);
    await store.leases.release(answer.lease);
  }
} else if (job === "write") {
  const source = await store.sources.create({
    name: `s${process.pid}`,
    kind: "postgres",
    config: { password: "planted" },
    secrets: ["password"],
  });
  say(source.id);
  for (;;) {
    say(
      await store.audit.append({
        actor: "test",
        action: "write",
        object: { kind: "Source", id: source.id },
      }),
    );
    say(String(await store.meta.nextRunOrdinal()));
  }
} else if (job === "hold") {
  const answer = await store.leases.acquire({ name: extra, holder: "run_holder" });
  say(answer.ok ? "held" : "refused");
  if (answer.ok) setInterval(() => {}, 1000);
} else if (job === "modules") {
  await store.sources.list();
  const { createRequire } = await import("node:module");
  say(Object.keys(createRequire(import.meta.url).cache).join(" "));
}
