// Columns that revos adds to what it writes. Warehouses compare names without letter case, so a stream can have no column of
// these names, however it writes them.

/** Of every table. */
export const ownColumns = [
  "_revos_id",
  "_revos_run_id",
  "_revos_extracted_at",
  "_revos_generation",
] as const;

/** Of `<table>__history` as well, which holds every column of the table besides. */
export const historyColumns = ["valid_from", "valid_to", "is_current"] as const;
