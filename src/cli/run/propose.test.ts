// connections propose: both confirmation points by conversation and by flag, resumable, nothing written without a yes.
import { describe, expect, it } from "vitest";
import type { OperationInput } from "../../api/operations.ts";
import { RevosError } from "../../kernel/error.ts";
import { runIn, type Operations } from "../testing/run-cli.ts";
import { operations, proposal } from "../testing/sample-documents.ts";

type Change = OperationInput<"proposals.change">;

/** A proposal that moves on as the operation would: each confirmation opens the next point. */
function conversation(more: Operations = {}): {
  operations: Operations;
  changes: Omit<Change, "id" | "actor">[];
  writes: unknown[];
} {
  const changes: Omit<Change, "id" | "actor">[] = [];
  const writes: unknown[] = [];
  let state = proposal();
  return {
    changes,
    writes,
    operations: {
      ...operations,
      "proposals.start": (input) =>
        (state = proposal({
          goal: input.goal ?? null,
          action: input.goal ? "propose" : "ask_use_case",
        })),
      "proposals.show": () => state,
      "proposals.change": ({ id: _, actor: __, ...change }) => {
        changes.push(change);
        if (change.set?.some((one) => one.value === "impossible"))
          throw new RevosError("config.sync_mode_unsupported", "orders does not offer impossible.");
        if (change.goal) state = { ...state, action: "propose", goal: change.goal };
        if (change.confirm === "streams") state = { ...state, state: "modes_open" };
        if (change.confirm === "modes") state = { ...state, state: "pii_open" };
        if (change.pii) state = { ...state, state: "ready" };
        return state;
      },
      "proposals.write": (input) => {
        writes.push(input);
        return {
          path: "/shop/connections/postgres-prod-revenue.yaml",
          yaml: "",
          streams: 3,
          findings: [],
          warnings: [],
          written: true,
          difference: null,
        };
      },
      ...more,
    },
  };
}

const tty = { stdin: true, stdout: true, stderr: true };
const at = { tty, env: { NO_COLOR: "1" }, cwd: "/shop" };

describe("at a terminal", () => {
  it("asks for the goal, waits at both points, asks about personal data, then writes", async () => {
    const talk = conversation();
    const answer = await runIn(["connections", "propose", "src_7kq2m9"], {
      ...at,
      operations: talk.operations,
      typed: [
        "revenue per customer",
        "add user_sessions",
        "drop stores",
        "",
        "order_items full_refresh_overwrite",
        "",
        "y",
        "",
        "",
      ],
    });
    expect(answer.code, answer.stderr).toBe(0);
    expect(talk.changes).toEqual([
      { goal: "revenue per customer" },
      { add: ["user_sessions"] },
      { drop: ["stores"] },
      { confirm: "streams" },
      { set: [{ stream: "public.order_items", key: "syncMode", value: "full_refresh_overwrite" }] },
      { confirm: "modes" },
      { pii: "hash" },
    ]);
    expect(talk.writes).toEqual([
      { id: "pr_8c1d", name: "postgres-prod-revenue", label: "Postgres prod, revenue tables" },
    ]);
    expect(answer.stdout).toContain("Proposed streams (3 of 5):");
    expect(answer.stdout).toContain("[unsure] the name does not say what it holds; kept");
    expect(answer.stdout).toMatch(/Stream +Sync mode +Cursor +Primary key\n/);
    expect(answer.stdout).toMatch(/customers +incremental_deduped_history +updated_at \* +id\n/);
    expect(answer.stdout).toMatch(/order_items +incremental_append +created_at +—\n/);
    expect(answer.stdout).toContain(
      "Wrote and validated connections/postgres-prod-revenue.yaml. Run `revos apply` to create it on the server.",
    );
  });

  it("suggests for a typo and changes nothing; a mode that is not offered names those that are", async () => {
    const talk = conversation();
    const answer = await runIn(["connections", "propose", "src_7kq2m9", "--goal", "x"], {
      ...at,
      operations: talk.operations,
      typed: [
        "drop custmers",
        "add nonsense_here",
        "",
        "order_items incremental_deduped_history",
        "ordr_items full_refresh_overwrite",
        "",
        "n",
        "my-name",
        "My label",
      ],
    });
    expect(answer.code, answer.stderr).toBe(0);
    expect(answer.stderr).toContain(
      "There is no stream custmers. Did you mean customers? Nothing changed.",
    );
    expect(answer.stderr).toContain("There is no stream nonsense_here. Nothing changed.");
    expect(answer.stderr.replace(/\s+/g, " ")).toContain(
      "order_items does not allow incremental_deduped_history. It allows incremental_append, full_refresh_overwrite.",
    );
    for (const line of answer.stderr.split("\n"))
      if (!line.includes("revos ")) expect(line.length, line).toBeLessThanOrEqual(100);
    expect(answer.stderr).toContain("Did you mean order_items?");
    expect(talk.changes).toEqual([{ confirm: "streams" }, { confirm: "modes" }, { pii: "clear" }]);
    expect(talk.writes).toEqual([{ id: "pr_8c1d", name: "my-name", label: "My label" }]);
  });

  it("hands free words on, shows a refusal and goes on", async () => {
    const talk = conversation();
    const answer = await runIn(["connections", "propose", "src_7kq2m9", "--goal", "売上"], {
      ...at,
      operations: talk.operations,
      typed: [
        "products は不要なので削除して",
        "all",
        "ok",
        "customers incremental_append at impossible",
        "はい",
        "d",
        "",
        "",
      ],
    });
    expect(answer.code, answer.stderr).toBe(0);
    expect(talk.changes[0]).toEqual({ reply: "products は不要なので削除して" });
    expect(talk.changes[1]).toEqual({ all: true });
    expect(answer.stderr).toContain("error[config.sync_mode_unsupported]");
    expect(talk.changes.at(-1)).toEqual({ pii: "drop" });
  });

  it.each([
    "orders は full_refresh_overwrite に変更してください",
    "orders should be overwritten each time",
  ])("reads a sentence about modes as words: %s", async (sentence) => {
    const talk = conversation();
    await runIn(["connections", "propose", "src_7kq2m9", "--goal", "revenue"], {
      ...at,
      operations: talk.operations,
      typed: ["", sentence, "quit"],
    });
    expect(talk.changes).toEqual([{ confirm: "streams" }, { reply: sentence }]);
  });

  it("shows the mappers that words asked for before they are written", async () => {
    const asked = proposal({
      mappers: [
        {
          stream: "customers",
          field: ["email"],
          origin: "requested",
          mapper: {
            type: "hashing",
            mapperConfiguration: { targetField: "email", method: "SHA-256" },
          },
        },
      ],
    });
    const talk = conversation({ "proposals.change": () => asked });
    const answer = await runIn(["connections", "propose", "src_7kq2m9", "--goal", "revenue"], {
      ...at,
      operations: talk.operations,
      typed: ["hash the mails", "quit"],
    });
    expect(answer.stderr.match(/Mappers you asked for: customers\.email hashing/g)).toHaveLength(1);
  });

  it("shows the difference to a file that stands there and takes another name or a yes", async () => {
    let times = 0;
    const talk = conversation({
      "proposals.write": (input) => {
        talk.writes.push(input);
        const written = input.overwrite === true || input.name === "other-name";
        times++;
        return {
          path: `/shop/connections/${input.name}.yaml`,
          yaml: "",
          streams: 3,
          findings: [],
          warnings: [],
          written,
          difference: written ? null : "-  status: active\n+  status: inactive\n",
        };
      },
    });
    const typed = ["", "", "y", "", ""];
    const renamed = await runIn(["connections", "propose", "src_7kq2m9", "--goal", "x"], {
      ...at,
      operations: talk.operations,
      typed: [...typed, "other-name"],
    });
    expect(renamed.code, renamed.stderr).toBe(0);
    expect(renamed.stderr).toContain("-  status: active");
    expect(times).toBe(2);
    const stopped = await runIn(["connections", "propose", "src_7kq2m9", "--goal", "x"], {
      ...at,
      operations: talk.operations,
      typed: [...typed, ""],
    });
    expect(stopped.code).toBe(6);
    expect(stopped.stderr).toContain("--resume pr_8c1d --write --overwrite");
    const replaced = await runIn(["connections", "propose", "src_7kq2m9", "--goal", "x"], {
      ...at,
      operations: talk.operations,
      typed: [...typed, "o"],
    });
    expect(replaced.code).toBe(0);
    expect(talk.writes.at(-1)).toMatchObject({ overwrite: true });
  });

  it("keeps the proposal when the person quits or the input ends", async () => {
    for (const typed of [["quit"], []]) {
      const talk = conversation();
      const answer = await runIn(["connections", "propose", "src_7kq2m9", "--goal", "x"], {
        ...at,
        operations: talk.operations,
        typed,
      });
      expect(answer.code).toBe(7);
      expect(talk.writes).toEqual([]);
    }
  });

  it("says the closing sentence of the seed in Japanese", async () => {
    const talk = conversation();
    const answer = await runIn(
      ["connections", "propose", "src_7kq2m9", "--goal", "顧客あたりの売上", "--lang", "ja"],
      {
        ...at,
        operations: talk.operations,
        typed: ["", "", "はい", "", ""],
      },
    );
    expect(answer.code, answer.stderr).toBe(0);
    expect(answer.stdout).toContain(
      "接続 YAML を connections/postgres-prod-revenue.yaml に書き込み、検証しました。revos apply を実行してサーバー上に作成してください。",
    );
    expect(answer.stdout).toMatch(/Stream +Sync mode +Cursor +Primary key/);
  });
});

describe("with flags and no terminal", () => {
  const all = [
    "connections",
    "propose",
    "src_7kq2m9",
    "--goal",
    "revenue per customer",
    "--accept-streams",
    "--accept-modes",
    "--hash-pii",
    "--name",
    "a-b",
    "--label",
    "A b",
    "--owner",
    "data@shop.example",
    "--schedule",
    "12h",
    "--write",
  ];

  it("accepts each point by its flag and prints the two lists it accepted", async () => {
    const talk = conversation();
    const answer = await runIn(all, { operations: talk.operations, cwd: "/shop" });
    expect(answer.code, answer.stderr).toBe(0);
    expect(talk.changes).toEqual([{ confirm: "streams" }, { confirm: "modes" }, { pii: "hash" }]);
    expect(talk.writes).toEqual([
      { id: "pr_8c1d", name: "a-b", label: "A b", schedule: "12h", owner: "data@shop.example" },
    ]);
    expect(answer.stdout).toContain("Proposed streams (3 of 5):");
    expect(answer.stdout).toContain("Stream             Sync mode");
    expect(answer.stderr).toContain("Accepted by flag, confirmation point 1: the 3 streams above.");
  });

  it.each([
    ["--goal", "--goal"],
    ["--accept-streams", "--accept-streams"],
    ["--accept-modes", "--accept-modes"],
    ["--hash-pii", "--hash-pii"],
    ["--write", "--write"],
  ])("stops with exit 7 at the missing %s, with the proposal's id", async (missing, named) => {
    const talk = conversation();
    const argv = all.filter(
      (word, i) => word !== missing && !(missing === "--goal" && all[i - 1] === "--goal"),
    );
    const answer = await runIn([...argv, "--json"], { operations: talk.operations });
    expect(answer.code).toBe(7);
    expect(JSON.parse(answer.stdout)).toMatchObject({ kind: "Proposal", id: "pr_8c1d" });
    const error = JSON.parse(answer.stderr.trim().split("\n").at(-1) ?? "");
    expect(error).toMatchObject({
      code: missing === "--goal" ? "proposal.goal_needed" : "consent.needed",
      exit: 7,
    });
    expect(error.advice).toContain("--resume pr_8c1d");
    expect(error.advice).toContain(named);
    expect(talk.writes).toEqual([]);
  });

  it("goes on with --resume where it stopped", async () => {
    const talk = conversation();
    await runIn(all.slice(0, 6), { operations: talk.operations });
    const answer = await runIn(
      [
        "connections",
        "propose",
        "--resume",
        "pr_8c1d",
        "--accept-modes",
        "--pii-clear",
        "--write",
        "--json",
      ],
      { operations: talk.operations, cwd: "/shop" },
    );
    expect(answer.code, answer.stderr).toBe(0);
    expect(JSON.parse(answer.stdout)).toMatchObject({
      kind: "Proposal",
      state: "written",
      path: "connections/postgres-prod-revenue.yaml",
      exit: 0,
    });
    expect(talk.changes).toEqual([{ confirm: "streams" }, { confirm: "modes" }, { pii: "clear" }]);
  });

  it("narrows streams and sets modes by flag before they are accepted", async () => {
    const talk = conversation();
    await runIn(
      [
        ...all,
        "--streams",
        'customers,public."odd,name"',
        "--set",
        "order_items.syncMode=full_refresh_overwrite",
        "--set",
        "public.customers.cursorField=at",
      ],
      { operations: talk.operations, cwd: "/shop" },
    );
    expect(talk.changes[0]).toEqual({ only: ["customers", 'public."odd,name"'] });
    expect(talk.changes).toContainEqual({
      set: [
        { stream: "order_items", key: "syncMode", value: "full_refresh_overwrite" },
        { stream: "public.customers", key: "cursorField", value: "at" },
      ],
    });
  });

  it("passes errors of the written file on and says no word of success", async () => {
    const finding = {
      code: "cursor_missing",
      severity: "error",
      path: "spec.streams[0]",
      message: "Stream a has no cursorField.",
      advice: "write one",
      line: 9,
      column: 5,
    } as const;
    const talk = conversation({
      "proposals.write": () => ({
        path: "/shop/connections/a-b.yaml",
        yaml: "",
        streams: 1,
        findings: [finding],
        warnings: [],
        written: true,
        difference: null,
      }),
    });
    const answer = await runIn(all, { operations: talk.operations, cwd: "/shop" });
    expect(answer.code).toBe(3);
    expect(answer.stderr).toContain(
      "error[config.cursor_missing]: Stream a has no cursorField.\n  --> connections/a-b.yaml:9:5",
    );
    expect(answer.stdout).not.toMatch(/Wrote|validated/);
  });

  it("offers to pull a connection that is there already, and makes a second only when told", async () => {
    const offer = () =>
      proposal({
        action: "offer_pull",
        pull: [{ id: "con_1", name: "stripe-billing" }],
        selected: [],
      });
    const talk = conversation({ "proposals.start": offer });
    const argv = ["connections", "propose", "src_7kq2m9", "--goal", "x"];
    const answer = await runIn([...argv, "--json"], { operations: talk.operations });
    expect(answer.code).toBe(7);
    expect(JSON.parse(answer.stdout).action).toBe("offer_pull");
    expect(JSON.parse(answer.stderr).advice).toBe(
      "revos connections propose --resume pr_8c1d --reply new      or: revos pull stripe-billing",
    );
    const left = await runIn(argv, { ...at, operations: talk.operations, typed: [""] });
    expect([left.code, talk.changes]).toEqual([0, []]);
    expect(left.stderr).toContain("revos pull stripe-billing");
    // A goal is no answer to this question: it is asked again, and nothing is taken for a no.
    const typed = ["revenue per customer", "new", "quit"];
    const anew = await runIn(argv, { ...at, operations: talk.operations, typed });
    expect(anew.code).toBe(7);
    expect(talk.changes).toEqual([{ reply: "new" }]);
  });

  it.each([
    ["ハッシュ化", "hash"],
    ["ハッシュ化してください", "hash"],
    ["そのまま", "clear"],
    ["平文のまま", "clear"],
    ["除外", "drop"],
    ["読み込まない", "drop"],
    ["hash them", "hash"],
    ["in clear", "clear"],
  ])("takes %s as an answer about personal data", async (words, pii) => {
    const talk = conversation();
    const answer = await runIn(["connections", "propose", "src_7kq2m9", "--goal", "x"], {
      ...at,
      operations: talk.operations,
      typed: ["", "", words, "", ""],
    });
    expect(answer.code, answer.stderr).toBe(0);
    expect(talk.changes.at(-1)).toEqual({ pii });
  });

  it("says of a stream that was left out that it is not selected, and adds it at the second point", async () => {
    const talk = conversation();
    const [left] = proposal({}).dropped;
    const name = left?.stream ?? "";
    const answer = await runIn(["connections", "propose", "src_7kq2m9", "--goal", "x"], {
      ...at,
      operations: talk.operations,
      typed: ["", `${name} full_refresh_overwrite`, `add ${name}`, "", "n", "", ""],
    });
    expect(answer.code, answer.stderr).toBe(0);
    expect(answer.stderr).toContain(`${name} is not selected. To have it: add ${name}.`);
    expect(talk.changes).toContainEqual({ add: [name] });
  });

  it("goes back to the streams when an answer at the modes opens them again", async () => {
    let opened = false;
    const talk = conversation();
    const inner = talk.operations["proposals.change"];
    const operations2: Operations = {
      ...talk.operations,
      "proposals.change": async (input, options) => {
        const next = await inner?.(input, options);
        if (!next) throw new RevosError("bug.assertion", "no change");
        if (input.reply !== undefined && !opened) {
          opened = true;
          return { ...next, state: "streams_open" };
        }
        return next;
      },
    };
    const answer = await runIn(["connections", "propose", "src_7kq2m9", "--goal", "x"], {
      ...at,
      operations: operations2,
      typed: ["", "please drop the stores too", "", "", "y", "", ""],
    });
    expect(answer.code, answer.stderr).toBe(0);
    expect(talk.changes.filter((one) => one.confirm).map((one) => one.confirm)).toEqual([
      "streams",
      "streams",
      "modes",
    ]);
  });

  it("lists every stream that was left out, with the rule", async () => {
    const answer = await runIn(
      ["connections", "propose", "--resume", "pr_8c1d", "--dropped", "--json"],
      { operations: conversation().operations },
    );
    expect(JSON.parse(answer.stdout)).toEqual(proposal().dropped);
  });
});
