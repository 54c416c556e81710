// What apply would do: files against what was applied. The offline form compares one file with files only.
import { diffOffline } from "../../connect/offline.ts";
import type { HandlerTable } from "../context.ts";

export const handlers: HandlerTable = {
  "diff.offline": async (_, input) => diffOffline(input),
};
