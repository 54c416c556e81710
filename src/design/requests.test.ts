// Requests in both languages against the answer a data engineer would give.
import { describe, expect, it } from "vitest";
import { design, toAnswer } from "./answer.ts";
import { differences } from "./testing/expected.ts";
import { moreRequests } from "./testing/requests-more.ts";
import { requests } from "./testing/requests.ts";

describe("a request in words", () => {
  it.each([...requests, ...moreRequests].map(([text, expected]) => ({ text, expected })))(
    "is answered right: $text",
    ({ text, expected }) => {
      const outcome = design({ text });
      expect(differences(expected, toAnswer(outcome), outcome)).toEqual([]);
    },
  );
});
