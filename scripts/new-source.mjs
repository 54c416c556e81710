#!/usr/bin/env node
// `npm run new:source -- <name>`: a folder with a complete skeleton (source, fixture, Japanese words, README, a conformance test that fails
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
import { makeStepRunner } from "../../connector/check-step.ts";
import { cursorPosition } from "../../connector/cursor-position.ts";
import { readRowSegments, type RowView } from "../../connector/row-segments.ts";
import { defineSource } from "../../connector/source.ts";
import { throwIfAborted } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import type { ErrorCode } from "../../kernel/errors/codes.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { syncModes } from "../../model/sync-mode.ts";

/**
 * What a user writes. Name every key that holds a secret in \`secrets\` below. Secrets, capabilities and schemes stand in an
 * index as well, which is read without the driver: after a change of them run \`npm run gen\`.
 */
export const ${type}Config = z.strictObject({
  url: z.url(),
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
  /** Driver error to code, by number, SQLSTATE or errno; undefined means source.unknown. \`fetch\` has the errno in \`cause\`. */
  classify(error): ErrorCode | undefined {
    const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: { code?: unknown } };
    const text = String(cause?.code ?? code);
    return /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|ETIMEDOUT|UND_ERR)/.test(text)
      ? "source.unreachable"
      : undefined;
  },
  open: async (config, { signal }) => ({
    /** Named steps, cheapest first; a failed one says so and ends the check. The names stand in model/check.ts. */
    async *check() {
      const step = makeStepRunner((error) => toError(error, config, signal));
      const reach = await step("tcp", \`reach \${config.url}\`, "url", async () => {
        const names = await listNames(config, signal);
        return { detail: \`\${names.length} streams\` };
      });
      yield reach.result;
    },
    /** Stable and sorted by name. */
    async discover({ search } = {}) {
      try {
        const names = (await listNames(config, signal)).filter(
          (name) => search === undefined || name.includes(search),
        );
        return { streams: names.sort().map(toStream) };
      } catch (error) {
        throw toError(error, config, signal);
      }
    },
    /** Rows go to \`readRowSegments\`, which filters, transforms and cuts them into segments. */
    read: (request, ctx) =>
      readRowSegments(request, readRows(config, request.stream, ctx.signal), ctx.signal),
    toPosition: cursorPosition,
    async [Symbol.asyncDispose]() {},
  }),
});

const toStream = (name: string): CatalogStream => ({
  name,
  kind: "endpoint",
  columns: [{ name: "id", type: { kind: "int64" }, sourceType: "number", nullable: false }],
  syncModes,
  defaultCursorField: [],
  sourceDefinedCursorField: false,
  sourceDefinedPrimaryKey: [["id"]],
});

/** TODO what the system has. */
async function listNames(config: ${type}Config, signal: AbortSignal): Promise<string[]> {
  const response = await fetch(config.url, { signal });
  await response.body?.cancel();
  return [];
}

/** One view a row: the canonical text of each column (connector/canonical-text.ts), null for NULL. */
async function* readRows(
  config: ${type}Config,
  stream: CatalogStream,
  signal: AbortSignal,
): AsyncIterable<RowView> {
  throwIfAborted(signal);
  throw new RevosError(
    "source.stream_not_found",
    \`Could not read stream \${stream.name} from \${config.url}: reading is not written yet.\`,
    { where: { stream: stream.name } },
  );
}

/** What went wrong as a coded error; after a stop everything that fails fails because of it. */
function toError(error: unknown, config: ${type}Config, signal: AbortSignal): RevosError {
  throwIfAborted(signal);
  if (error instanceof RevosError) return error;
  return new RevosError(
    source.classify(error) ?? "source.unknown",
    \`Could not read from \${config.url}.\`,
    { cause: error },
  );
}
`,
  "fixture.ts": `// The world of the conformance suite for ${name}: a server of its own, started, changed and stopped by the suite.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { closedPort } from "../../connector/testing/closed-port.ts";
import type { Op, SourceFixture, SourceWorld } from "../../connector/testing/fixture.ts";
import { makeHeldStreams } from "../../connector/testing/held-streams.ts";

export const fixture: SourceFixture = {
  // Canonical types a column of this source can have; their edges are in connector/testing/values.ts.
  types: ["int64", "text"],
  // False for both where types are judged from values, or every column is text, and where keys are not known.
  keepsTypes: true,
  keepsKeys: true,
  async start(): Promise<SourceWorld> {
    const held = makeHeldStreams();
    // TODO serve \`held.streams\` as the system would.
    const server = createServer((_request, response) =>
      response.end(JSON.stringify(Object.keys(held.streams))),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const at = (host: string, place: number) => ({ url: \`http://\${host}:\${place}/\` });
    return {
      config: at("127.0.0.1", port),
      run: async (ops: readonly Op[]) => ops.forEach(held.apply),
      // Configs that must fail, each with its code: a wrong host, a wrong password, a missing right.
      failures: [
        { name: "a closed port", config: at("127.0.0.1", await closedPort()), code: "source.unreachable" },
      ],
      // Through a proxy that refuses, cuts and stalls: the group "faults" needs it.
      network: {
        target: { host: "127.0.0.1", port },
        through: (proxy) => at(proxy.host, proxy.port),
      },
      async stop() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
};
`,
  "ja.ts": `// 日本語: each message of this source in Japanese; {name} stands for what is put in. A test names those that are missing.
export const sentences: readonly (readonly [english: string, japanese: string])[] = [
  [
    "Could not read stream {stream} from {place}: reading is not written yet",
    "{place} のストリーム {stream} を読めません。読み込みはまだ書かれていません",
  ],
];
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
  npx vitest run src/connectors/${name}
After a change of secrets, capabilities, schemes or ja.ts: npm run gen. At the end: npm run check and npm test.`);
