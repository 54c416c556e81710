// Nested values inside JSON texts: what is named changes, every other byte stays.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editJson, readJson, type EditMember } from "./json-edit.ts";
import { compileSteps, type Step } from "./steps.ts";

const shout: EditMember = (member, text) => [text.slice(member.start, member.valueStart) + '"X"'];
const remove: EditMember = () => [];

describe("editJson", () => {
  it("replaces one value and keeps numbers, spaces and order as they are", () => {
    const text =
      '{ "n": 12345678901234567890.10 ,"a" :{"b":  1e400, "email"  : "m@x.test"},"z":[1.0, 2]}';
    expect(editJson(text, ["a", "email"], shout)).toBe(text.replace('"m@x.test"', '"X"'));
  });

  it("removes first, middle, last and only members with their commas", () => {
    const text = '{"a":1, "b":2 ,"c":3}';
    expect(editJson(text, ["a"], remove)).toBe('{"b":2 ,"c":3}');
    expect(editJson(text, ["b"], remove)).toBe('{"a":1 ,"c":3}');
    expect(editJson(text, ["c"], remove)).toBe('{"a":1, "b":2}');
    expect(editJson('{"a":1}', ["a"], remove)).toBe("{}");
  });

  it("finds a member that stands twice, or whose name is written with escapes", () => {
    expect(editJson('{"e":1,"e":2,"\\u0065":3}', ["e"], shout)).toBe(
      '{"e":"X","e":"X","\\u0065":"X"}',
    );
    expect(editJson('{"e":1,"\\u0065":3}', ["e"], remove)).toBe("{}");
  });

  it("enters the elements of arrays, or the one that is named by number", () => {
    expect(editJson('{"l":[{"e":1},{"f":2},[{"e":3}],4]}', ["l", "e"], shout)).toBe(
      '{"l":[{"e":"X"},{"f":2},[{"e":"X"}],4]}',
    );
    expect(editJson('[{"e":1},{"e":2}]', ["1", "e"], shout)).toBe('[{"e":1},{"e":"X"}]');
    expect(editJson('{"l":["a","b"]}', ["l", "1"], shout)).toBe('{"l":["a","X"]}');
    expect(editJson('{"l":["a","b"]}', ["l", "0"], remove)).toBe('{"l":[null,"b"]}');
  });

  it("leaves a text without the member, a scalar and an empty object as they are", () => {
    for (const text of ["{}", "[]", " null ", "5", '"email"', '{"x":"email"}', '{"x":{"email":1}}'])
      expect(editJson(text, ["email"], shout)).toBe(text);
  });

  it("gives null for what is not JSON", () => {
    for (const text of ["", "{", '{"email":"a"', "{'email':1}", '{"email":"a"} x', '{"email":NaN}'])
      expect(editJson(text, ["email"], shout)).toBeNull();
  });

  it("survives brackets and quotes inside strings, and values 100,000 deep", () => {
    expect(editJson('{"x":"}{\\"email\\":1,","email":"a\\\\"}', ["email"], shout)).toBe(
      '{"x":"}{\\"email\\":1,","email":"X"}',
    );
    const deep = `{"d":${"[".repeat(100_000)}${"]".repeat(100_000)},"email":1}`;
    expect(editJson(deep, ["email"], shout)).toBe(deep.replace('"email":1', '"email":"X"'));
  });

  it("fails a cell whose path leads through thousands of arrays, and does not fall over", () => {
    const deep = `{"d":${"[".repeat(100_000)}{"e":1}${"]".repeat(100_000)}}`;
    expect(editJson(deep, ["d", "e"], shout)).toBeNull();
  });

  it("does to any JSON what a parsed edit would do", () => {
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "e", 'q"', "é"), tie("value")),
      ),
    })).value;
    const change = (value: unknown, path: readonly string[]): unknown => {
      if (Array.isArray(value)) return value.map((one) => change(one, path));
      if (value === null || typeof value !== "object") return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          key === path[0] ? (path.length === 1 ? "X" : change(inner, path.slice(1))) : inner,
        ]),
      );
    };
    fc.assert(
      fc.property(
        json,
        fc.constantFrom<string[][]>(["e"], ["a", "e"], ["a", "b", "e"], ['q"']),
        fc.constantFrom(undefined, 1, "\t"),
        (value, path, space) => {
          const text = JSON.stringify(value, null, space);
          expect(JSON.parse(editJson(text, path, shout)!)).toEqual(change(value, path));
          expect(editJson(text, path, () => null)).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("reads the values that a path names", () => {
    expect(readJson('{"l":[{"e":1.0},{"e":"x"}]}', ["l", "e"])).toEqual(["1.0", '"x"']);
  });
});

describe("nested steps", () => {
  const mark = (sign: string) => ({
    transform: (text: string) => ({ text: `${sign}(${text})` }),
    repeatable: true,
  });
  const run = (steps: readonly Step[], text: string) => compileSteps(steps)!(text);
  const nested = (suffixes: readonly (string | null)[]): Step => ({
    kind: "nested",
    label: "",
    path: ["e"],
    outputs: suffixes.map((suffix, i) => ({ suffix, ...mark(`h${i}`) })),
  });

  it("puts a hash in the place of the value, or under its suffix without the plain one", () => {
    expect(run([nested([null])], '{"n":1.0,"e":"m"}')).toEqual({ text: '{"n":1.0,"e":"h0(m)"}' });
    expect(run([nested(["_h"])], '{"n":1.0,"e":"m"}')).toEqual({ text: '{"n":1.0,"e_h":"h0(m)"}' });
    expect(run([nested(["_h", "_g"])], '{"e":"m","n":1.0}')).toEqual({
      text: '{"e_h":"h0(m)","e_g":"h1(m)","n":1.0}',
    });
  });

  it("hashes the text of strings, numbers as written, whole objects; null stays null", () => {
    expect(run([nested([null])], '{"e":"a\\nb"}')).toEqual({ text: '{"e":"h0(a\\nb)"}' });
    expect(run([nested([null])], '{"e":1.50}')).toEqual({ text: '{"e":"h0(1.50)"}' });
    expect(run([nested([null])], '{"e":{"x": 1}}')).toEqual({ text: '{"e":"h0({\\"x\\": 1})"}' });
    expect(run([nested([null])], '{"e":null}')).toEqual({ text: '{"e":null}' });
    expect(run([nested([null])], '{"x":null}')).toEqual({ text: '{"x":null}' });
  });

  it("fails the cell that is not JSON, and the one whose value fails", () => {
    expect(run([nested([null])], "{e")).toEqual({ failed: "not JSON that can be read" });
    const failing: Step = {
      kind: "nested",
      label: "",
      path: ["e"],
      outputs: [{ suffix: null, transform: () => ({ failed: "too long" }), repeatable: false }],
    };
    expect(run([failing, nested([null])], '{"e":"m"}')).toEqual({ failed: "too long" });
    expect(run([failing], '{"x":"m"}')).toEqual({ text: '{"x":"m"}' });
  });
});
