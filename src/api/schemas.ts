// Documents whose types are written by hand elsewhere, as schemas for `revos schema`: plan, result of apply, error.
import { z } from "zod";

const plain = z.record(z.string(), z.unknown());

export const Finding = z.object({
  code: z.string(),
  severity: z.enum(["error", "warning"]),
  path: z.string(),
  message: z.string(),
  advice: z.string(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
});

const Effect = z.object({ code: z.string(), text: z.string(), data: plain.optional() });

export const Plan = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Plan"),
  id: z.string(),
  ok: z.boolean(),
  compared: z.object({ connections: z.number().int(), streams: z.number().int() }),
  items: z.array(
    z.object({
      action: z.enum(["create", "update", "delete", "drift", "adopt"]),
      kind: z.literal("Connection"),
      name: z.string(),
      label: z.string(),
      id: z.string().optional(),
      file: z.string().nullable(),
      changes: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
      effects: z.array(Effect),
    }),
  ),
  unchanged: z.number().int(),
  reread: z.object({ streams: z.number().int(), rows: z.number().nullable() }).optional(),
  consent: z.enum(["none", "yes", "typed"]),
  confirm: z.string().optional(),
  findings: z.array(Finding.extend({ file: z.string() })),
  warnings: z.array(plain),
});

export const ErrorDocument = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Error"),
  code: z.string().regex(/^[a-z_]+\.[a-z_0-9]+$/),
  title: z.string(),
  message: z.string(),
  advice: z.string(),
  retry: z.enum(["auto", "manual", "never"]),
  blame: z.enum(["you", "source", "destination", "revos"]),
  exit: z.number().int(),
  where: plain.nullable(),
  data: plain.optional(),
});

export const ApplyResult = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("ApplyResult"),
  ok: z.boolean(),
  exit: z.number().int(),
  changed: z.boolean(),
  plan: z.string(),
  profile: z.string(),
  startedAt: z.string(),
  durationMs: z.number().int(),
  items: z.array(
    z.object({
      action: z.string(),
      kind: z.string(),
      name: z.string(),
      id: z.string(),
      status: z.enum(["ok", "failed"]),
      effects: z.array(plain),
      error: ErrorDocument.optional(),
    }),
  ),
  filesWritten: z.array(z.string()),
  warnings: z.array(plain),
  next: z.array(z.object({ command: z.string(), why: z.string() })),
});
