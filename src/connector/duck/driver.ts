// What revos uses of the DuckDB driver, by name: the bundle holds the driver's own code (finding and reading its forty files
// took a fifth of a second at each start), and of a bundled CommonJS package only named exports can be imported late.
import * as driver from "@duckdb/node-api";

export const { DuckDBInstance, DuckDBScalarFunction, VARCHAR, version } = driver;
