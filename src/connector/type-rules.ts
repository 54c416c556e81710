// One row of a source's type table: what docs/reference/connectors.md shows, made from the source's own code so that the
// document cannot differ from what is done. A connector exports `typeRules` from its types.ts.

export type TypeRule = {
  /** The source's own words: `int unsigned`. */
  readonly sourceType: string;
  /** The canonical type's text form (model/types.ts). */
  readonly canonical: string;
  /** What is kept and what is not. */
  readonly note: string;
};
