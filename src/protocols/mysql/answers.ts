// What a MySQL server answers to commands: errors, ends, the columns of a result, rows as texts, prepared statements.
import { PayloadReader, PayloadWriter } from "./payload.ts";

export const command = {
  quit: 1,
  useDatabase: 2,
  query: 3,
  ping: 14,
  prepare: 22,
  execute: 23,
  closeStatement: 25,
} as const;

/** First bytes of answers. */
export const marker = { ok: 0, localFile: 0xfb, end: 0xfe, error: 0xff } as const;

/** Longest payload that a first byte of 0xfe makes an end of rows; longer ones are rows with a huge first field. */
export const isEnd = (first: number | undefined, sizeBytes: number): boolean =>
  first === marker.end && sizeBytes < 9;

/** A server's error as a thrown value: its text may hold values and names, so it never leaves `cause`. */
export type ServerError = Error & { readonly errno: number; readonly sqlState: string };

export function parseServerError(bytes: Uint8Array, start: number, end: number): ServerError {
  const reader = new PayloadReader(bytes, start + 1, end);
  const errno = reader.integer(2);
  let text = reader.text(reader.left);
  let sqlState = "HY000";
  if (text.startsWith("#")) [sqlState, text] = [text.slice(1, 6), text.slice(6)];
  return Object.assign(new Error(text), { errno, sqlState });
}

export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error &&
  "errno" in error &&
  typeof error.errno === "number" &&
  "sqlState" in error;

export const columnFlag = { notNull: 1, unsigned: 32, binary: 128 } as const;

/** Character set of columns that hold bytes. */
export const binaryCharset = 63;

export type ColumnDefinition = {
  readonly name: string;
  /** Protocol::ColumnType: how values travel. */
  readonly type: number;
  readonly charset: number;
  readonly flags: number;
  /** Longest value in bytes, or digits shown. */
  readonly length: number;
  readonly decimals: number;
};

export function parseColumn(bytes: Uint8Array, start: number, end: number): ColumnDefinition {
  const reader = new PayloadReader(bytes, start, end);
  for (let i = 0; i < 4; i++) reader.lengthText(); // catalog, schema, table, original table
  const name = reader.lengthText();
  reader.lengthText(); // original name
  reader.lengthOrNull(); // length of what follows
  const charset = reader.integer(2);
  const length = reader.integer(4);
  const type = reader.integer(1);
  const flags = reader.integer(2);
  return { name, type, charset, flags, length, decimals: reader.integer(1) };
}

/** A row of a text result. */
export function parseTextRow(
  bytes: Uint8Array,
  start: number,
  end: number,
  columns: number,
): (string | null)[] {
  const reader = new PayloadReader(bytes, start, end);
  return Array.from({ length: columns }, () => reader.lengthTextOrNull());
}

export type Prepared = {
  readonly id: number;
  readonly columns: number;
  readonly parameters: number;
};

export function parsePrepared(bytes: Uint8Array, start: number, end: number): Prepared {
  const reader = new PayloadReader(bytes, start + 1, end);
  return { id: reader.integer(4), columns: reader.integer(2), parameters: reader.integer(2) };
}

export const makeCommand = (code: number, text = ""): Uint8Array =>
  new PayloadWriter().integer(code, 1).text(text).take();

/** Runs a statement without parameters and without a cursor: its rows follow at once, in binary. */
export const makeExecute = (id: number): Uint8Array =>
  new PayloadWriter().integer(command.execute, 1).integer(id, 4).integer(0, 1).integer(1, 4).take();

export const makeCloseStatement = (id: number): Uint8Array =>
  new PayloadWriter().integer(command.closeStatement, 1).integer(id, 4).take();
