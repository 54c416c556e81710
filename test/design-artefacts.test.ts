// What the architect writes, over all reference requests in both languages: complete, parseable, the same bytes each time, only
// commands that exist, contracts valid by the published schema of ODCS 3.1 (where a copy is at hand).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { commands } from "../src/cli/commands/table.ts";
import { globalFlags } from "../src/cli/global-flags.ts";
import { design } from "../src/design/answer.ts";
import { bareGround, type Artefact, type Ground } from "../src/design/artefacts/artefact.ts";
import { artefactsOf, hubText } from "../src/design/artefacts/artefacts.ts";
import { renderArtefact } from "../src/design/artefacts/blocks.ts";
import type { Lang } from "../src/design/reading.ts";
import { golden } from "../src/design/testing/golden.ts";
import type { Request } from "../src/design/understand/read-request.ts";
import { validate } from "./support/json-schema.ts";

const langs: readonly Lang[] = ["en", "ja"];

/** As if the project had discovered this source. */
const ground: Ground = {
  ...bareGround,
  source: { id: "src_a1", name: "shop", kind: "postgres" },
  connection: "apiVersion: revos/v1",
  streams: [
    {
      name: "orders",
      namespace: "public",
      table: "shop_orders",
      syncMode: "incremental_deduped_history",
      cursor: "updated_at",
      key: ["id"],
      columns: [
        { name: "id", type: "int32", sourceType: "integer", nullable: false },
        { name: "amount", type: "decimal", sourceType: "numeric(12,2)", nullable: true },
        { name: "email", type: "text", sourceType: "text", nullable: true },
        { name: "tags", type: "list", sourceType: "text[]", nullable: true },
        { name: "updated_at", type: "timestamptz", sourceType: "timestamptz", nullable: false },
      ],
      protected: ["email"],
    },
  ],
};

type Written = { readonly artefact: Artefact; readonly text: string };
const write = (request: Request, lang: Lang, on: Ground = bareGround): Written[] =>
  artefactsOf(design(request), request, { lang, ground: on }).map((artefact) => ({
    artefact,
    text: renderArtefact(artefact),
  }));

const all = golden.flatMap(({ id, request }) =>
  langs.flatMap((lang) => [
    { title: `${id} ${lang}`, request, lang, files: write(request, lang) },
    { title: `${id} ${lang}, discovered`, request, lang, files: write(request, lang, ground) },
  ]),
);

describe("the files of a design", () => {
  it("are the same bytes each time, with paths inside the folder, none twice", () => {
    for (const { request, lang, files, title } of all.filter(
      (one) => !one.title.endsWith("discovered"),
    )) {
      expect(write(request, lang), title).toEqual(files);
      const paths = files.map(({ artefact }) => artefact.path);
      expect(new Set(paths).size, title).toBe(paths.length);
      for (const path of paths) expect(path).toMatch(/^(?!\/)(?!.*\.\.)[\w./-]+$/);
    }
  });

  it("hold every line of the answer in the design document", () => {
    for (const { request, lang, files, title } of all) {
      const document = files.find(({ artefact }) => artefact.kind === "design_document");
      if (!document) continue;
      for (const line of design(request).lines) expect(document.text, title).toContain(line[lang]);
    }
  });

  it("say nothing empty: no heading without text, no value that is not one", () => {
    for (const { files, title } of all)
      for (const { artefact, text } of files) {
        const where = `${title} ${artefact.path}`;
        expect(text, where).not.toMatch(/undefined|\bNaN\b|\[object|: null$|\| null \|/m);
        expect(text, where).not.toMatch(/^## [^\n]+\n+(?=## |<!-- revos:end)/m);
        for (const block of artefact.blocks) expect(block.text.trim(), where).not.toBe("");
      }
  });

  it("are YAML where they say so", () => {
    for (const { files, title } of all)
      for (const { artefact, text } of files)
        if (artefact.path.endsWith(".yaml"))
          expect(parse(text), `${title} ${artefact.path}`).toBeTypeOf("object");
  });

  it("name only commands and flags that exist", () => {
    const byPath = new Map(commands.map((command) => [command.path.join(" "), command]));
    const globals = new Set(globalFlags.map((flag) => flag.name));
    let seen = 0;
    for (const { files, title } of all)
      for (const { artefact, text } of files)
        for (const [whole] of text.matchAll(/(?<=^|`)revos [a-z][^`\n]*/gm)) {
          if (artefact.kind === "state") continue;
          const words = whole.split(/\s+/).slice(1);
          const command = byPath.get(words.slice(0, 2).join(" ")) ?? byPath.get(words[0] ?? "");
          expect(command, `${title} ${artefact.path}: ${whole}`).toBeDefined();
          for (const word of words.filter((one) => one.startsWith("--"))) {
            const flag = command?.flags.find((one) => `--${one.name}` === word);
            expect(flag !== undefined || globals.has(word.slice(2)), `${whole}`).toBe(true);
            expect(flag?.notYet ?? false, whole).toBe(false);
          }
          seen++;
        }
    expect(seen).toBeGreaterThan(100);
  });

  it("are none for a menu, a redirect, a review and a full refusal", () => {
    for (const { request, files } of all) {
      const { route, refusal } = design(request).case.decided;
      if (refusal === "full" || ["menu", "redirect", "review"].includes(route))
        expect(files).toEqual([]);
      else expect(files.length).toBeGreaterThan(1);
    }
  });

  it("stamp what rests on open questions, and withhold packets while no mode is decided", () => {
    for (const { request, files, title } of all) {
      const { decided } = design(request).case;
      const packets = files.filter(({ artefact }) => artefact.path.startsWith("handoff/"));
      if (decided.mode === "UNDECIDED")
        for (const { artefact } of packets)
          expect(artefact.path, title).toBe("handoff/withheld.md");
      else if (decided.provisional)
        for (const { text } of packets) expect(text, title).toContain("PROVISIONAL");
    }
  });
});

describe("contracts", () => {
  const specs = process.env.REVOS_SPECS;
  const schema = specs ? join(specs, "odcs", "schema", "odcs-json-schema-v3.1.0.json") : "";
  it("are valid ODCS 3.1", (context) => {
    // The published schemas are not part of the repository; REVOS_SPECS names a folder that has them.
    context.skip(!existsSync(schema), "REVOS_SPECS does not name a folder with the ODCS schemas");
    const odcs = JSON.parse(readFileSync(schema, "utf8")) as Record<string, unknown>;
    expect(validate(odcs, { kind: "DataContract" })).not.toEqual([]);
    let seen = 0;
    for (const { files, title } of all)
      for (const { artefact, text } of files)
        if (artefact.kind === "contract") {
          expect(validate(odcs, parse(text)), `${title} ${artefact.path}`).toEqual([]);
          seen++;
        }
    expect(seen).toBeGreaterThan(100);
  });

  it("have owner, versioning, invalid records and what a new version means", () => {
    for (const { request, files, title } of all)
      for (const { artefact, text } of files) {
        if (artefact.kind !== "contract" || design(request).case.decided.route !== "design")
          continue;
        const contract = parse(text) as {
          team: { name: string };
          customProperties: { property: string }[];
        };
        expect(contract.team.name, title).not.toBe("");
        expect(
          contract.customProperties.map((one) => one.property),
          title,
        ).toEqual(
          expect.arrayContaining([
            "boundary",
            "versioning",
            "breakingChanges",
            "invalidRecords",
            "onNewVersion",
          ]),
        );
      }
  });
});

describe("blocks for a hub", () => {
  const text =
    "etl the orders table from Postgres to DuckDB every hour, SLA 3 hours, email is in it";
  const asked = (request: string) =>
    hubText(design({ text: request }), { text: request }, ["slo.yaml"]);

  it("appear only when the input asks", () => {
    expect(asked(text)).toBeNull();
    const nexus = asked(`${text}\n## NEXUS_ROUTING\nStep: 2/4`) ?? "";
    for (const field of [
      "Step: 2/4",
      "Agent",
      "Summary",
      "Key findings",
      "Artifacts",
      "Risks",
      "Open questions",
      "Pending Confirmations",
      "User Confirmations",
      "Suggested next agent",
      "Next action",
    ])
      expect(nexus).toContain(`- ${field}`);
    expect(nexus).toMatch(
      /Trigger: pii_or_sensitive\n {4}Question: .+\n {4}Options: .+\n {4}Recommended: /,
    );
    expect(asked(`_AGENT_CONTEXT:\n  Role: Stream\n${text}`)).toContain("_STEP_COMPLETE:");
  });

  it("are not complete while security is a risk", () => {
    const open = asked(`_AGENT_CONTEXT:\n  Role: Stream\n${text}`) ?? "";
    expect(open).toContain("SEC: risk");
    expect(open).toMatch(/status: BLOCKED/);
    expect(open).toContain("Status: BLOCKED");
  });
});
