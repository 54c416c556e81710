// References to variables in configs: resolved once, never again inside a value (bug case B187).
import { describe, expect, it } from "vitest";
import { resolveConfig, resolveText } from "./env-refs.ts";

const env = { PW: "pa$HOME$$word${X}!", X: "no", NESTED: "${env.PW}", EMPTY: "" };

describe("B187: a dollar sign inside a value", () => {
  it("is kept as it is, also where it looks like a reference", () => {
    expect(resolveText("${env.PW}", env, "password")).toBe("pa$HOME$$word${X}!");
    expect(resolveText("${env.NESTED}", env, "password")).toBe("${env.PW}");
    expect(resolveText("a ${env.EMPTY}b ${env.X}", env, "text")).toBe("a b no");
  });

  it("is literal when it is written twice before a brace, and everywhere else", () => {
    expect(resolveText("price: $${NOT_A_VAR} costs $5", env, "text")).toBe(
      "price: ${NOT_A_VAR} costs $5",
    );
    expect(resolveText("$${env.PW} $$ ${PW} $&", env, "text")).toBe("${env.PW} $$ ${PW} $&");
  });

  it("a variable that is not set is named, in the place that refers to it", () => {
    expect(() => resolveConfig({ a: ["x", "${env.GONE}"] }, env, "source shop")).toThrow(
      "source shop.a[1] refers to the environment variable GONE, which is not set.",
    );
  });
});
