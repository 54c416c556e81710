// Reads the warehouse with SQL: read-only, and shut off from files and the network. interface.md §2.
import { issueWords } from "../../connect/text/issue-words.ts";
import { resolve } from "node:path";
import type { DuckDBInstance } from "@duckdb/node-api";
import type { QueryAnswer } from "../../connector/destination.ts";
import { RevosError } from "../../kernel/error.ts";
import { shortWork } from "../../kernel/memory-budget.ts";
import type { AppContext, HandlerTable } from "../context.ts";
import { findDestination } from "../destinations.ts";
import { toCell } from "../query-cells.ts";
import { resolveText } from "../env-refs.ts";
import type { PlacedDestination } from "../places.ts";
import { kindOfUri, loadDestination, schemeOf } from "../registry.ts";

export const handlers: HandlerTable = {
  query: async (ctx, { sql, destination, limit }, { signal }) => {
    const asked = await warehouseOf(ctx, destination);
    if ("answer" in asked) {
      const answer = await asked.answer({ sql, limit }, signal ?? new AbortController().signal);
      return { columns: [...answer.columns], rows: answer.rows.map((row) => [...row]) };
    }
    const { path } = asked;
    const instance = await openReadOnly(path);
    const connection = await instance.connect();
    const interrupt = () => connection.interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });
    try {
      // Settings that fail inside create() on some builds are set here, then locked.
      await connection.run("set enable_external_access = false");
      await connection.run("set timezone = 'UTC'");
      await connection.run("set lock_configuration = true");
      // DuckDB refuses an empty text with words of its own, which say nothing.
      const count = /^[\s;]*$/.test(sql) ? 0 : (await connection.extractStatements(sql)).count;
      if (count !== 1)
        throw new RevosError(
          "query.failed",
          count === 0
            ? "There is no statement to run."
            : `One statement at a time: there are ${count}. Nothing was read.`,
        );
      const reader =
        limit === undefined
          ? await connection.runAndReadAll(sql)
          : await connection.runAndReadUntil(sql, limit);
      const types = reader.columnTypes();
      const columns = reader
        .columnNames()
        .map((name, index) => ({ name, type: String(types[index]) }));
      const rows = reader
        .getRowsJson()
        .slice(0, limit)
        .map((row) => row.map((cell, index) => toCell(cell, types[index])));
      return { columns, rows };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (cause instanceof RevosError) throw cause;
      const said = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : "";
      throw new RevosError("query.failed", `The warehouse refused the query: ${said}`, { cause });
    } finally {
      signal?.removeEventListener("abort", interrupt);
      connection.closeSync();
      instance.closeSync();
    }
  },
};

type Asked =
  | { readonly path: string }
  | {
      readonly answer: (
        query: { readonly sql: string; readonly limit?: number | undefined },
        signal: AbortSignal,
      ) => Promise<QueryAnswer>;
    };

/** A DuckDB file to be opened here, or a server that answers by itself. `name`: of a destination, or a URI. */
async function warehouseOf(ctx: AppContext, name: string | undefined): Promise<Asked> {
  if (name?.startsWith("duckdb:")) return { path: resolve(name.slice("duckdb:".length)) };
  const destination =
    name !== undefined && schemeOf(name) !== null
      ? await fromUri(ctx, name)
      : await findDestination(ctx, name);
  const path = (destination.config as { path?: unknown }).path;
  if (destination.kind === "duckdb" && typeof path === "string") return { path };
  const definition = await loadDestination(destination.kind);
  const { query } = definition;
  if (!query)
    throw new RevosError("usage.bad_value", `revos query cannot read ${destination.kind}.`, {
      advice: "Use that system's own client.",
    });
  const config = definition.config.parse(destination.config);
  return { answer: (asked, signal) => query(config, { signal, log: ctx.log }, asked) };
}

async function fromUri(ctx: AppContext, uri: string): Promise<PlacedDestination> {
  const whole = resolveText(uri, ctx.env, "--destination");
  const kind = kindOfUri(whole, "destination");
  const definition = await loadDestination(kind);
  const parsed = definition.config.safeParse(definition.fromUri?.(whole, ctx.env) ?? {});
  if (parsed.success) return { kind, config: parsed.data };
  throw new RevosError(
    "usage.bad_value",
    `The destination URI is not valid: ${parsed.error.issues.map((issue) => issueWords(issue, definition.config)).join("; ")}.`,
  );
}

async function openReadOnly(path: string): Promise<DuckDBInstance> {
  const { existsSync } = await import("node:fs");
  if (!existsSync(path)) {
    throw new RevosError(
      "file.not_found",
      `There is no warehouse at ${path} yet. Nothing was read.`,
      { advice: "revos sync <connection> makes it.", where: { file: path } },
    );
  }
  const { DuckDBInstance } = await import("../../connector/duck/driver.ts");
  try {
    return await DuckDBInstance.create(path, {
      access_mode: "READ_ONLY",
      threads: String(shortWork.query.threads),
      memory_limit: `${Math.floor(shortWork.query.memoryBytes / 1024 / 1024)}MiB`,
    });
  } catch (cause) {
    const code = (await loadDestination("duckdb")).classify(cause) ?? "destination.unknown";
    const pid = /PID (\d+)/.exec(cause instanceof Error ? cause.message : "")?.[1];
    const why =
      code === "destination.not_duckdb"
        ? `${path} is no DuckDB file`
        : `Could not open ${path} for reading${pid ? `: process ${pid} holds it` : ""}`;
    throw new RevosError(code, `${why}. Nothing was read.`, {
      cause,
      data: { path, ...(pid ? { pid: Number(pid) } : {}) },
    });
  }
}
