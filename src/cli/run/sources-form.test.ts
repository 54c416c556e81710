// sources create in a terminal: what is asked, what is not shown, and the way back after a failed test.
import { describe, expect, it } from "vitest";
import { RevosError } from "../../kernel/error.ts";
import { runIn, type CliOptions, type Operations } from "../testing/run-cli.ts";

const tty = { stdin: true, stdout: true, stderr: true };
const schema = {
  type: "object",
  properties: {
    host: { type: "string", default: "localhost" },
    port: { type: "integer", default: 5432 },
    database: { type: "string" },
    password: { type: "string" },
    ssl: { type: "string", enum: ["disable", "require"] },
    schemas: { type: "array", items: { type: "string" } },
    tunnel: {
      type: "object",
      properties: { host: { type: "string" }, privateKey: { type: "string" } },
      required: ["host"],
    },
  },
  required: ["database"],
};

function world(failures: RevosError[] = []): Operations {
  const left = [...failures];
  return {
    "connectors.list": () => [
      { kind: "file", title: "Files", roles: ["source"] },
      { kind: "duckdb", title: "DuckDB", roles: ["destination"] },
      { kind: "postgres", title: "PostgreSQL", roles: ["source"] },
    ],
    "connectors.show": ({ kind }) =>
      kind === "duckdb"
        ? { kind, destination: { config: schema, secrets: [] } }
        : { kind, source: { config: schema, secrets: ["password", "tunnel.privateKey"] } },
    "sources.list": () => [{ id: "src_0", name: "postgres", kind: "postgres", state: "ready" }],
    "sources.create": ({ name, connector }, { onProgress }) => {
      onProgress?.({ kind: "step", step: { name: "dns", ok: true, ms: 3 } });
      const failure = left.shift();
      if (failure) throw failure;
      return { id: "src_1", name, kind: connector, state: "ready", check: null };
    },
  };
}

const ask = (typed: string[], failures: RevosError[] = [], more: Partial<CliOptions> = {}) =>
  runIn(["sources", "create"], {
    operations: world(failures),
    typed,
    tty,
    env: { NO_COLOR: "1" },
    ...more,
  });

const created = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.calls.filter((call) => call.name === "sources.create").map((call) => call.input);

describe("sources create in a terminal", () => {
  it("asks connector, name and what the connector needs; Enter takes defaults; tests at once", async () => {
    const answer = await ask(["", "shop", "db.example", "", "shop", "pa ss", "n"]);
    expect(answer.code).toBe(0);
    expect(created(answer)).toEqual([
      {
        connector: "postgres",
        name: "shop",
        config: { host: "db.example", database: "shop", password: "pa ss" },
      },
    ]);
    expect(answer.stdout).toContain("Created source src_1  shop (postgres)");
    expect(answer.stderr).toContain("Connector (file, postgres) [postgres]");
    expect(answer.stderr).toMatch(/✓ DNS\s+3 ms/);
  });

  it("asks again for what is needed, does not fit, is unknown or taken, and suggests a free name", async () => {
    const answer = await ask([
      "postgers",
      "postgres",
      "postgres",
      "",
      "",
      "x",
      "1",
      "",
      "db",
      "",
      "n",
    ]);
    expect(answer.code).toBe(0);
    expect(answer.stderr).toContain("Wanted: postgres.");
    expect(answer.stderr).toContain("There is a source of the name postgres already.");
    expect(answer.stderr).toContain("Name [postgres-2]");
    expect(answer.stderr).toContain("port: that does not fit.");
    expect(answer.stderr).toContain("database is needed.");
    expect(created(answer)).toEqual([
      { connector: "postgres", name: "postgres-2", config: { port: 1, database: "db" } },
    ]);
  });

  it("asks for the rest on request: choices, lists, groups; an ${env.NAME} is kept as written", async () => {
    const answer = await ask(
      ["", "", "", "", "db", "${env.PW}", "y", "no", "require", "a, b", "y", "gate", "${env.KEY}"],
      [],
      { cwd: "/" },
    );
    expect(answer.code).toBe(0);
    expect(created(answer)[0]).toMatchObject({
      config: {
        database: "db",
        password: "${env.PW}",
        ssl: "require",
        schemas: ["a", "b"],
        tunnel: { host: "gate", privateKey: "${env.KEY}" },
      },
    });
  });

  it("a failed test shows why and leads back to the field it names; earlier answers stay", async () => {
    const refused = new RevosError("source.auth_failed", "The password was refused.", {
      data: { field: "password", step: "sign_in" },
    });
    const answer = await ask(["", "s", "", "", "db", "wrong", "n", "", "right"], [refused]);
    expect(answer.code).toBe(0);
    expect(answer.stderr).toContain("error[source.auth_failed]");
    expect(answer.stderr).toContain("[Enter] change password");
    expect(created(answer).at(-1)).toMatchObject({ config: { database: "db", password: "right" } });
    expect(`${answer.stdout}${answer.stderr}`).not.toContain("wrong");
  });

  it("may keep it unchecked, or stop with nothing kept", async () => {
    const down = () =>
      new RevosError("source.unreachable", "No answer.", { data: { field: "host" } });
    const kept = await ask(["", "s", "", "", "db", "", "n", "s"], [down()]);
    expect(created(kept).at(-1)).toMatchObject({ skipTest: true });
    const stopped = await ask(["", "s", "", "", "db", "", "n", "q"], [down()]);
    expect(stopped.code).toBe(7);
    expect(stopped.stdout).toBe("");
  });

  it("without a terminal says how to do it from a file, exit 2; in Japanese too", async () => {
    const answer = await runIn(["sources", "create", "--lang", "ja"], { operations: world() });
    expect(answer.code).toBe(2);
    expect(answer.stdout).toContain("--config <file|->");
    expect(answer.stderr).toContain("usage.missing_argument");
  });

  it("a connector that is no source is refused before any question about it", async () => {
    const answer = await runIn(["sources", "create", "--connector", "duckdb"], {
      operations: world(),
      typed: [""],
      tty,
    });
    expect(answer.code).toBe(2);
    expect(answer.stderr).toContain("connector.unknown");
  });
});
