// To be wired.
import type { HandlerTable } from "../context.ts";

export const handlers: HandlerTable = {};
