// The table of codes and the code that throws: every failure is one of the table, every row of the table is in use.
import { describe, expect, it } from "vitest";
import { errorCodes, operationCodes } from "../src/kernel/errors/codes.ts";
import { findingCodes } from "../src/kernel/errors/findings.ts";
import { lineOf, readSources } from "./support/sources.ts";

const files = readSources().filter((file) => !file.isTest);
/** Tables of words name every code and give none. */
const isTable = (path: string) => path.startsWith("kernel/errors/") || path.startsWith("cli/text/");

/**
 * Codes that other programs may meet although nothing of this version gives them, each with what will.
 * interface.md §6 freezes them, so they stand in the table from the first day.
 */
const reserved: Readonly<Record<string, string>> = {
  "auth.needed": "sign-in to a team server",
  "source.position_lost": "change capture, where the source has thrown its log away",
  "connector.not_installed": "connectors whose driver is an optional package",
};

describe("the table of codes", () => {
  it.each(Object.entries(errorCodes))(
    "%s says title, advice, retry, blame, http and exit",
    (code, row) => {
      expect(code).toMatch(/^[a-z]+\.[a-z]+(_[a-z]+)*$/);
      expect(row.title).toMatch(/^\S.*[^.]$/);
      expect(row.advice.length).toBeGreaterThan(4);
      expect(["auto", "manual", "never"]).toContain(row.retry);
      expect(["you", "source", "destination", "revos"]).toContain(row.blame);
      expect(row.http).toBeGreaterThanOrEqual(200);
      expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 70, 130, 143]).toContain(row.exit);
    },
  );

  it("keeps the exits that interface.md freezes", () => {
    const frozen: Record<number, string> = {
      2: "usage.unknown_command usage.unknown_flag usage.bad_value usage.secret_in_argv connector.unknown",
      3: "config.invalid",
      4: "auth.needed source.auth_failed source.permission_denied source.tls_failed",
      5: "source.database_not_found source.stream_not_found connection.not_found run.not_found file.not_found",
      6: "plan.stale run.already_running destination.locked file.exists",
      7: "consent.needed",
      9: "gate.held source.schema_changed",
      11: "source.unreachable source.timeout destination.unreachable",
      1: "source.position_lost source.unknown destination.full destination.value_unstorable store.newer_schema",
    };
    const exits: Record<string, number> = Object.fromEntries(
      Object.entries(errorCodes).map(([code, row]) => [code, row.exit]),
    );
    for (const [exit, codes] of Object.entries(frozen)) {
      for (const code of codes.split(" "))
        expect({ code, exit: exits[code] }).toEqual({ code, exit: Number(exit) });
    }
    for (const code of Object.keys(errorCodes).filter((one) => one.startsWith("bug.")))
      expect({ code, exit: exits[code] }).toEqual({ code, exit: 70 });
    for (const code of Object.keys(findingCodes))
      expect({ code, exit: exits[code] }).toEqual({ code, exit: 3 });
  });

  it("has no row that nothing gives", () => {
    const text = files
      .filter((file) => !isTable(file.path))
      .map((file) => file.code)
      .join("\n");
    const isUsed = (code: string) => text.includes(`"${code}"`);
    // A finding is written bare where it is made: finding("cursor_missing", ...).
    const unused = [
      ...Object.keys(operationCodes).filter((code) => !isUsed(code)),
      ...Object.keys(findingCodes).filter(
        (code) => !isUsed(code) && !isUsed(code.slice("config.".length)),
      ),
    ].filter((code) => !reserved[code]);
    expect(
      unused.map(
        (code) =>
          `${code} is given nowhere: use it, remove the row, or list it as reserved with what will give it.`,
      ),
    ).toEqual([]);
    expect(
      Object.keys(reserved)
        .filter((code) => isUsed(code))
        .map((code) => `${code} is in use now: take it off the reserved list.`),
    ).toEqual([]);
  });
});

describe("what is thrown in src", () => {
  it("is a RevosError with a code, never a plain Error", () => {
    const plain = files.flatMap((file) =>
      [
        ...file.code.matchAll(/\bthrow new (?:Type|Range|Syntax)?Error\(|\breject\(new Error\(/g),
      ].map(
        (match) =>
          `src/${file.path}:${lineOf(file.code, match.index)} throws a plain Error: throw a RevosError with a code of src/kernel/errors/codes.ts.`,
      ),
    );
    expect(plain).toEqual([]);
  });

  it("never has the text of its cause pasted into its message", () => {
    const pasted = files.flatMap((file) =>
      [
        ...file.code.matchAll(
          /new RevosError\(\s*"[^"]+",\s*`[^`]*\$\{[^}]*\b(?:error|cause)(?: as Error\))?\.message\b/g,
        ),
      ].map(
        (match) =>
          `src/${file.path}:${lineOf(file.code, match.index)} pastes a driver's text into a message: it may hold values or secrets. Put it in cause.`,
      ),
    );
    expect(pasted).toEqual([]);
  });
});
