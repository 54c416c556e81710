// Groups "endings" and "faults": stopping leaves nothing behind, and a broken network is named for what it is.
import { expect } from "vitest";
import { isAbort } from "../../kernel/abort.ts";
import { toErrorDocument } from "../../kernel/error.ts";
import { errorCodes } from "../../kernel/errors/codes.ts";
import { openFaultProxy, type FaultProxy } from "./fault-proxy.ts";
import { readOpen, toRequest } from "./read-stream.ts";
import {
  expectSameRows,
  inNamespace,
  makeStream,
  numberedColumns,
  numberedRows,
  openSource,
} from "./suite-tools.ts";
import type { SourceSuite } from "./test-source.ts";

const boundMs = 5000;
const sockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => /TCPSocketWrap|PipeWrap/.test(name)).length;

export function testEndings(suite: SourceSuite): void {
  const { test } = suite;

  test("endings", "an abort stops a read within a bound", async () => {
    const name = await makeStream(suite, numberedColumns, numberedRows(2000), ["id"]);
    await using opened = await openSource(suite);
    const { streams } = await opened.open.discover({ search: name });
    const stream = streams.find(
      (one) => one.name === name && one.namespace === inNamespace(suite).namespace,
    )!;
    const ctx = { signal: opened.stop.signal, log: nothing, workbench: suite.bench() };
    let segments = 0;
    const startedAt = performance.now();
    const read = async () => {
      for await (const _ of opened.open.read(toRequest(stream, { segmentRows: 10 }), ctx)) {
        segments++;
        opened.stop.abort();
      }
    };
    const outcome = await read().then(
      () => null,
      (error: unknown) => error,
    );
    expect(performance.now() - startedAt).toBeLessThan(boundMs);
    // A source that handed out everything in one go had nothing left to stop.
    if (segments > 1 || outcome)
      expect(isAbort(outcome) || toErrorDocument(outcome).code === "run.stopped").toBe(true);
  });

  test(
    "endings",
    "an iteration that is left early, and closing, leave no connection behind",
    async () => {
      const name = await makeStream(suite, numberedColumns, numberedRows(2000), ["id"]);
      const before = sockets();
      {
        await using opened = await openSource(suite);
        const { streams } = await opened.open.discover({ search: name });
        const stream = streams.find(
          (one) => one.name === name && one.namespace === inNamespace(suite).namespace,
        )!;
        const ctx = { signal: opened.stop.signal, log: nothing, workbench: suite.bench() };
        for await (const _ of opened.open.read(toRequest(stream, { segmentRows: 10 }), ctx)) break;
        expectSameRows(
          (await readOpen(opened.open, suite.bench(), { name, ...inNamespace(suite) })).good,
          numberedRows(2000),
        );
      }
      const deadline = performance.now() + boundMs;
      while (sockets() > before && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(sockets()).toBeLessThanOrEqual(before);
    },
  );

  test("endings", "closing twice is fine", async () => {
    const opened = await openSource(suite);
    await opened.open[Symbol.asyncDispose]();
    await opened.open[Symbol.asyncDispose]();
  });
}

export function testFaults(suite: SourceSuite): void {
  const { definition, test, world } = suite;
  if (!definition.capabilities.network) {
    test("faults", "refuse, cut, stall, half-open", async () => {});
    return;
  }
  /** Opens through a proxy, lets `spoil` do its work, and gives the code of what then fails. */
  const codeOf = async (
    work: (proxy: FaultProxy, open: Awaited<ReturnType<typeof openSource>>) => Promise<unknown>,
  ): Promise<string> => {
    const { network } = world();
    expect(network).toBeDefined();
    await using proxy = await openFaultProxy(network!.target);
    const opened = await openSource(suite, network!.through(proxy));
    try {
      await work(proxy, opened);
      return "no error";
    } catch (error) {
      return isAbort(error) ? "aborted" : toErrorDocument(error).code;
    } finally {
      await Promise.race([
        opened.open[Symbol.asyncDispose](),
        new Promise((resolve) => setTimeout(resolve, boundMs)),
      ]);
    }
  };
  const retryable = (code: string): void =>
    expect([code, errorCodes[code as keyof typeof errorCodes]?.retry]).toEqual([code, "auto"]);

  test("faults", "a refused connection", async () => {
    retryable(
      await codeOf(async (proxy, { open }) => {
        await proxy.setMode("refuse");
        await open.discover();
      }),
    );
  });

  test("faults", "a connection cut while reading", async () => {
    const name = await makeStream(
      suite,
      { id: "int64", v: "text" },
      Array.from({ length: 3000 }, (_, i) => ({ id: String(i), v: "x".repeat(500) })),
      ["id"],
    );
    retryable(
      await codeOf(async (proxy, { open }) => {
        const { streams } = await open.discover({ search: name });
        const stream = streams.find(
          (one) => one.name === name && one.namespace === inNamespace(suite).namespace,
        )!;
        proxy.cutAfter(300_000);
        const ctx = {
          signal: new AbortController().signal,
          log: nothing,
          workbench: suite.bench(),
        };
        for await (const _ of open.read(toRequest(stream, { segmentRows: 100 }), ctx)) continue;
      }),
    );
  });

  test("faults", "a stalled server can be left", async () => {
    const name = await makeStream(
      suite,
      { id: "int64", v: "text" },
      Array.from({ length: 3000 }, (_, i) => ({ id: String(i), v: "x".repeat(500) })),
      ["id"],
    );
    const startedAt = performance.now();
    const code = await codeOf(async (proxy, { open, stop }) => {
      const { streams } = await open.discover({ search: name });
      const stream = streams.find(
        (one) => one.name === name && one.namespace === inNamespace(suite).namespace,
      )!;
      await proxy.setMode("stall");
      setTimeout(() => stop.abort(), 500);
      for await (const _ of open.read(toRequest(stream, { segmentRows: 100 }), {
        signal: stop.signal,
        log: nothing,
        workbench: suite.bench(),
      }))
        continue;
    });
    expect(["aborted", "run.stopped"]).toContain(code);
    expect(performance.now() - startedAt).toBeLessThan(boundMs * 2);
  });

  test("faults", "a half-open connection ends by itself or can be left", async () => {
    const code = await codeOf(async (proxy, { open, stop }) => {
      await proxy.setMode("half_open");
      setTimeout(() => stop.abort(), 1500);
      await open.discover();
    });
    expect(["aborted", "run.stopped", "source.timeout", "source.unreachable"]).toContain(code);
  });
}

const nothing = { debug() {}, info() {}, warn() {}, error() {}, with: () => nothing };
