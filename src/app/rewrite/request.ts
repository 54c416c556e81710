// What a person asks of a backfill, before it is looked at against source and table.
import type { OperationInput } from "../../api/operations.ts";

export type BackfillRequest = OperationInput<"backfill.plan">;
export type ReplayRequest = OperationInput<"replay.plan">;
