// Which groups of the conformance suite a source's capabilities switch off. Pure: the suite and the generated document
// both read it, so that the document cannot promise more than was tried.
import type { SourceCapabilities } from "../source.ts";
import type { Skip } from "./skip.ts";

export function skippedByCapability(capabilities: SourceCapabilities): Skip[] {
  const skips: Skip[] = [];
  const off = (has: boolean, test: string, reason: string) => {
    if (!has) skips.push({ test, reason });
  };
  off(capabilities.incremental, "reading: from a cursor", "the source has no incremental reads");
  off(
    capabilities.where,
    "reading: where",
    "the source does not take conditions; the engine filters",
  );
  off(
    capabilities.privacy,
    "values: privacy while decoding",
    "the engine runs privacy mappers before landing",
  );
  off(
    capabilities.oneSnapshot,
    "reading: one moment for all streams",
    "streams are read at different moments",
  );
  off(
    capabilities.ranges === true,
    "parts: a range",
    "the engine leaves out what lies outside a range",
  );
  off(
    capabilities.measures === true,
    "parts: counted",
    "the source cannot count without being read",
  );
  off(
    capabilities.digests === true,
    "parts: digests and picks",
    "rows are read and compared in the workbench",
  );
  off(capabilities.network, "faults", "the source uses no network");
  return skips;
}
