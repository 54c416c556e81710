// What discovery prints for a stream: the frozen shape of seed 003 §フェーズ 2, interface.md §2.
// The key `streamnamespace` is spelled as the seed prints it, and is absent where the source has no namespaces.
import { z } from "zod";

/** A field path: `["meta", "modified_at"]` names a nested field, `["id"]` a column. */
export const FieldPath = z.array(z.string());
export type FieldPath = z.infer<typeof FieldPath>;

export const DiscoveredStream = z.object({
  streamName: z.string(),
  streamnamespace: z.string().optional(),
  syncModes: z.array(z.string()),
  defaultCursorField: FieldPath,
  sourceDefinedCursorField: z.boolean().optional().default(false),
  sourceDefinedPrimaryKey: z.array(FieldPath),
  propertyFields: z.array(FieldPath),
});
export type DiscoveredStream = z.infer<typeof DiscoveredStream>;

export const Discovery = z.array(DiscoveredStream);
export type Discovery = z.infer<typeof Discovery>;
