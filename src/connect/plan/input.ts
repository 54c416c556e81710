// What a plan is made from: files as validated, connections as the server holds them, what the sources are known to hold.
import type { CatalogStream } from "../../model/catalog.ts";
import type { Connection } from "../../model/connection.ts";
import type { Finding } from "../../model/diagnostic.ts";
import type { KnownSource, Language } from "../propose/input.ts";
import type { Unconfirmed } from "./confirmed.ts";
import type { ConnectionWarning } from "../validate/clear-data.ts";

/** A file of `connections/`. `connection` null: it has errors and is only reported. */
export type PlanFile = {
  readonly file: string;
  readonly connection: Connection | null;
  readonly findings: readonly Finding[];
  readonly warnings: readonly ConnectionWarning[];
};

export type AppliedConnection = {
  readonly id: string;
  readonly name: string;
  /** As the server has it now: after a pause, `status` is inactive. */
  readonly current: Connection;
  /** As the last apply of a file left it. Null: made elsewhere, no file manages it. */
  readonly applied: Connection | null;
  readonly changedBy?: string | null;
  readonly changedAt?: string | null;
  /** Keys (`streamKey`) of streams that were loaded at least once; absent: all of an applied connection. */
  readonly loaded?: readonly string[];
};

export type PlanInput = {
  readonly files: readonly PlanFile[];
  readonly applied: readonly AppliedConnection[];
  readonly sources: readonly KnownSource[];
  /** Streams by source id, for estimates; a source that is not there has none. */
  readonly catalogs: Readonly<Record<string, readonly CatalogStream[]>>;
  /** The files are all there are: what has no file any more is deleted. False: only the files named are compared. */
  readonly isWhole: boolean;
  /** The project's default destination, to compare with files that name it. */
  readonly defaultDestination: string;
  /** Rows that may be read again with level 2 consent. */
  readonly maxRereadRows?: number;
  /** With `confirmations: strict`: files whose streams or modes nobody confirmed. Doing those needs the name typed. */
  readonly unconfirmed?: readonly Unconfirmed[];
  /** Only what is done to the connection of this name: the plan, its id and its consent are about nothing else. */
  readonly only?: string | undefined;
  /** Also tell what does not change. */
  readonly full?: boolean;
  /** Of the effects' sentences; the plan and its id are the same in both. Default: English. */
  readonly language?: Language;
};

export const defaultMaxRereadRows = 10_000_000;
