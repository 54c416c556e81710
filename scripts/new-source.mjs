#!/usr/bin/env node
// `npm run new:source -- <name>`: a folder with a complete skeleton (source, fixture, README, a conformance test that fails
// until the source reads), and the index written anew. Nothing else has to be edited.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const name = process.argv[2] ?? "";
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
  console.error(
    "Usage: npm run new:source -- <name>   (lower-case letters, digits and single hyphens: sensor-hub)",
  );
  process.exit(2);
}
const folder = join(root, "src", "connectors", name);
if (existsSync(folder)) {
  console.error(`src/connectors/${name} exists already.`);
  process.exit(6);
}
const type = name
  .split("-")
  .map((part) => part[0].toUpperCase() + part.slice(1))
  .join("");

const files = {
  "source.ts": `// The ${name} source: TODO say in one or two sentences what it reads and how.
import { z } from "zod";
import { cursorPosition } from "../../connector/cursor-position.ts";
import { readRowSegments, type RowView } from "../../connector/row-segments.ts";
import { defineSource } from "../../connector/source.ts";
import { RevosError } from "../../kernel/error.ts";
import type { ErrorCode } from "../../kernel/errors/codes.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { syncModes } from "../../model/sync-mode.ts";

/** What a user writes. Name every key that holds a secret in \`secrets\` below. */
export const ${type}Config = z.strictObject({
  url: z.string().min(1),
});
export type ${type}Config = z.infer<typeof ${type}Config>;

export const source = defineSource<${type}Config>({
  kind: "${name}",
  title: "${name}",
  config: ${type}Config,
  secrets: [],
  capabilities: {
    namespaces: false,
    incremental: true,
    where: false,
    privacy: true,
    oneSnapshot: false,
    network: true,
  },
  // Packages that \`open\` imports late, so that listing connectors loads none of them.
  dependencies: [],
  schemes: [],
  describe: (config) => config.url,
  /** Driver error to code, by number, SQLSTATE or errno; undefined means source.unknown. */
  classify(error): ErrorCode | undefined {
    const code = (error as { readonly code?: unknown } | null)?.code;
    return code === "ECONNREFUSED" || code === "ECONNRESET" ? "source.unreachable" : undefined;
  },
  open: async (config) => ({
    /** Named steps, cheapest first; a failed one says so and ends the check. */
    async *check() {
      yield {
        name: "read_row",
        ok: false,
        ms: 0,
        code: "source.unknown",
        message: \`The check of \${config.url} is not written yet.\`,
      };
    },
    /** Stable and sorted by name. */
    async discover({ search } = {}) {
      const streams: CatalogStream[] = [
        {
          name: "example",
          kind: "endpoint",
          columns: [{ name: "id", type: { kind: "int64" }, sourceType: "number", nullable: false }],
          syncModes,
          defaultCursorField: [],
          sourceDefinedCursorField: false,
          sourceDefinedPrimaryKey: [["id"]],
        },
      ];
      return { streams: streams.filter(({ name }) => search === undefined || name.includes(search)) };
    },
    /** Rows go to \`readRowSegments\`, which filters, transforms and cuts them into segments. */
    read: (request, { signal }) => readRowSegments(request, readRows(config, request.stream), signal),
    toPosition: cursorPosition,
    async [Symbol.asyncDispose]() {},
  }),
});

/** One view a row: the canonical text of each column (connector/canonical-text.ts), null for NULL. */
async function* readRows(config: ${type}Config, stream: CatalogStream): AsyncIterable<RowView> {
  throw new RevosError(
    "source.stream_not_found",
    \`Could not read stream \${stream.name} from \${config.url}: reading is not written yet.\`,
    { where: { stream: stream.name } },
  );
}
`,
  "fixture.ts": `// The world of the conformance suite for ${name}: a server of its own, started, changed and stopped by the suite.
import type { Op, SourceFixture, SourceWorld } from "../../connector/testing/fixture.ts";
import { makeHeldStreams } from "../../connector/testing/held-streams.ts";

export const fixture: SourceFixture = {
  // Canonical types a column of this source can have; their edges are in connector/testing/values.ts.
  types: ["int64", "text"],
  keepsTypes: true,
  keepsKeys: true,
  async start(): Promise<SourceWorld> {
    // TODO start a server that serves \`held.streams\` (node:http for an endpoint), and point the config at it.
    const held = makeHeldStreams();
    return {
      config: { url: "http://127.0.0.1:1" },
      run: async (ops: readonly Op[]) => ops.forEach(held.apply),
      // Configs that must fail, each with its code: a wrong host, a wrong password, a missing right.
      failures: [],
      async stop() {},
    };
  },
};
`,
  "conformance.test.ts": `// The ${name} source by the conformance suite. It fails until the source reads what its fixture serves.
import { testSource } from "../../connector/testing/test-source.ts";
import { fixture } from "./fixture.ts";
import { source } from "./source.ts";

testSource(source, fixture);
`,
  "README.md": `# ${name}

TODO one sentence: what this source reads.

- **Needs**: TODO accounts, rights, versions.
- **Config**: \`url\`.
- **Can**: all four sync modes.
- **Cannot**: TODO. What the conformance suite skips stands in \`skips.ts\` (\`export const skips: readonly Skip[]\`), with reasons.
`,
};

await mkdir(folder, { recursive: true });
for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
spawnSync(join(root, "node_modules", ".bin", "oxfmt"), [folder]);
console.log(`wrote src/connectors/${name}: ${Object.keys(files).join(", ")}`);
const { status } = spawnSync(process.execPath, [join(root, "scripts", "gen.mjs"), "connectors"], {
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
console.log(`
Next: read src/connector/source.ts and src/connectors/memory/source.ts, then make this pass:
  npx vitest run src/connectors/${name}`);
