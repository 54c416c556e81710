// Keys that belong to the form of a connection and that this version cannot yet honour. Such a key is an error
// (`not_supported_yet`), never ignored; a line leaves this table when the engine does what it says.

export type Unsupported = {
  readonly key: string;
  /** Values that are honoured all the same; absent: none. */
  readonly except?: readonly string[];
  readonly why: string;
};

export const unsupportedStreamKeys: readonly Unsupported[] = [
  { key: "deletes", why: "streams of changes are not read yet" },
  { key: "contract", why: "contracts are not enforced in the load yet" },
];

export const unsupportedConnectionKeys: readonly Unsupported[] = [];
