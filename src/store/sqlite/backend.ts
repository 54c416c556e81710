// The embedded store: one file, shared by the processes of one machine.
import { toIso } from "../../kernel/clock.ts";
import type { Backend, BackendOptions } from "../backend.ts";
import { migrate } from "../migrate.ts";
import { makeSqliteDialect } from "./dialect.ts";
import { makeSqliteSession } from "./file.ts";

export function makeSqliteBackend(path: string, options: BackendOptions): Backend {
  const { clock, log, busyTimeoutMs, migrations } = options;
  const dialect = makeSqliteDialect({
    path,
    busyTimeoutMs,
    prepare: async (database) => {
      await migrate(makeSqliteSession(database, busyTimeoutMs), migrations, {
        log,
        place: path,
        now: () => toIso(clock.now()),
      });
    },
  });
  return {
    kind: "sqlite",
    place: path,
    dialect,
    schema: null,
    start: () => dialect.openIfThere(),
    sharedNowMs: async () => clock.now(),
    findDamage: () => dialect.findDamage(),
    close: async () => dialect.close(),
  };
}
