// Who may import whom: the walls between the rooms of `src`, with the reasons in docs/decisions/0001-one-package.md.
// The table below is the rule itself; src/README.md shows the same table, and a test holds the two together.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  lineOf,
  readSources,
  repositoryRoot,
  toSourceFile,
  type SourceFile,
} from "./support/sources.ts";

const everything = "everything";
const mayImport: Readonly<Record<string, readonly string[] | typeof everything>> = {
  kernel: [],
  model: ["kernel"],
  connector: ["model", "kernel"],
  protocols: ["model", "kernel"],
  network: ["kernel"],
  connectors: ["connector", "protocols", "network", "model", "kernel"],
  connect: ["connector", "trust", "model", "kernel"],
  design: ["connector", "trust", "model", "kernel"],
  review: ["connector", "trust", "model", "kernel"],
  trust: ["connector", "model", "kernel"],
  engine: ["connector", "trust", "model", "kernel"],
  schedule: ["model", "kernel"],
  store: ["model", "kernel", "engine/ports", "schedule/ports"],
  api: ["model", "kernel"],
  server: ["api", "model", "kernel"],
  mcp: ["api", "model", "kernel"],
  cli: ["api", "model", "kernel"],
  app: everything,
};

/** No `node:` module outside their tests: they run in the browser as well. */
const pureRooms = [
  "kernel",
  "model",
  "api",
  "connect",
  "design",
  "review",
  "trust",
  "connector",
  "protocols",
];

const isAllowed = (from: string, target: string): boolean => {
  const allowed = mayImport[from];
  const to = target.split("/")[0] ?? "";
  return (
    allowed === everything ||
    to === from ||
    !!allowed?.some((entry) =>
      entry.includes("/")
        ? target.startsWith(`${entry}.`) || target.startsWith(`${entry}/`)
        : entry === to,
    )
  );
};

function findArrows(file: SourceFile): string[] {
  const allowed = mayImport[file.room];
  if (allowed === undefined)
    return [
      `${file.path} stands in no room: move it into one of ${Object.keys(mayImport).join(", ")}.`,
    ];
  const found: string[] = [];
  for (const { target, specifier } of file.imports) {
    if (target === null) continue;
    if (target === "../package.json") continue;
    if (target.startsWith("../")) {
      if (!file.isTest)
        found.push(
          `${file.path} imports ${specifier} from outside src: move what it needs into a room.`,
        );
      continue;
    }
    const to = target.split("/")[0] ?? "";
    if (!file.isTest && !isAllowed(file.room, target)) {
      const list =
        allowed !== everything && allowed.length > 0 ? `only ${allowed.join(", ")}` : "nothing";
      found.push(
        `${file.path} imports ${to}: ${file.room} may import ${list}. Move the code, or have the value passed in.`,
      );
    }
    const [folder, otherFolder] = [file.path.split("/")[1], target.split("/")[1]];
    if (
      file.room === "connectors" &&
      to === "connectors" &&
      folder !== otherFolder &&
      !file.isGenerated &&
      !file.isTest
    ) {
      found.push(
        `${file.path} imports the connector ${otherFolder}: a connector never imports another one. Put what both need into connector/ or protocols/.`,
      );
    }
    if (!file.isTest && toSourceFile(target, "").isTest) {
      found.push(`${file.path} imports ${target}, which is for tests: only tests may.`);
    }
  }
  return found;
}

function findWorld(file: SourceFile): string[] {
  if (file.isTest) return [];
  const found: string[] = [];
  if (pureRooms.includes(file.room)) {
    for (const { specifier } of file.imports) {
      if (specifier.startsWith("node:"))
        found.push(
          `${file.path} imports ${specifier}: ${file.room} is pure. Have what it needs passed in.`,
        );
    }
  }
  const uses = (pattern: RegExp, allowed: readonly string[], remedy: string) => {
    if (allowed.includes(file.room)) return;
    for (const match of file.code.matchAll(pattern))
      found.push(
        `${file.path}:${lineOf(file.code, match.index)} uses ${match[0]}: only ${allowed.join(", ")} may. ${remedy}`,
      );
  };
  uses(/\bconsole\.\w+/g, ["cli"], "Log through ctx.log, or return the value.");
  uses(
    /\bprocess\.std(?:out|err)\.write/g,
    ["cli", "app"],
    "Log through ctx.log, or return the value.",
  );
  uses(/\bprocess\.env\b/g, ["app"], "Read it in app and pass the value in.");
  return found;
}

/** A file that only passes on what other files have. */
function isBarrel(file: SourceFile): boolean {
  const statements = file.code.replace(
    /export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+"[^"]+"\s*;?/g,
    "",
  );
  return statements.trim() === "" && /\bfrom\s+"/.test(file.code);
}

/** Cycles of imports that are there while modules load, each once. Types and late imports close none. */
function findCycles(files: readonly SourceFile[]): string[] {
  const next = new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter((one) => one.target && !one.typeOnly && !one.late)
        .map((one) => one.target ?? ""),
    ]),
  );
  const state = new Map<string, "open" | "done">();
  const cycles = new Set<string>();
  const walk = (path: string, way: readonly string[]): void => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      cycles.add([...way.slice(way.indexOf(path)), path].join(" -> "));
      return;
    }
    state.set(path, "open");
    for (const target of next.get(path) ?? []) if (next.has(target)) walk(target, [...way, path]);
    state.set(path, "done");
  };
  for (const path of next.keys()) walk(path, []);
  return [...cycles].map(
    (cycle) => `${cycle}: a cycle. Move what both need into a file of its own.`,
  );
}

describe("the rooms", () => {
  const files = readSources();

  it("import only what the table allows", () => {
    expect(files.flatMap(findArrows)).toEqual([]);
  });

  it("touch process, console and node: modules only where that is their work", () => {
    expect(files.flatMap(findWorld)).toEqual([]);
  });

  it("have no cycles and no barrels", () => {
    expect(findCycles(files)).toEqual([]);
    expect(
      files
        .filter((file) => isBarrel(file))
        .map((file) => `${file.path} only passes on other files: import the file that has it.`),
    ).toEqual([]);
  });

  it("import TypeScript files by their full name", () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .filter((one) => one.target && !/\.(ts|json|sql)$/.test(one.target))
        .map(
          (one) => `${file.path} imports ${one.specifier}: write the file's full name, with .ts.`,
        ),
    );
    expect(wrong).toEqual([]);
  });

  it("stand in src/README.md as they stand here", () => {
    const shown = readFileSync(join(repositoryRoot, "src", "README.md"), "utf8").matchAll(
      /^\| `([a-z]+)` \|[^|]*\| ([^|]+) \|$/gm,
    );
    const table = [...shown].map(([, room, list]) => [
      room,
      list?.trim() === everything
        ? everything
        : list?.trim() === "nothing"
          ? []
          : (list ?? "").split(",").map((part) => part.trim().replaceAll("`", "")),
    ]);
    expect(Object.fromEntries(table)).toEqual(mayImport);
  });
});

describe("the walls themselves", () => {
  const complain = (path: string, text: string): string[] => [
    ...findArrows(toSourceFile(path, text)),
    ...findWorld(toSourceFile(path, text)),
  ];

  it.each([
    [
      "kernel/x.ts",
      'import type { Run } from "../model/run.ts";',
      "kernel/x.ts imports model: kernel may import nothing. Move the code, or have the value passed in.",
    ],
    [
      "engine/x.ts",
      'const late = await import("../store/open.ts");',
      "engine/x.ts imports store: engine may import only connector, trust, model, kernel. Move the code, or have the value passed in.",
    ],
    [
      "connectors/file/x.ts",
      'import { a } from "../postgres/a.ts";',
      "connectors/file/x.ts imports the connector postgres: a connector never imports another one. Put what both need into connector/ or protocols/.",
    ],
    [
      "store/x.ts",
      'import { a } from "../engine/run.ts";',
      "store/x.ts imports engine: store may import only model, kernel, engine/ports, schedule/ports. Move the code, or have the value passed in.",
    ],
    [
      "connect/x.ts",
      'import { join } from "node:path";',
      "connect/x.ts imports node:path: connect is pure. Have what it needs passed in.",
    ],
    [
      "engine/x.ts",
      "\n\nconsole.log(1);",
      "engine/x.ts:3 uses console.log: only cli may. Log through ctx.log, or return the value.",
    ],
    [
      "cli/x.ts",
      "const home = process.env.HOME;",
      "cli/x.ts:1 uses process.env: only app may. Read it in app and pass the value in.",
    ],
    [
      "engine/x.ts",
      'import { a } from "../connector/testing/a.ts";',
      "engine/x.ts imports connector/testing/a.ts, which is for tests: only tests may.",
    ],
    [
      "helpers/x.ts",
      "",
      `helpers/x.ts stands in no room: move it into one of ${Object.keys(mayImport).join(", ")}.`,
    ],
  ])("complain about %s with %s", (path, text, sentence) => {
    expect(complain(path, text)).toEqual([sentence]);
  });

  it("let pass what is allowed, and do not read prose as code", () => {
    expect(
      complain(
        "store/x.ts",
        'import type { Runs } from "../engine/ports.ts"; // console.log("x") and import("../cli/x.ts")',
      ),
    ).toEqual([]);
    expect(
      complain(
        "engine/x.test.ts",
        'import { a } from "../store/a.ts"; console.log(process.env.X);',
      ),
    ).toEqual([]);
  });

  it("find cycles, and barrels", () => {
    const a = toSourceFile("kernel/a.ts", 'import { b } from "./b.ts";');
    const b = toSourceFile("kernel/b.ts", 'import { a } from "./a.ts";');
    expect(findCycles([a, b])).toEqual([
      "kernel/a.ts -> kernel/b.ts -> kernel/a.ts: a cycle. Move what both need into a file of its own.",
    ]);
    expect(
      isBarrel(
        toSourceFile(
          "kernel/index.ts",
          '// All of it.\nexport * from "./a.ts";\nexport { b } from "./b.ts";\n',
        ),
      ),
    ).toBe(true);
    expect(isBarrel(b)).toBe(false);
  });
});
