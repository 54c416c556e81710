// A comparison as people read it: one line a stream, what differs, what is explained, and what was left out.
import type { Verification, VerifiedStream } from "../../model/verification.ts";
import type { Say } from "../text/say.ts";
import type { Terminal } from "../terminal.ts";
import { glyphs } from "./glyphs.ts";
import { duration } from "./number.ts";
import type { Paint } from "./paint.ts";
import { shortTime } from "./time.ts";

export type VerificationStyle = {
  readonly say: Say;
  readonly paint: Paint;
  readonly terminal: Terminal;
  readonly now: number;
};

export function renderVerification(document: Verification, style: VerificationStyle): string {
  const { say, paint, terminal } = style;
  const mark = glyphs(terminal.ascii);
  const lines = [
    say("verify.heading", {
      streams: document.streams.length,
      name: document.connection ?? "",
      time: duration(document.durationMs),
    }),
  ];
  const width = Math.max(0, ...document.streams.map((stream) => nameOf(stream).length));
  for (const stream of document.streams) {
    const isEqual = stream.status === "equal";
    const state = say(
      isEqual ? "verify.equal" : stream.status === "failed" ? "verify.failed" : "verify.different",
    );
    const painted = isEqual ? paint.good(`${mark.ok} ${state}`) : paint.bad(`${mark.bad} ${state}`);
    const facts = stream.status === "failed" ? [] : [...differences(stream, say), how(stream, say)];
    lines.push(
      [`  ${nameOf(stream).padEnd(width)}`, painted, facts.join(", ")].filter(Boolean).join("  "),
    );
    lines.push(...details(stream, style).map((line) => `      ${line}`));
  }
  if (document.repaired)
    lines.push(
      `${document.repaired.exit === 0 ? paint.good(mark.ok) : paint.bad(mark.bad)} ${say(
        "verify.repaired",
        {
          run: document.repaired.run,
          inserted: document.repaired.inserted,
          removed: document.repaired.removed,
        },
      )}`,
    );
  return lines.join("\n");
}

export function renderRepair(document: Verification, say: Say): string {
  const { repair } = document;
  if (!repair) return say("verify.nothing");
  const sum = (of: "insert" | "remove" | "removeKeys"): number =>
    repair.streams.reduce((total, stream) => total + stream[of], 0);
  const line = say("verify.plan", {
    plan: repair.id,
    insert: sum("insert"),
    remove: sum("remove"),
  });
  const gone = sum("removeKeys");
  return gone === 0 ? line : `${line}; ${say("verify.planDeletes", { rows: gone })}`;
}

const nameOf = (stream: VerifiedStream): string =>
  stream.namespace ? `${stream.namespace}.${stream.stream}` : stream.stream;

function differences({ differences: found }: VerifiedStream, say: Say): string[] {
  return [
    ...(found.changed > 0 ? [say("verify.changed", { rows: found.changed })] : []),
    ...(found.missing > 0 ? [say("verify.missing", { rows: found.missing })] : []),
    ...(found.extra > 0 ? [say("verify.extra", { rows: found.extra })] : []),
    ...(found.duplicate > 0 ? [say("verify.duplicate", { rows: found.duplicate })] : []),
  ];
}

const how = (stream: VerifiedStream, say: Say): string =>
  stream.method === "digests"
    ? say("verify.byDigests", { rows: stream.sourceRows, read: stream.readRows })
    : say("verify.byRows", { rows: stream.sourceRows });

function details(stream: VerifiedStream, { say, terminal, now }: VerificationStyle): string[] {
  const lines: string[] = [];
  const { inFlight, quarantined, history, superseded } = stream.explained;
  const explained = [
    ...(inFlight > 0 ? [say("verify.inFlight", { rows: inFlight })] : []),
    ...(quarantined > 0 ? [say("verify.quarantined", { rows: quarantined })] : []),
    ...(history > 0 ? [say("verify.history", { rows: history })] : []),
    ...(superseded > 0 ? [say("verify.superseded", { rows: superseded })] : []),
  ];
  if (explained.length > 0) lines.push(say("verify.explained", { list: explained.join(", ") }));
  if (stream.columns.length > 0)
    lines.push(
      say("verify.columns", {
        list: stream.columns.map((one) => `${one.column} ${one.rows}`).join(", "),
      }),
    );
  if (stream.notCompared.length > 0)
    lines.push(
      say("verify.notCompared", {
        list: stream.notCompared
          .map(({ column, reason }) =>
            say(
              reason === "encrypted_with_random_nonce"
                ? "verify.nonce"
                : reason === "not_in_table_yet"
                  ? "verify.notInTable"
                  : "verify.noLongerRead",
              { column },
            ),
          )
          .join(", "),
      }),
    );
  for (const sample of stream.samples) {
    const key =
      sample.key === null
        ? sample.keyDigest
        : Object.entries(sample.key)
            .map(([name, text]) => `${name}=${text ?? "NULL"}`)
            .join(" ");
    lines.push([key, sample.kind, sample.columns.join(", ")].filter(Boolean).join("  "));
  }
  if (
    stream.status === "different" &&
    stream.syncMode.startsWith("full_refresh") &&
    stream.loadedAt !== null
  )
    lines.push(
      say("verify.loadedAt", { at: shortTime(toIso(stream.loadedAt), terminal.zone, now) }),
    );
  return lines;
}

const toIso = (text: string): string => {
  const ms = Date.parse(text.replace(" ", "T").replace(/\+00$/, "Z"));
  return Number.isNaN(ms) ? text : new Date(ms).toISOString();
};
