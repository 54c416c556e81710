// The workbench of a Postgres warehouse: a DuckDB file in a scratch folder of its own, gone when it is closed. What it holds
// has been through the privacy mappers. The folder of a process that was killed is removed by the next one.
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkbench, type DuckWorkbench } from "../../../connector/duck/workbench.ts";
import type { ConnectorContext } from "../../../connector/context.ts";
import type { Log } from "../../../kernel/log.ts";
import type { Bench } from "./bench-table.ts";

export type ScratchBench = Bench &
  AsyncDisposable & { readonly workbench: DuckWorkbench; readonly log: Log };

const prefix = "workbench-";

export async function openBench(
  ctx: ConnectorContext & {
    readonly memoryBytes: number;
    readonly threads: number;
    readonly columns?: number;
    readonly scratch?: string;
  },
): Promise<ScratchBench> {
  const root = ctx.scratch ?? join(tmpdir(), "revos-scratch");
  await mkdir(root, { recursive: true, mode: 0o700 });
  await removeOrphans(root);
  const scratch = await mkdtemp(join(root, `${prefix}${process.pid}-`));
  const workbench = await openWorkbench(join(scratch, "bench.duckdb"), {
    memoryBytes: ctx.memoryBytes,
    threads: ctx.threads,
    ...(ctx.columns === undefined ? {} : { columns: ctx.columns }),
    spillFolder: join(scratch, "spill"),
    isScratch: true,
  });
  return {
    workbench,
    scratch,
    signal: ctx.signal,
    log: ctx.log,
    async [Symbol.asyncDispose]() {
      await workbench[Symbol.asyncDispose]();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

async function removeOrphans(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const pid = Number(/^workbench-(\d+)-/.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid))
      await rm(join(root, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === "EPERM";
  }
}
