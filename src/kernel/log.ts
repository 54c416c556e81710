// Structured logging. An event is a constant lowercase phrase; everything that varies is a field with a fixed name.
// There is no global logger: `log` travels in a context. No secret and no row value may be a field.

export type LogLevel = "debug" | "info" | "warn" | "error";
export type LogFields = Readonly<Record<string, unknown>>;

export type Log = {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** The same log with fields that every line carries. */
  with(fields: LogFields): Log;
};

export type LogRecord = {
  readonly level: LogLevel;
  readonly event: string;
  readonly fields: LogFields;
};

export const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** A log that hands every record at or above `level` to `write`. */
export function makeLog(
  write: (record: LogRecord) => void,
  level: LogLevel = "info",
  bound: LogFields = {},
): Log {
  const least = logLevels.indexOf(level);
  const at =
    (recordLevel: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(recordLevel) >= least)
        write({ level: recordLevel, event, fields: { ...bound, ...fields } });
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    with: (fields) => makeLog(write, level, { ...bound, ...fields }),
  };
}

export const silentLog: Log = makeLog(() => {}, "error");
