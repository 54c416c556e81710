// Bug cases of YAML files from public reports (B184, B185), on connection files: what is written twice is told with both
// places, anchors and merges mean what YAML says, and loops and bombs end at once.
import { describe, expect, it } from "vitest";
import { streams } from "../testing/discovery.ts";
import { validateConnection } from "./validate.ts";

const head = `apiVersion: revos/v1
kind: Connection
metadata: { name: shop-all }
spec:
  name: The whole shop
  source: { id: src_1 }
  schedule: manual
`;
const discovery = streams(
  "public",
  "orders: *id updated_at total\nOrders: *id\nitems: *id updated_at x",
);
const check = (text: string) =>
  validateConnection({
    text,
    file: "connections/shop-all.yaml",
    discovery,
    sources: [{ id: "src_1", name: "shop" }],
    destinations: ["warehouse"],
    isNew: true,
  });
const codes = (text: string): string[] =>
  check(text).findings.map((finding) => `${finding.code}@${finding.line}`);
const one = (name: string, more = "syncMode: full_refresh_overwrite") =>
  `    - { name: ${name}, namespace: public, ${more} }\n`;

describe("B184: what is written twice", () => {
  it("is an error with both places: a key of the file, and a key inside a flow map", () => {
    const twice = check(`${head}  streams:\n${one("orders")}  streams:\n${one("items")}`);
    const [finding] = twice.findings;
    expect(finding).toMatchObject({ code: "duplicate_key", line: 10 });
    expect(JSON.stringify(finding)).toMatch(/\b8\b/);
    const flow = one("orders", "syncMode: full_refresh_overwrite, syncMode: incremental_append");
    expect(codes(`${head}  streams:\n${flow}`)).toEqual(["duplicate_key@9"]);
  });

  it("is an error for a stream, by its full name; names that differ by case are two streams and one table", () => {
    const same = codes(`${head}  streams:\n${one("orders")}${one("orders")}`);
    expect(same).toHaveLength(1);
    const byCase = check(`${head}  streams:\n${one("orders")}${one("Orders")}`);
    expect(byCase.findings.map((finding) => finding.code)).toEqual(["name_clash"]);
  });

  it("is an error for a second document in the file", () => {
    const text = `${head}  streams:\n${one("orders")}---\n${head}  streams:\n${one("items")}`;
    const found = check(text);
    expect(found.ok).toBe(false);
    expect(found.findings[0]?.code).toBe("yaml_invalid");
  });
});

describe("B185: anchors and merges", () => {
  const merged = `${head}  streams:
    - &b { name: orders, namespace: public, syncMode: incremental_append, cursorField: [updated_at] }
    - { <<: *b, name: items, cursorField: [x] }
`;

  it("a key beside a merge overrides it, without a word", () => {
    const { ok, connection, findings } = check(merged);
    expect(findings.filter((finding) => finding.severity === "error")).toEqual([]);
    expect(ok).toBe(true);
    expect(connection?.spec.streams[1]).toMatchObject({
      name: "items",
      syncMode: "incremental_append",
      cursorField: ["x"],
    });
  });

  it("of a list of merges the first wins", () => {
    const text = merged.replace(
      "{ <<: *b, name: items, cursorField: [x] }",
      "{ <<: [*b, { cursorField: [x] }], name: items }",
    );
    expect(check(text).connection?.spec.streams[1]?.cursorField).toEqual(["updated_at"]);
  });

  it("a loop and a nine-level bomb end within a second as findings", () => {
    // Of this process alone: the machine may be busy with others.
    const started = process.cpuUsage();
    expect(check(`${head}  streams: &l [*l]\n`).ok).toBe(false);
    const levels = Array.from(
      { length: 9 },
      (_, i) =>
        `  k${i + 1}: &a${i + 1} [${Array(9)
          .fill(i === 0 ? "x" : `*a${i}`)
          .join(", ")}]\n`,
    ).join("");
    const bomb = check(`${head}${levels}  streams: [*a9]\n`);
    expect(bomb.ok).toBe(false);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});
