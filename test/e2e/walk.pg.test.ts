// The acceptance walk of a new user, as a machine walks it: from an empty folder to held rows that were mended, against a
// real Postgres with a shop of 47 streams. Points are numbered as in the acceptance list; each test builds on those before.
// Point 1 is test/demo.pg.test.ts; the points from the first sync on are in walk-sync.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import stringWidth from "string-width";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPostgres } from "../support/postgres.ts";
import { walkSyncs } from "./walk-sync.ts";
import { hasTerminal, type Step } from "./walk-terminal.ts";
import { goal, makeHands, name, openWorld, password, type World } from "./walk-world.ts";

const escape = "\u001b";

describe.skipIf(!findPostgres("debian") && !findPostgres("npm"))(
  "the walk of a new user",
  { timeout: 240_000 },
  () => {
    let world: World;
    let source = "";
    const { revos, terminal, ok, failed, shaped, file } = makeHands(() => world);
    beforeAll(async () => {
      world = await openWorld();
    }, 240_000);
    afterAll(async () => {
      await world?.[Symbol.asyncDispose]();
    });

    it("2: shows eight commands and three examples; a typo exits 2 with one suggestion", async () => {
      for (const args of [[], ["--help"]]) {
        const { stdout } = ok(await revos(args));
        const part = (title: string, next: string) =>
          stdout.split(`${title}\n`)[1]?.split(next)[0]?.trim().split("\n") ?? [];
        expect(part("Commands", "\n\n")).toHaveLength(8);
        expect(part("Examples", "\n\n")).toHaveLength(3);
      }
      const typo = await revos(["staus"]);
      expect({ code: typo.code, stdout: typo.stdout }).toEqual({ code: 2, stdout: "" });
      expect(typo.stderr.match(/Did you mean/g)).toHaveLength(1);
      expect(typo.stderr).toContain("Did you mean status?");
    });

    it("3: status is pure JSON, and plain text without colour or cuts in a pipe", async () => {
      ok(await revos(["init"]));
      const answer = ok(await revos(["status", "--json"]));
      expect(answer.stderr).toBe("");
      expect(await shaped("Status", answer)).toMatchObject({ kind: "Status", connections: [] });
      for (const env of [{}, { NO_COLOR: "1", FORCE_COLOR: "1" }]) {
        const { stdout, stderr } = ok(await revos(["status"], { env }));
        expect(stdout + stderr).not.toContain(escape);
        expect(stdout).not.toContain("...");
      }
    });

    it("4, 5: a source is made headless; a wrong password stops at the sign-in and keeps nothing", async () => {
      const none = failed(
        await revos(["sources", "create", "--json"]),
        "usage.missing_argument",
        2,
      );
      expect(none.advice).toContain("--config");
      const make = [
        "sources",
        "create",
        "--connector",
        "postgres",
        "--name",
        "shop-prod",
        "--config",
        "source.json",
        "--json",
      ];
      const wrong = await revos(make, { env: { SHOP_PASSWORD: "wrong" } });
      const refused = failed(wrong, "source.auth_failed", 4);
      expect(refused.message).toContain("shop-prod was not created");
      expect(refused.data).toMatchObject({ step: "sign_in", field: "password" });
      expect(wrong.stderr).not.toContain(password);
      expect(ok(await revos(["sources", "list", "--json"])).json()).toEqual([]);
      const empty = failed(
        await revos([...make.slice(0, 6), "--config", "-", "--json"], { input: "{}" }),
        "source.config_invalid",
        2,
      );
      expect(empty.message).toContain("database is missing; user is missing");
      const made = ok(await revos(make)).json<{
        id: string;
        check: { steps: { name: string; ok: boolean }[] };
      }>();
      source = made.id;
      expect(source).toMatch(/^src_\w+$/);
      expect(made.check.steps.map(({ name: step }) => step)).toEqual(
        expect.arrayContaining(["dns", "tcp", "sign_in", "database", "rights", "read_row"]),
      );
      expect(made.check.steps.every((step) => step.ok)).toBe(true);
      expect(await shaped("SourceList", ok(await revos(["sources", "list", "--json"])))).toEqual([
        { id: source, name: "shop-prod", kind: "postgres", state: "ready" },
      ]);
      failed(await revos(make), "store.name_taken", 6);
      const test = await revos(["sources", "test", source], { env: { SHOP_PASSWORD: "wrong" } });
      expect(test.code).toBe(4);
      expect(test.stderr).toContain(`revos sources test ${source}`);
    });

    it("6: list-streams is a bare array with the seed's keys", async () => {
      const streams = await shaped<Record<string, unknown>[]>(
        "StreamList",
        ok(await revos(["sources", "list-streams", source, "--json"])),
      );
      expect(streams).toHaveLength(47);
      const keys = [
        "streamName",
        "streamnamespace",
        "syncModes",
        "defaultCursorField",
        "sourceDefinedCursorField",
        "sourceDefinedPrimaryKey",
        "propertyFields",
      ];
      for (const stream of streams) expect(Object.keys(stream).sort()).toEqual([...keys].sort());
      writeFileSync(join(world.folder.dir, "plain.csv"), "id,v\n1,a\n");
      const files = ok(
        await revos(
          [
            "sources",
            "create",
            "--connector",
            "file",
            "--name",
            "files",
            "--config",
            "-",
            "--json",
          ],
          { input: JSON.stringify({ path: join(world.folder.dir, "plain.csv") }) },
        ),
      ).json<{ id: string }>();
      const [stream] = ok(await revos(["sources", "list-streams", files.id, "--json"])).json<
        Record<string, unknown>[]
      >();
      expect(Object.keys(stream ?? {})).not.toContain("streamnamespace");
      expect(stream).toMatchObject({ streamName: "plain", propertyFields: [["id"], ["v"]] });
      ok(await revos(["sources", "delete", files.id, "--yes"]));
    });

    it.skipIf(!hasTerminal)(
      "7: the table of streams fits 80 and 200 columns, in Japanese and ASCII too, with whole numbers",
      async () => {
        const estimates = (
          await world.admin.query(
            "select reltuples::bigint as n from pg_class where relname in ('order_items', 'orders', 'invoice_lines')",
          )
        ).rows.map((row) => Number(row.n).toLocaleString("en-US"));
        for (const [columns, more] of [
          [80, []],
          [200, []],
          [80, ["--lang", "ja", "--ascii"]],
        ] as const) {
          const { text, code } = await terminal(
            ["sources", "list-streams", source, "--all", ...more],
            columns,
          );
          expect(code).toBe(0);
          const ambiguous = { ambiguousIsNarrow: more.length === 0 };
          for (const line of text.split("\n").slice(0, 49))
            expect(stringWidth(line, ambiguous), line).toBeLessThanOrEqual(columns);
          for (const number of estimates) expect(text).toContain(` ${number} `);
          if (more.length > 0) expect(text).not.toMatch(/[—…→●│─█]/);
        }
        // The longest stream name is whole where there is room.
        expect((await terminal(["sources", "list-streams", source, "--all"], 200)).text).toContain(
          "newsletter_signups",
        );
      },
    );

    it.skipIf(!hasTerminal)(
      "8 to 11: the proposal is talked over, confirmed twice, written; the second time it asks",
      async () => {
        const talk: Step[] = [
          ["> ", `${goal}\r`],
          ["Confirm 1 of 2", "add user_sessions\r"],
          [/Confirm 1 of 2[^]*> /, "drop products\r"],
          [/Confirm 1 of 2[^]*> /, "drop ordres\r"],
          ["Did you mean orders?", "add products\r"],
          [/Confirm 1 of 2[^]*> /, "drop user_sessions\r"],
          [/Confirm 1 of 2[^]*> /, "\r"],
          ["Confirm 2 of 2", "order_items incremental_deduped_history\r"],
          ["It allows", "stores full_refresh_overwrite\r"],
          [/Confirm 2 of 2[^]*> /, "\r"],
          ["Personal data?", "n\r"],
          ["File name", `${name}\r`],
          ["Label", "Shop, revenue tables\r"],
        ];
        const { text, code } = await terminal(["connections", "propose", source], 120, talk);
        expect(code, text).toBe(0);
        const proposed = text.split("Proposed streams")[1] ?? "";
        expect(proposed).toMatch(/^ \(1[0-9] of 47\):/);
        expect(proposed).toMatch(/\n {2}orders +\S.+/);
        expect(proposed).toContain("[unsure] ");
        const listed = proposed.split("Dropped")[0] ?? "";
        for (const noise of [
          "audit_events",
          "payments_log",
          "tmp_import_prices",
          "schema_migrations",
        ])
          expect(listed).not.toContain(noise);
        expect(text).toContain("Did you mean orders? Nothing changed.");
        expect(text).toMatch(/Stream order_items cannot use incremental_deduped_history/);
        expect(text).toContain("loaded in clear");
        const yaml = readFileSync(file(), "utf8");
        expect(yaml).not.toMatch(/^ {2}id:|prefix:/m);
        expect(yaml).not.toContain("user_sessions");
        expect(yaml).toContain("name: products");
        const stores = yaml.split("- name: stores")[1]?.split("- name:")[0] ?? "";
        expect(stores).toContain("syncMode: full_refresh_overwrite\n");
        expect(stores).not.toMatch(/primaryKey|cursorField/);
        expect(text).toContain(
          `Wrote and validated connections/${name}.yaml. Run \`revos apply\` to create it on the server.`,
        );
        // Again, with other streams under the same name: the difference is shown and nothing is written without a yes.
        const headless = [
          "connections",
          "propose",
          source,
          "--goal",
          goal,
          "--streams",
          "orders,customers",
          "--accept-modes",
          "--pii-clear",
          "--name",
          name,
          "--write",
        ];
        const again = await terminal(headless, 120, [["[o] overwrite", "\r"]]);
        expect(again.code, again.text).not.toBe(0);
        expect(again.text).toMatch(/- +- name: products/);
        const piped = await revos(headless);
        expect(piped.code, piped.stderr).toBe(6);
        expect(piped.stderr).toContain("--overwrite");
        expect(readFileSync(file(), "utf8")).toBe(yaml);
      },
    );

    it("8, without a terminal: each missing answer stops with exit 7, the proposal and the flag", async () => {
      const first = await revos(["connections", "propose", source, "--goal", goal, "--json"]);
      expect(first.code).toBe(7);
      const { id } = await shaped<{ id: string; kind: string }>("Proposal", first);
      expect(first.error()).toMatchObject({
        code: "consent.needed",
        advice: `revos connections propose --resume ${id} --accept-streams`,
      });
      const flags = ["--accept-streams", "--accept-modes", "--pii-clear"];
      for (const [index, flag] of flags.entries()) {
        const answer = await revos(["connections", "propose", "--resume", id, flag]);
        expect(answer.code, answer.stderr).toBe(7);
        expect(answer.stderr).toContain(
          flags[index + 1] === "--pii-clear" ? "--hash-pii" : (flags[index + 1] ?? "--write"),
        );
      }
      const overwrite = hasTerminal ? ["--overwrite"] : [];
      const written = ok(
        await revos([
          "connections",
          "propose",
          "--resume",
          id,
          "--write",
          "--name",
          name,
          "--label",
          "Shop, revenue tables",
          ...overwrite,
        ]),
      );
      expect(written.stdout).toContain(`connections/${name}.yaml`);
      writeFileSync(
        file(),
        `# Revenue, by hand.\n${readFileSync(file(), "utf8").replace("- name: orders\n", "- name: orders # the money\n")}`,
      );
    });

    it("12: five faults of a file are told at once, with place and fix, and no source is asked", async () => {
      const good = readFileSync(file(), "utf8");
      const second = good.indexOf("- name: payments");
      const broken = `${good.slice(0, second).replace("syncMode: incremental_deduped_history", "syncMode: incremental_append_only").replace(source, "shop-prod").replace("      primaryKey: [[id]]\n", "")}${good.slice(second).replace("cursorField", "crusorField")}  status: active\n`;
      writeFileSync(file(), broken);
      // Without its password the source could not be asked.
      const answer = await world.folder.revos(["diff"]);
      expect({ code: answer.code, stdout: answer.stdout }).toEqual({ code: 3, stdout: "" });
      for (const code of [
        "sync_mode_unknown",
        "source_id_unknown",
        "primary_key_missing",
        "unknown_key",
        "duplicate_key",
      ]) {
        expect(answer.stderr).toContain(`error[config.${code}]`);
      }
      expect(answer.stderr.match(/^ +--> connections\/.+:\d+:\d+$/gm)).toHaveLength(5);
      expect(answer.stderr.match(/^ +fix: {2}\S/gm)).toHaveLength(5);
      expect(answer.stderr.match(/^ *\| +\^+/gm)).toHaveLength(5);
      expect(answer.stderr).toContain(`fix:  source: { id: ${source} }`);
      expect(answer.stderr.trimEnd().split("\n").at(-1)).toMatch(
        /^5 errors, \d+ notes? in 1 file\.$/,
      );
      writeFileSync(file(), good);
    });

    it("13: one create; exit 0, then 10; a comparison that failed is exit 11 and never no changes", async () => {
      const plan = await shaped<{ items: { action: string }[] }>(
        "Plan",
        ok(await world.folder.revos(["diff", "--json"])),
      );
      expect(plan.items.map((item) => item.action)).toEqual(["create"]);
      expect(ok(await revos(["diff"])).stdout).toMatch(
        /Plan p_\w+: 1 to create, 0 to update, 0 to delete/,
      );
      expect((await revos(["diff", "--exit-code"])).code).toBe(10);
      // Port 9 (discard) of the loopback: nobody answers there.
      const project = join(world.folder.dir, "revos.yaml");
      const settings = readFileSync(project, "utf8");
      writeFileSync(project, `${settings}profiles: { dead: { server: "http://127.0.0.1:9" } }\n`);
      const dead = await revos(["diff", "--profile", "dead"]);
      writeFileSync(project, settings);
      expect(dead.code).toBe(11);
      expect(dead.stderr).toContain("Could not compare");
      expect(dead.stdout + dead.stderr).not.toMatch(/no changes/i);
    });

    it("14: apply needs a yes, fills the file in with its comments kept, and then has nothing to do", async () => {
      const asked = await revos(["apply"]);
      expect(asked.code).toBe(7);
      expect(asked.stderr).toMatch(/revos apply --plan p_\w+ --yes/);
      const applied = await shaped<{ changed: boolean; filesWritten: string[] }>(
        "ApplyResult",
        ok(await revos(["apply", "--yes", "--json"])),
      );
      expect(applied).toMatchObject({ changed: true, filesWritten: [`connections/${name}.yaml`] });
      const yaml = readFileSync(file(), "utf8");
      expect(yaml).toMatch(/^# Revenue, by hand\.\n/);
      expect(yaml).toContain("- name: orders # the money\n");
      expect(yaml).toMatch(/^ {2}id: con_\w+$/m);
      expect(yaml).toMatch(/^ {2}prefix: postgres_prod_revenue_$/m);
      expect(ok(await revos(["apply"])).stdout).toMatch(
        /^No changes\. Compared 1 connection, \d+ streams/,
      );
      expect(readFileSync(file(), "utf8")).toBe(yaml);
      const [listed] = await shaped<{ name: string }[]>(
        "ConnectionList",
        ok(await revos(["connections", "list", "--json"])),
      );
      expect(listed).toMatchObject({ name, sourceId: source, state: "active" });
    });

    walkSyncs(() => world);
  },
);
