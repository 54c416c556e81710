// The written table of time limits is the one in force.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "../../test/support/sources.ts";
import { stallDefaults } from "../engine/stall/watch.ts";
import { parseDuration } from "../model/duration.ts";
import { storeLimits } from "../store/postgres/limits.ts";
import { networkLimits } from "./limits.ts";

const page = readFileSync(join(repositoryRoot, "docs/guides/waiting.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| "));

it.each(Object.entries(networkLimits))("says how long %s may take", (step, ms) => {
  const row = rows.find((line) => new RegExp(`^\\| ${step}\\b`).test(line));
  expect(row).toContain(`| ${ms / 1000} s |`);
});

it("says how long the store may take, and nothing may move", () => {
  expect(page).toContain(`| store: connecting | ${storeLimits.connect / 1000} s |`);
  expect(page).toContain(`| store: an answer | ${storeLimits.answer / 1000} s |`);
  const [, warn = ""] = /stallWarn: (\S+)/.exec(page) ?? [];
  const [, fail = ""] = /stallFail: (\S+)/.exec(page) ?? [];
  expect([parseDuration(warn), parseDuration(fail)]).toEqual([
    stallDefaults.warnMs,
    stallDefaults.failMs,
  ]);
});
