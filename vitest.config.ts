// Tests stand beside the code; the suffix names what they need (`.pg.test.ts`: a real Postgres, `.mysql.test.ts`: a real MariaDB). style.md §3.9.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { TZ: "UTC" },
  },
});
