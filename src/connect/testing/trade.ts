// A source of some trade, asked for in words, with everything that is expected of the proposal.
import { expect } from "vitest";
import type { Proposal } from "../../model/proposal.ts";
import { proposeOffline, type ProposeOfflineInput } from "../offline.ts";
import { codes } from "./discovery.ts";
import { discoveryOf, expectLines } from "./expected.ts";

export type Trade = {
  /** Name and connector of the source. */
  readonly source: readonly [string, string];
  readonly goal?: string;
  readonly reply?: string;
  readonly namespace: string | null;
  /** Streams with what is expected of each (testing/expected.ts). */
  readonly streams: string;
  readonly action?: Proposal["action"];
  readonly connections?: ProposeOfflineInput["connections"];
  /** `stream.column`, named as sensitive; others may be named as well. */
  readonly sensitive?: readonly string[];
  /** `stream.column`, not named as sensitive. */
  readonly plain?: readonly string[];
  /** `stream.column type`: all mappers that would be written. */
  readonly mappers?: readonly string[];
  readonly warns?: readonly string[];
  readonly quiet?: readonly string[];
};

export function checkTrade(one: Trade): void {
  const document = proposeOffline({
    discovery: discoveryOf(one.namespace, one.streams),
    source: "src_1",
    sources: [{ id: "src_1", name: one.source[0] }],
    connector: one.source[1],
    sourceKind: one.namespace === null && one.source[1] !== "file" ? "saas" : "database",
    ...(one.goal === undefined ? {} : { goal: one.goal }),
    ...(one.reply === undefined ? {} : { reply: one.reply }),
    ...(one.connections === undefined ? {} : { connections: one.connections }),
  });
  expect(document.action).toBe(one.action ?? "propose");
  if (document.action !== "propose") return expect(document.selected).toEqual([]);
  expectLines(document, one.streams);
  const found = document.sensitive.map(({ stream, field }) => `${stream}.${field.join(".")}`);
  expect(found).toEqual(expect.arrayContaining([...(one.sensitive ?? [])]));
  for (const column of one.plain ?? []) expect(found).not.toContain(column);
  expect(
    document.mappers.map(
      ({ stream, field, mapper }) => `${stream}.${field.join(".")} ${mapper.type}`,
    ),
  ).toEqual(expect.arrayContaining([...(one.mappers ?? [])]));
  if (one.mappers === undefined) expect(document.mappers).toEqual([]);
  expect(document.mappers.every(({ origin }) => origin === "requested")).toBe(true);
  expect(codes(document)).toEqual(expect.arrayContaining([...(one.warns ?? [])]));
  for (const code of one.quiet ?? []) expect(codes(document)).not.toContain(code);
  expect(document.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
}
