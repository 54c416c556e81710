// `confirmations: strict` in revos.yaml: a connection counts as confirmed when a person said yes to its streams (point 1) and
// to their modes, cursors and keys (point 2) in a proposal, and the file still says the same. A yes that an assistant
// reported is not enough. ux.md §2.8, §4.3.
import type { Connection } from "../../model/connection.ts";
import { say, streamKey, type Language } from "../propose/input.ts";
import type { ProposalRecord } from "../propose/stored-record.ts";

type Confirmation = ProposalRecord["confirmations"][number];

export type Unconfirmed = {
  readonly connection: string;
  readonly points: readonly ("streams" | "modes")[];
};

/** The points that no recorded yes covers; null: all are covered. `confirmations` are those of the file's proposals. */
export function findUnconfirmed(
  connection: Connection,
  confirmations: readonly Pick<Confirmation, "point" | "actor" | "covers">[],
): Unconfirmed | null {
  const byPeople = confirmations.filter((entry) => !entry.actor.startsWith("agent/"));
  const streams = new Map(
    connection.spec.streams.map((stream) => [
      streamKey(stream.name, stream.namespace),
      modeText(stream.syncMode, stream.cursorField, stream.primaryKey),
    ]),
  );
  const isStreams = byPeople.some(
    ({ point, covers }) =>
      point === "streams" &&
      Object.keys(covers).length === streams.size &&
      [...streams.keys()].every((key) => key in covers),
  );
  const isModes = byPeople.some(
    ({ point, covers }) =>
      point === "modes" &&
      [...streams].every(([key, text]) => {
        const said = covers[key];
        return said !== undefined && sameMode(said) === text;
      }),
  );
  const points = [
    ...(isStreams ? [] : ["streams" as const]),
    ...(isModes ? [] : ["modes" as const]),
  ];
  return points.length === 0 ? null : { connection: connection.metadata.name, points };
}

const modeText = (
  mode: string,
  cursor: readonly string[] | undefined,
  key: readonly (readonly string[])[] | undefined,
): string => JSON.stringify([mode, cursor ?? [], key ?? []]);

/** What a confirmation keeps of a stream (`stored-state.ts`), in the same form. */
function sameMode(covered: string): string {
  const [mode, cursor, key] = JSON.parse(covered) as [string, string[] | null, string[][] | null];
  return modeText(mode, cursor ?? undefined, key ?? undefined);
}

export function unconfirmedWarning({ connection, points }: Unconfirmed, language: Language) {
  const shown = points.map((point) => (point === "streams" ? 1 : 2));
  return {
    code: "confirmation_missing",
    connection,
    points,
    message: say(
      language,
      `${connection}: nobody's recorded yes covers confirmation point${shown.length === 1 ? "" : "s"} ${shown.join(" and ")}; apply needs its name typed.`,
      `${connection}: 確認ポイント ${shown.join(" と ")} への同意が記録されていません。適用には名前の入力が必要です。`,
    ),
  };
}
