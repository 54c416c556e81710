// One read: plan it, run the statement, hand on segments as they are pulled, and leave the session as it was found.
import type { ReadContext } from "../../connector/context.ts";
import type { Segment } from "../../connector/segment.ts";
import { SegmentWriter } from "../../connector/segment-writer.ts";
import type { ReadRequest } from "../../connector/source.ts";
import { isAbort, throwIfAborted } from "../../kernel/abort.ts";
import { readError, streamLabel } from "./look.ts";
import { planRead, type ReadPlan } from "./read-plan.ts";
import type { ResultSink } from "./result-run.ts";
import { resultRows } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Moment, Snapshot } from "./snapshot.ts";

export async function* readStream(
  snapshot: Snapshot,
  request: ReadRequest,
  ctx: ReadContext,
): AsyncGenerator<Segment> {
  throwIfAborted(ctx.signal);
  const session = await snapshot.acquire(ctx.signal);
  try {
    yield* readSegments(session, request, await snapshot.moment(), ctx);
  } catch (error) {
    throw isAbort(error) || ctx.signal.aborted ? error : readError(error, request.stream);
  } finally {
    await snapshot.release(session);
  }
}

/** Rows into segments. The writer is made when the server has said how the columns travel. */
class ReadSink implements ResultSink {
  readonly #plan: ReadPlan;
  readonly #request: ReadRequest;
  writer: SegmentWriter | null = null;
  #rows: ReturnType<typeof resultRows> | null = null;

  constructor(plan: ReadPlan, request: ReadRequest) {
    this.#plan = plan;
    this.#request = request;
  }

  columns(definitions: Parameters<ResultSink["columns"]>[0]): void {
    const { columns, fields, filterFields } = this.#plan.toFields(definitions);
    this.writer = new SegmentWriter(columns, this.#request);
    this.#rows = resultRows({
      stream: streamLabel(this.#request.stream),
      fields,
      writer: this.writer,
      filter: this.#request.filter,
      filterFields,
    });
  }

  batch(bytes: Uint8Array, start: number, end: number): number {
    return this.#rows?.batch(bytes, start, end) ?? 0;
  }

  get isFull(): boolean {
    return this.writer?.isFull ?? false;
  }

  row(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#rows?.row(bytes, start, end) ?? true;
  }
}

async function* readSegments(
  session: Session,
  request: ReadRequest,
  moment: Moment,
  ctx: ReadContext,
): AsyncGenerator<Segment> {
  const plan = await planRead(session, request, moment);
  const sink = new ReadSink(plan, request);
  const statement = await session.prepareStatement(plan.sql);
  const run = session.execute(statement, sink);
  try {
    for (let state = ""; state !== "end";) {
      state = await run.next(ctx.signal);
      const { writer } = sink;
      if (writer === null || writer.isEmpty) continue;
      yield writer.take();
      writer.clear();
    }
  } finally {
    await run.close();
    session.closeStatement(statement);
  }
}
