// One read: plan it, run the COPY, hand on segments as they are pulled, and leave the session as it was found.
import type { ReadContext } from "../../connector/context.ts";
import type { Segment } from "../../connector/segment.ts";
import { SegmentWriter } from "../../connector/segment-writer.ts";
import type { ReadRequest } from "../../connector/source.ts";
import { isAbort, throwIfAborted } from "../../kernel/abort.ts";
import { readError, streamLabel } from "./look.ts";
import { planRead } from "./read-plan.ts";
import { copyRows } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Snapshot } from "./snapshot.ts";

export async function* readStream(
  snapshot: Snapshot,
  request: ReadRequest,
  ctx: ReadContext,
): AsyncGenerator<Segment> {
  throwIfAborted(ctx.signal);
  const session = await snapshot.acquire(ctx.signal);
  let isDone = false;
  try {
    yield* copySegments(session, request, ctx);
    isDone = true;
  } catch (error) {
    throw isAbort(error) || ctx.signal.aborted ? error : readError(error, request.stream);
  } finally {
    await snapshot.release(session, isDone);
  }
}

async function* copySegments(
  session: Session,
  request: ReadRequest,
  ctx: ReadContext,
): AsyncGenerator<Segment> {
  const plan = await planRead(session, request);
  const writer = new SegmentWriter(plan.columns, request);
  const rows = copyRows({
    stream: streamLabel(request.stream),
    fields: plan.fields,
    writer,
    filter: request.filter,
    filterFields: plan.filterFields,
  });
  const copy = session.copy(plan.sql, rows);
  try {
    for (let state = ""; state !== "end";) {
      state = await copy.next(ctx.signal);
      if (writer.isEmpty) continue;
      yield writer.take();
      writer.clear();
    }
  } finally {
    await copy.close();
  }
}
