// Failures: the form of ux.md §2.5 in two languages, places in files, findings all at once, bugs without a stack.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Aborted, RevosError } from "../kernel/error.ts";
import { exitRows } from "./view/topics.ts";
import { errorCodes } from "../kernel/errors/codes.ts";
import { makeFolder, runIn, type Operations } from "./testing/run-cli.ts";
import { operations, plan } from "./testing/sample-documents.ts";

const failing = (error: unknown): Operations => ({
  ...operations,
  status: () => {
    throw error;
  },
});

describe("an error", () => {
  it("says what was tried, where, what the source said, the fix and where to read more", async () => {
    const error = new RevosError(
      "source.auth_failed",
      "Could not sign in to shop-prod as revos_ro: the password was refused.",
      {
        data: { sqlState: "28P01" },
        advice: "revos sources test src_7kq2m9",
      },
    );
    const answer = await runIn(["status"], { operations: failing(error), env: { COLUMNS: "100" } });
    expect(answer.code).toBe(4);
    expect(answer.stdout).toBe("");
    expect(answer.stderr).toBe(
      [
        "error[source.auth_failed]: Could not sign in to shop-prod as revos_ro: the password was refused.",
        "  source said: SQLSTATE 28P01",
        "  fix:  revos sources test src_7kq2m9",
        "  more: revos help source.auth_failed",
        "",
      ].join("\n"),
    );
  });

  it("wraps its sentence with an indent and keeps the fix in one line", async () => {
    const advice = `revos sync ${"very-long-name-".repeat(10)}`;
    const answer = await runIn(["status"], {
      operations: failing(
        new RevosError(
          "plan.stale",
          "One two three four five six seven eight nine ten eleven twelve thirteen.",
          { advice },
        ),
      ),
      tty: { stderr: true },
      width: 50,
      env: { NO_COLOR: "1" },
    });
    const lines = answer.stderr.split("\n");
    expect(lines[1]).toMatch(/^ {2}\S/);
    for (const line of lines.filter((one) => !one.includes("fix:")))
      expect(line.length).toBeLessThanOrEqual(50);
    expect(answer.stderr).toContain(`fix:  ${advice}\n`);
  });

  it("says that a retry is safe where it is", async () => {
    const answer = await runIn(["status"], {
      operations: failing(new RevosError("source.timeout", "Too slow.")),
    });
    expect(answer.stderr).toContain("exit 11: running it again is safe");
  });

  it("speaks Japanese in text and in JSON, with code and command untouched", async () => {
    const error = new RevosError("connection.not_found", "No connection is named x.", {
      data: { connection: "x" },
    });
    const text = await runIn(["status", "--lang", "ja"], { operations: failing(error) });
    expect(text.stderr).toBe(
      "エラー[connection.not_found]: 接続 x はありません。\n  対処: revos connections list\n  詳細: revos help connection.not_found\n",
    );
    const json = await runIn(["status", "--json"], {
      operations: failing(error),
      env: { LANG: "ja_JP.UTF-8" },
    });
    expect(JSON.parse(json.stderr)).toMatchObject({
      code: "connection.not_found",
      title: "接続がありません",
      message: "接続 x はありません。",
      retry: "never",
      exit: 5,
    });
  });

  it("shows no stack and no driver text for a bug, but a report line and a log that has them", async () => {
    using folder = makeFolder();
    mkdirSync(join(folder.dir, ".revos"));
    const answer = await runIn(["status"], {
      operations: failing(new TypeError("secret-row-value")),
      cwd: folder.dir,
    });
    expect(answer.code).toBe(70);
    expect(answer.stderr).not.toMatch(/secret-row-value|\n +at /);
    expect(answer.stderr).toMatch(
      /Report this line: revos 0\.0\.0-test, node [\d.]+, command status\n/,
    );
    const log = /Log: (.+)\n/.exec(answer.stderr)?.[1] ?? "";
    expect(log.startsWith(join(folder.dir, ".revos", "logs"))).toBe(true);
    expect(readFileSync(log, "utf8")).toMatch(/TypeError: secret-row-value\n +at /);
  });

  it("is an interrupt, not an error, when the work was stopped", async () => {
    const answer = await runIn(["status"], { operations: failing(new Aborted()) });
    expect(answer.code).toBe(130);
    expect(answer.stderr).not.toContain("error[");
  });

  it("ends with the exit code of its row, and help exit-codes knows every exit there is", () => {
    const known = new Set([...exitRows.map(([code]) => Number(code)), 143]);
    for (const [code, row] of Object.entries(errorCodes))
      expect(known.has(row.exit), code).toBe(true);
  });
});

describe("findings", () => {
  const yaml =
    "apiVersion: revos/v1\nspec:\n  streams:\n    - name: 顧客\n      syncMode: incremental_append_only\n      password: hunter2\n";
  const finding = (more: object) => ({
    code: "sync_mode_unknown",
    severity: "error" as const,
    path: "spec.streams[0].syncMode",
    message: "incremental_append_only is not a sync mode.",
    advice: "syncMode: incremental_append",
    line: 5,
    column: 17,
    file: "connections/a.yaml",
    ...more,
  });

  it("show the line with a caret under the word, offered values and the total", async () => {
    using folder = makeFolder();
    mkdirSync(join(folder.dir, "connections"));
    writeFileSync(join(folder.dir, "connections", "a.yaml"), yaml);
    const findings = [
      finding({
        data: {
          value: "incremental_append_only",
          modes: ["incremental_append", "full_refresh_overwrite"],
        },
      }),
      finding({
        code: "cursor_extra",
        severity: "warning" as const,
        line: 2,
        column: 1,
        message: "cursorField has no effect.",
      }),
    ];
    const answer = await runIn(["diff"], {
      operations: { ...operations, diff: () => plan({ ok: false, findings }) },
      cwd: folder.dir,
    });
    expect(answer.code).toBe(3);
    expect(answer.stdout).toBe("");
    expect(answer.stderr).toContain(
      [
        "error[config.sync_mode_unknown]: incremental_append_only is not a sync mode.",
        "  --> connections/a.yaml:5:17",
        "  |",
        "5 |       syncMode: incremental_append_only",
        "  |                 ^^^^^^^^^^^^^^^^^^^^^^^",
        "  offered: incremental_append, full_refresh_overwrite",
        "  fix:  syncMode: incremental_append",
        "  more: revos help config.sync_mode_unknown",
      ].join("\n"),
    );
    expect(answer.stderr).toContain("warning[config.cursor_extra]: cursorField has no effect.");
    expect(answer.stderr.trimEnd().split("\n").at(-1)).toBe("1 error, 1 note in 1 file.");
  });

  it("place the caret by cells under Japanese text, and never quote a line with a secret", async () => {
    using folder = makeFolder();
    mkdirSync(join(folder.dir, "connections"));
    writeFileSync(
      join(folder.dir, "connections", "a.yaml"),
      yaml.replace("- name: 顧客", "- { 名前: 顧客, nam: x }"),
    );
    const findings = [
      finding({ code: "unknown_key", line: 4, column: 17, message: "nam is not a key." }),
      finding({
        code: "unknown_key",
        line: 6,
        column: 7,
        message: "password is not a key of a stream.",
      }),
    ];
    const answer = await runIn(["diff"], {
      operations: { ...operations, diff: () => plan({ ok: false, findings }) },
      cwd: folder.dir,
    });
    const [source = "", caret = ""] = answer.stderr
      .split("\n")
      .filter((line) => /^(4|\s) \| /.test(line));
    expect(source).toBe("4 |     - { 名前: 顧客, nam: x }");
    expect(caret).toBe(`  | ${" ".repeat(20)}^^^`);
    expect(answer.stderr).not.toContain("hunter2");
  });

  it("show at most twenty, then a count; all of them with --json, and an error on the last line", async () => {
    const findings = Array.from({ length: 25 }, (_, i) => finding({ line: i + 1 }));
    const many = { ...operations, diff: () => plan({ ok: false, findings }) };
    const text = await runIn(["diff"], { operations: many });
    expect(text.stderr.match(/error\[/g)).toHaveLength(20);
    expect(text.stderr).toContain(
      "... and 5 more findings, not shown.\n\n25 errors, 0 notes in 1 file.",
    );
    const json = await runIn(["diff", "--json"], { operations: many });
    expect(JSON.parse(json.stdout).findings).toHaveLength(25);
    expect(JSON.parse(json.stderr)).toMatchObject({ code: "config.invalid", exit: 3 });
  });

  it("stop apply before any consent is asked for", async () => {
    const answer = await runIn(["apply", "--yes"], {
      operations: { ...operations, diff: () => plan({ ok: false, findings: [finding({})] }) },
    });
    expect(answer.code).toBe(3);
    expect(answer.calls.map((call) => call.name)).toEqual(["diff"]);
  });
});
