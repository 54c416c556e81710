// Commands that are shown, as the reader would type them.
import { describe, expect, it, test } from "vitest";
import { asTyped, calledAs } from "./called.ts";

const npx = { npm_command: "exec", npm_lifecycle_script: "revos" };

test.each([
  [{}, ["status"], "revos"],
  [npx, ["status"], "npx revos"],
  [npx, ["-C", "my shop", "status"], "npx revos -C 'my shop'"],
  [{}, ["status", "--project", "shop"], "revos -C shop"],
  [{}, ["status", "--project=shop/eu"], "revos -C shop/eu"],
  [{ npm_command: "exec", npm_lifecycle_script: "vitest" }, ["status"], "revos"],
] as const)("%o %o", (env, argv, called) => {
  expect(calledAs(env, argv)).toBe(called);
});

describe("a text with commands", () => {
  it("is left alone where revos is called by its name", () => {
    expect(asTyped("revos diff, then revos apply", "revos")).toBe("revos diff, then revos apply");
  });

  it("has each of them as it is called, and nothing else", () => {
    expect(
      asTyped(
        "revos diff, then revos apply; connections/revos x.yaml, revos.yaml",
        "npx revos -C s",
      ),
    ).toBe("npx revos -C s diff, then npx revos -C s apply; connections/revos x.yaml, revos.yaml");
    expect(asTyped("npx revos -C s status", "npx revos -C s")).toBe("npx revos -C s status");
  });
});
