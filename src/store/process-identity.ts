// Which process is this, and is that other one still there? A pid alone does not say: pids are used again, and mean
// nothing on another machine or in another container.
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

export type ProcessIdentity = {
  readonly pid: number;
  readonly host: string;
  /** Boot and pid namespace: pids can be compared only where this is the same. */
  readonly machine: string;
  /** The system's own word for when the process started; null where it cannot be had. */
  readonly processStart: string | null;
};

/** alive and gone are certain; unknown means that only the heartbeat can tell. */
export type Life = "alive" | "gone" | "unknown";

export function identifyProcess(pid: number = process.pid): ProcessIdentity {
  return { pid, host: hostname(), machine: readMachine(), processStart: readProcessStart(pid) };
}

export function lifeOf(other: ProcessIdentity): Life {
  if (other.host !== hostname() || other.machine !== readMachine()) return "unknown";
  if (!isThere(other.pid)) return "gone";
  const start = readProcessStart(other.pid);
  if (start === null || other.processStart === null) return "unknown";
  return start === other.processStart ? "alive" : "gone";
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

let machine: string | undefined;

function readMachine(): string {
  machine ??= `${tryRead(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim())}/${tryRead(() => readlinkSync("/proc/self/ns/pid"))}`;
  return machine;
}

/** Field 22 of /proc/<pid>/stat, counted after the command, which may hold spaces. A zombie counts as gone. */
function readProcessStart(pid: number): string | null {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return "ended";
  return fields[19] ?? null;
}

function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
