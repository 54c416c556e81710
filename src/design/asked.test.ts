// Requests written before the rules were read, on decisions and on the text of the answer.
import { describe, expect, it } from "vitest";
import { design, toAnswer } from "./answer.ts";
import { asked, faults } from "./testing/asked.ts";

describe("a request as people write it", () => {
  it.each(asked.map(({ id, request, want }) => [id, request, want] as const))(
    "%s is answered as an engineer would",
    (_, request, want) => {
      const outcome = design(request);
      expect(faults(want, toAnswer(outcome), outcome), request.text?.slice(0, 200)).toEqual([]);
    },
  );
});
