// The registry: writes connectors/index.gen.ts and docs/reference/connectors.md from the folders of src/connectors, so
// that a new connector is one folder and no edit elsewhere. style.md §3.8.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { DestinationDefinition } from "../src/connector/destination.ts";
import type { SourceDefinition } from "../src/connector/source.ts";
import type { TypeRule } from "../src/connector/type-rules.ts";
import { skippedByCapability } from "../src/connector/testing/groups.ts";
import type { Skip } from "../src/connector/testing/skip.ts";
import { scalarKinds, formatType, type CanonicalType } from "../src/model/types.ts";

type Tools = {
  readonly root: string;
  readonly importTs: (path: string) => Promise<Record<string, unknown>>;
};
type Found = {
  readonly kind: string;
  readonly source: { readonly exportName: string; readonly definition: SourceDefinition } | null;
  readonly destination: {
    readonly exportName: string;
    readonly definition: DestinationDefinition;
  } | null;
  readonly skips: readonly Skip[];
  /** What `type-rules.ts` of the connector's folder exports; empty where types are judged from values. */
  readonly typeRules: readonly TypeRule[];
};

export async function generate(tools: Tools): Promise<{ path: string; text: string }[]> {
  const folder = join(tools.root, "src", "connectors");
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const found: Found[] = [];
  for (const name of names) {
    const source = await load<SourceDefinition>(tools, name, "source");
    const destination = await load<DestinationDefinition>(tools, name, "destination");
    const skips = await loadList<Skip>(tools, name, "skips.ts", "skips");
    const typeRules = await loadList<TypeRule>(tools, name, "type-rules.ts", "typeRules");
    if (source || destination) found.push({ kind: name, source, destination, skips, typeRules });
  }
  return [
    { path: "src/connectors/index.gen.ts", text: indexText(found) },
    { path: "docs/reference/connectors.md", text: documentText(found) },
  ];
}

/** A list that a connector's file exports; empty where the folder has no such file. */
async function loadList<Item>(
  tools: Tools,
  name: string,
  file: string,
  exportName: string,
): Promise<readonly Item[]> {
  const path = `src/connectors/${name}/${file}`;
  if (!existsSync(join(tools.root, path))) return [];
  return (await tools.importTs(path))[exportName] as readonly Item[];
}

/** The one exported definition of a connector's file; null when the folder has no such file. */
async function load<Definition extends { kind: string }>(
  tools: Tools,
  name: string,
  role: "source" | "destination",
) {
  const path = `src/connectors/${name}/${role}.ts`;
  if (!existsSync(join(tools.root, path))) return null;
  const exported = Object.entries(await tools.importTs(path)).filter(
    ([, value]) =>
      typeof value === "object" &&
      value !== null &&
      "kind" in value &&
      "open" in value &&
      "config" in value,
  );
  const [only] = exported;
  if (exported.length !== 1 || !only)
    throw new TypeError(
      `${path} must export exactly one definition, it exports ${exported.length}.`,
    );
  const definition = only[1] as Definition;
  if (definition.kind !== name)
    throw new TypeError(
      `${path} has the kind ${definition.kind}; it must equal the folder's name.`,
    );
  return { exportName: only[0], definition };
}

function indexText(found: readonly Found[]): string {
  const entries = found.map(({ kind, source, destination }) => {
    const facts = {
      kind,
      title: (source ?? destination)?.definition.title,
      forTests: source?.definition.forTests === true,
      schemes: {
        source: source?.definition.schemes ?? [],
        destination: destination?.definition.schemes ?? [],
      },
      secrets: {
        source: source?.definition.secrets ?? [],
        destination: destination?.definition.secrets ?? [],
      },
      dependencies: [
        ...new Set([
          ...(source?.definition.dependencies ?? []),
          ...(destination?.definition.dependencies ?? []),
        ]),
      ],
      sourceCapabilities: source?.definition.capabilities ?? null,
      destinationCapabilities: destination?.definition.capabilities ?? null,
    };
    const lines = Object.entries(facts).map(
      ([key, value]) => `    ${key}: ${JSON.stringify(value)},`,
    );
    const late = (role: "source" | "destination", exportName: string) =>
      `    ${role}: async () => (await import("./${kind}/${role}.ts")).${exportName} as ${role === "source" ? "SourceDefinition" : "DestinationDefinition"},`;
    if (source) lines.push(late("source", source.exportName));
    if (destination) lines.push(late("destination", destination.exportName));
    return `  {\n${lines.join("\n")}\n  },`;
  });
  return `// Generated by scripts/gen-connectors.ts from the folders beside it; do not edit: npm run gen. What exists, with the facts
// that planning and lists need; the connector itself is imported when it is used.
import type { DestinationCapabilities, DestinationDefinition } from "../connector/destination.ts";
import type { SourceCapabilities, SourceDefinition } from "../connector/source.ts";

export type ConnectorEntry = {
  readonly kind: string;
  readonly title: string;
  /** For tests only: left out of the lists people see. */
  readonly forTests: boolean;
  readonly schemes: { readonly source: readonly string[]; readonly destination: readonly string[] };
  /** Paths of config keys that hold secrets. */
  readonly secrets: { readonly source: readonly string[]; readonly destination: readonly string[] };
  readonly dependencies: readonly string[];
  readonly sourceCapabilities: SourceCapabilities | null;
  readonly destinationCapabilities: DestinationCapabilities | null;
  readonly source?: () => Promise<SourceDefinition>;
  readonly destination?: () => Promise<DestinationDefinition>;
};

export const connectorIndex: readonly ConnectorEntry[] = [
${entries.join("\n")}
];
`;
}

const yes = (value: unknown): string =>
  value === true ? "yes" : value === false || value === undefined ? "no" : String(value);

function documentText(found: readonly Found[]): string {
  const shown = found.filter(({ source }) => source?.definition.forTests !== true);
  const sources = shown.filter(({ source }) => source);
  const destinations = shown.filter(({ destination }) => destination);
  const sections = [
    "# Connectors\n\nGenerated from the connectors' own definitions and conformance skips (`npm run gen`); do not edit.",
    `## Sources\n\n${table(
      [
        "kind",
        "what",
        "URI",
        "incremental",
        "where",
        "namespaces",
        "one snapshot",
        "privacy at read",
        "ranges",
        "previews",
        "digests",
        "resumed in chunks",
      ],
      sources.map(({ kind, source }) => {
        const c = source!.definition.capabilities;
        return [
          kind,
          source!.definition.title,
          schemes(source!.definition.schemes),
          yes(c.incremental),
          yes(c.where),
          yes(c.namespaces),
          yes(c.oneSnapshot),
          yes(c.privacy),
          yes(c.ranges),
          yes(c.measures),
          yes(c.digests),
          yes(c.chunks),
        ];
      }),
    )}`,
    `## What sources cannot do\n\n${table(
      ["kind", "what", "reason"],
      sources.flatMap(({ kind, source }) =>
        (source!.definition.limits ?? []).map(({ what, reason }) => [kind, what, reason]),
      ),
    )}`,
    `## Destinations\n\n${table(
      [
        "kind",
        "what",
        "URI",
        "transactions",
        "sync modes",
        "names ignore case",
        "name bytes",
        "decimal digits",
      ],
      destinations.map(({ kind, destination }) => {
        const c = destination!.definition.capabilities;
        return [
          kind,
          destination!.definition.title,
          schemes(destination!.definition.schemes),
          yes(c.transactions),
          c.syncModes.join(", "),
          yes(c.namesIgnoreCase),
          yes(c.maxNameBytes),
          yes(c.decimalDigits),
        ];
      }),
    )}`,
    `## Types\n\nWhat a canonical type is called in each destination.\n\n${table(
      ["canonical type", ...destinations.map(({ kind }) => kind)],
      sampleTypes.map((type) => [
        formatType(type),
        ...destinations.map(({ destination }) => `\`${destination!.definition.typeName(type)}\``),
      ]),
    )}`,
    ...shown
      .filter(({ typeRules }) => typeRules.length > 0)
      .map(
        ({ source, typeRules }) =>
          `## Types of ${source!.definition.title}\n\nWhat each type becomes, and what is kept of its values. Quarantine: the row is held back with the value as the source wrote it.\n\n${table(
            ["type", "canonical type", "values"],
            typeRules.map(({ sourceType, canonical, note }) => [sourceType, canonical, note]),
          )}`,
      ),
    `## What the conformance suite skips\n\n${table(
      ["kind", "test", "reason"],
      shown.flatMap(({ kind, source, skips }) =>
        [...(source ? skippedByCapability(source.definition.capabilities) : []), ...skips].map(
          (skip) => [kind, skip.test, skip.reason],
        ),
      ),
    )}`,
  ];
  return `${sections.join("\n\n")}\n`;
}

const sampleTypes: readonly CanonicalType[] = [
  ...scalarKinds.map((kind) => ({ kind })),
  { kind: "decimal", precision: 12, scale: 2 },
  { kind: "list", of: { kind: "text" } },
];

const schemes = (names: readonly string[]): string =>
  names.map((name) => `\`${name}:\``).join(", ") || "none";

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "None.";
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
