// Whether another process is still there: certain where it can be seen, unknown where only its heartbeat can tell.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { identifyProcess, lifeOf } from "./process-identity.ts";

describe("a process", () => {
  it("is alive while it runs and gone when it was killed", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
      stdio: "ignore",
    });
    const identity = identifyProcess(child.pid!);
    expect(lifeOf(identity)).toBe(identity.processStart === null ? "unknown" : "alive");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(lifeOf(identity)).toBe("gone");
    expect(lifeOf(identifyProcess())).not.toBe("gone");
  });

  it("that started at another time under the same pid is gone", () => {
    const mine = identifyProcess();
    expect(lifeOf({ ...mine, processStart: "1" })).toBe(
      mine.processStart === null ? "unknown" : "gone",
    );
    expect(lifeOf({ ...mine, processStart: null })).toBe("unknown");
  });

  it("of another host, boot or container is unknown, even when its pid is free here", () => {
    const gone = { ...identifyProcess(2 ** 22 - 1) };
    expect(lifeOf(gone)).toBe("gone");
    expect(lifeOf({ ...gone, host: "worker-2" })).toBe("unknown");
    expect(lifeOf({ ...gone, machine: "another boot" })).toBe("unknown");
  });
});
