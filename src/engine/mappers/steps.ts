// What happens to one source column before its segment touches a disk: a chain of steps, each a change of the whole
// cell or of one nested value of a json cell. Two columns with the same chain of the same source column hold the same values.
import type { PrivacyResult, PrivacyTransform } from "../../connector/source.ts";
import type { FieldPath } from "../../model/discovery.ts";
import { editJson, jsonToText, type Member } from "./json-edit.ts";

/** One output of a nested hashing or encryption: null replaces the value in place, a text is the suffix of the new member. */
export type NestedOutput = {
  readonly suffix: string | null;
  readonly transform: PrivacyTransform;
  /** Same text in, same text out. */ readonly repeatable: boolean;
};

export type Step =
  | {
      readonly kind: "whole";
      readonly label: string;
      readonly transform: PrivacyTransform;
      readonly repeatable: boolean;
    }
  | {
      readonly kind: "nested";
      readonly label: string;
      readonly path: FieldPath;
      readonly outputs: readonly NestedOutput[];
    }
  | { readonly kind: "nested_drop"; readonly label: string; readonly path: FieldPath }
  | {
      readonly kind: "nested_rename";
      readonly label: string;
      readonly path: FieldPath;
      readonly to: string;
    };

/** The steps as one function, or undefined when there are none. */
export function compileSteps(steps: readonly Step[]): PrivacyTransform | undefined {
  if (steps.length === 0) return undefined;
  const calls = steps.map(compileStep);
  const [first] = calls;
  if (calls.length === 1 && first) return first;
  return (canonical) => {
    let result: PrivacyResult = { text: canonical };
    for (const call of calls) {
      if ("failed" in result) return result;
      result = call(result.text);
    }
    return result;
  };
}

function compileStep(step: Step): PrivacyTransform {
  switch (step.kind) {
    case "whole":
      return step.transform;
    case "nested":
      return (text) => changeNested(text, step.path, step.outputs);
    case "nested_drop":
      return (text) => done(editJson(text, step.path, () => []));
    case "nested_rename":
      return (text) =>
        done(
          editJson(text, step.path, (member, whole) =>
            member.key === null
              ? null
              : [`${JSON.stringify(step.to)}:${whole.slice(member.valueStart, member.end)}`],
          ),
        );
  }
}

const notJson = "not JSON that can be read";

function done(text: string | null): PrivacyResult {
  return text === null ? { failed: notJson } : { text };
}

function changeNested(
  text: string,
  path: FieldPath,
  outputs: readonly NestedOutput[],
): PrivacyResult {
  let failed: string | null = null;
  const value = (token: string, transform: PrivacyTransform): string => {
    const plain = jsonToText(token);
    if (plain === null) return "null";
    const result = transform(plain);
    if ("text" in result) return JSON.stringify(result.text);
    failed ??= result.failed;
    return "null";
  };
  const changed = editJson(text, path, (member: Member, whole) => {
    const token = whole.slice(member.valueStart, member.end);
    return outputs.map(({ suffix, transform }) =>
      suffix === null || member.key === null
        ? whole.slice(member.start, member.valueStart) + value(token, transform)
        : `${JSON.stringify(member.key + suffix)}:${value(token, transform)}`,
    );
  });
  return failed === null ? done(changed) : { failed };
}

/** The same step, or one that a second hashing of the same field has joined since. */
export function isSameStep(earlier: Step, later: Step | undefined): boolean {
  if (earlier === later) return true;
  if (earlier.kind !== "nested" || later?.kind !== "nested" || earlier.path !== later.path)
    return false;
  return earlier.outputs.every((output, i) => later.outputs[i] === output);
}

/** Same text in, same text out. */
export function isRepeatable(step: Step): boolean {
  if (step.kind === "whole") return step.repeatable;
  return step.kind !== "nested" || step.outputs.every((output) => output.repeatable);
}
