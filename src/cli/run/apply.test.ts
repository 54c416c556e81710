// diff and apply: exit codes, the three levels of consent, plans that changed, files from stdin.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RevosError } from "../../kernel/error.ts";
import { makeFolder, runIn } from "../testing/run-cli.ts";
import { applied, operations, plan } from "../testing/sample-documents.ts";

const nothing = plan({ items: [], unchanged: 4, consent: "none" });
const destructive = plan({
  id: "p_88d0e2",
  consent: "typed",
  confirm: "hubspot-old",
  items: [
    {
      action: "delete",
      kind: "Connection",
      name: "hubspot-old",
      label: "HubSpot old",
      file: null,
      changes: [],
      effects: [{ code: "tables_stay", text: "3 tables stay" }],
    },
  ],
});

describe("diff", () => {
  it("exits 0 with changes, 10 only when asked to", async () => {
    expect((await runIn(["diff"], { operations })).code).toBe(0);
    expect((await runIn(["diff", "--exit-code"], { operations })).code).toBe(10);
    expect(
      (await runIn(["diff", "--exit-code"], { operations: { ...operations, diff: () => nothing } }))
        .code,
    ).toBe(0);
  });

  it("shows what changes and the effect, and says no changes only after a comparison", async () => {
    const answer = await runIn(["diff"], { operations });
    expect(answer.stdout).toContain(
      '  + connection  postgres-prod-revenue   "Postgres prod, revenue tables"\n',
    );
    expect(answer.stdout).toContain(
      "effect     first run reads about 11.1 million rows   [first_load]",
    );
    expect(answer.stdout).toContain(
      "Plan p_3f9c1a: 1 to create, 0 to update, 0 to delete, 0 drift. 0 streams re-read. 0 rows dropped.",
    );
    const none = await runIn(["diff"], {
      operations: { ...operations, diff: () => nothing },
      now: () => Date.parse("2026-11-30T05:05:00Z"),
      env: { TZ: "Asia/Tokyo" },
    });
    expect(none.stdout).toBe("No changes. Compared 4 connections, 31 streams, 14:05 JST.\n");
  });

  it("never says no changes when the comparison failed", async () => {
    const answer = await runIn(["diff", "--profile", "dead"], {
      operations: {
        ...operations,
        diff: () => {
          throw new RevosError("server.unreachable", "Could not reach dead.example.");
        },
      },
    });
    expect(answer.code).toBe(11);
    expect(answer.stderr).toContain("Could not compare.");
    expect(answer.stdout + answer.stderr).not.toContain("No changes");
  });

  it("checks one file against files only, prints its document always, and exits 3 for errors", async () => {
    using folder = makeFolder();
    const at = (name: string) => join(folder.dir, name);
    writeFileSync(at("streams.json"), "[]");
    writeFileSync(at("a.yaml"), "kind: Connection\n");
    const finding = {
      code: "slug_invalid",
      severity: "error",
      path: "metadata.name",
      message: "m",
      advice: "a",
      line: 1,
      column: 1,
    } as const;
    const run = (findings: readonly (typeof finding)[]) =>
      runIn(["diff", "--offline", "--discovery", "streams.json", "a.yaml", "--json"], {
        cwd: folder.dir,
        operations: {
          "diff.offline": () => ({ ok: findings.length === 0, findings, warnings: [] }),
        },
      });
    const bad = await run([finding]);
    expect(bad.code).toBe(3);
    expect(JSON.parse(bad.stdout)).toEqual({ ok: false, findings: [finding], warnings: [] });
    expect(bad.calls[0]?.input).toMatchObject({ text: "kind: Connection\n", discovery: [] });
    const good = await run([]);
    expect([good.code, JSON.parse(good.stdout).ok, good.stderr]).toEqual([0, true, ""]);
  });

  it("reads a connection from stdin under its own name, and leaves no file behind", async () => {
    let seen: string[] = [];
    const answer = await runIn(["diff", "-", "--json"], {
      input: "kind: Connection\nmetadata:\n  name: stripe-billing\n",
      operations: {
        ...operations,
        diff: (input) => {
          seen = input.paths ?? [];
          expect(readFileSync(seen[0] ?? "", "utf8")).toContain("stripe");
          return nothing;
        },
      },
    });
    expect(answer.code).toBe(0);
    expect(seen[0]).toMatch(/stripe-billing\.yaml$/);
    expect(existsSync(seen[0] ?? "")).toBe(false);
  });
});

describe("apply", () => {
  it("stops without a terminal and names the flag", async () => {
    const answer = await runIn(["apply", "--json"], { operations });
    expect(answer.code).toBe(7);
    expect(JSON.parse(answer.stderr)).toMatchObject({
      code: "consent.needed",
      advice: "revos apply --plan p_3f9c1a --yes",
      exit: 7,
    });
    expect(answer.calls.map((call) => call.name)).toEqual(["diff"]);
  });

  it("applies exactly the plan that was shown, with --yes or a y", async () => {
    const flagged = await runIn(["apply", "--yes", "--json"], { operations });
    expect(flagged.calls.at(-1)).toEqual({ name: "apply", input: { yes: true, plan: "p_3f9c1a" } });
    const typed = await runIn(["apply"], {
      operations,
      typed: ["d", "y"],
      tty: { stdin: true, stderr: true, stdout: true },
      env: { NO_COLOR: "1" },
    });
    expect(typed.calls.at(-1)?.input).toMatchObject({ yes: true, plan: "p_3f9c1a" });
    expect(typed.stdout).toContain("created  postgres-prod-revenue   con_5h1x8t");
    expect(typed.stdout).toContain("wrote connections/postgres-prod-revenue.yaml");
  });

  it.each([["n"], [""], ["いいえ"]])("does nothing after the answer %j", async (answerTyped) => {
    const answer = await runIn(["apply"], {
      operations,
      typed: [answerTyped],
      tty: { stdin: true, stderr: true },
    });
    expect(answer.code).toBe(7);
    expect(answer.stderr).toContain("Nothing was done.");
    expect(answer.calls.map((call) => call.name)).toEqual(["diff"]);
  });

  it("wants the name typed for what destroys: --yes is not enough", async () => {
    const operations2 = { ...operations, diff: () => destructive };
    const refused = await runIn(["apply", "--yes", "--json"], { operations: operations2 });
    expect(refused.code).toBe(7);
    expect(JSON.parse(refused.stderr).advice).toBe(
      "revos apply --plan p_88d0e2 --confirm hubspot-old",
    );
    const given = await runIn(["apply", "--confirm", "hubspot-old", "--json"], {
      operations: operations2,
    });
    expect(given.calls.at(-1)?.input).toMatchObject({ confirm: "hubspot-old", plan: "p_88d0e2" });
    const wrong = await runIn(["apply"], {
      operations: operations2,
      typed: ["hubspot"],
      tty: { stdin: true, stderr: true },
    });
    expect(wrong.code).toBe(7);
    expect(wrong.calls.map((call) => call.name)).toEqual(["diff"]);
  });

  it("hands an old plan to the operation, which refuses it", async () => {
    const answer = await runIn(["apply", "--plan", "p_old", "--yes", "--json"], {
      operations: {
        ...operations,
        apply: (input) => {
          throw new RevosError("plan.stale", `The plan ${input.plan} no longer fits.`);
        },
      },
    });
    expect(answer.code).toBe(6);
    expect(answer.calls.at(-1)?.input).toEqual({ plan: "p_old" });
  });

  it("says no changes the third time, and changes nothing", async () => {
    const answer = await runIn(["apply", "--yes"], {
      operations: {
        ...operations,
        diff: () => nothing,
        apply: () => applied({ changed: false, items: [], filesWritten: [] }),
      },
    });
    expect(answer.code).toBe(0);
    expect(answer.stdout).toMatch(/^No changes\. Compared 4 connections/);
  });

  it("records the assistant that runs it", async () => {
    const answer = await runIn(["apply", "--yes", "--json"], {
      operations,
      env: { CLAUDECODE: "1" },
    });
    expect(answer.calls.at(-1)?.input).toMatchObject({ actor: "agent/claude-code" });
  });
});

describe("quarantine replay", () => {
  it("needs a yes to write, none for a dry run or for nothing to do", async () => {
    expect((await runIn(["quarantine", "replay", "q_1", "--dry-run"], { operations })).code).toBe(
      0,
    );
    const refused = await runIn(["quarantine", "replay", "q_1", "--json"], { operations });
    expect([refused.code, JSON.parse(refused.stderr).advice]).toEqual([
      7,
      "revos quarantine replay q_1 --yes",
    ]);
    const none = await runIn(["quarantine", "replay", "q_1"], {
      operations: {
        ...operations,
        "quarantine.replay": () => ({
          group: "q_1",
          dryRun: false,
          tried: 0,
          replayed: 0,
          stays: 1,
          reasons: [],
          exit: 0,
        }),
      },
    });
    expect([none.code, none.stdout]).toEqual([0, "0 rows to replay (1 stays).\n"]);
  });

  it("reads a fix and refuses a key it does not know", async () => {
    using folder = makeFolder();
    writeFileSync(
      join(folder.dir, "fix.yaml"),
      "set: { amount: null, qty: 5 }\nwhere: amount = 'N/A'\n",
    );
    const answer = await runIn(["quarantine", "replay", "q_1", "--fix", "fix.yaml", "--yes"], {
      operations,
      cwd: folder.dir,
    });
    expect(answer.calls.at(-1)?.input).toEqual({
      target: "q_1",
      yes: true,
      fix: { set: { amount: null, qty: "5" }, where: "amount = 'N/A'" },
    });
    const wrong = await runIn(["quarantine", "replay", "q_1", "--fix", "-", "--yes", "--json"], {
      operations,
      input: "sett: { a: 1 }",
    });
    expect([wrong.code, JSON.parse(wrong.stderr).advice]).toEqual([3, "did you mean set?"]);
  });
});
