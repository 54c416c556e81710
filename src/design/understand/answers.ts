// Answers to the questions of an earlier round, read into the request: a latency or an interval, batch or streaming, no personal data,
// a volume. What cannot be read stays an open question, and is told.
import { QuestionCode } from "../../model/answer.ts";
import type { Quantity, Reading } from "../reading.ts";
import { findCadences } from "./cadences.ts";
import { toText } from "./normalize.ts";
import { findNumbers } from "./numbers.ts";

const isYes = (text: string): boolean =>
  /^(?:y|yes|true|ok|はい|ある|あり|必要)(?![a-z])/i.test(text);
export const isNo = (text: string): boolean =>
  /^(?:n|no|none|false|いいえ|なし|無し|ない|無い|不要|含まない)(?![a-z])/i.test(text);

export function withAnswers(reading: Reading): Reading {
  let next = reading;
  for (const [code, raw] of Object.entries(reading.answers)) {
    const { flat } = toText(raw.trim());
    next = isKnown(code) ? apply(next, code, flat) : untold(next, `${code}=${raw}`);
  }
  return next;
}

const isKnown = (code: string): code is QuestionCode => QuestionCode.safeParse(code).success;

function apply(reading: Reading, code: QuestionCode, flat: string): Reading {
  switch (code) {
    case "ambiguous_mode":
    case "latency_under_1min": {
      const found = timeIn(flat);
      if (found) return replaced(reading, found);
      const word = /stream|ストリーミング|hybrid|ハイブリッド/.test(flat)
        ? 30
        : /batch|バッチ/.test(flat)
          ? 86_400
          : null;
      // `streaming` without a number is a choice of the person, not a latency: it stays open what it must reach.
      if (word === null && !isYes(flat) && !isNo(flat)) return open(reading, code, flat);
      if (code === "latency_under_1min") return reading;
      return open(reading, code, flat);
    }
    case "pii_or_sensitive":
      return isNo(flat) ? { ...reading, personalData: "none" } : reading;
    case "volume_over_1tb_day": {
      const size = findNumbers(flat).find((one) => one.unit === "size");
      if (!size) return reading;
      return {
        ...reading,
        quantities: [
          ...reading.quantities.filter((one) => one.kind !== "bytes_per_day"),
          {
            kind: "bytes_per_day",
            value: size.upper,
            text: size.text,
            at: 0,
            of: null,
            isAside: false,
          },
        ],
      };
    }
    case "cross_region":
    case "approval":
      return reading;
    default:
      return reading;
  }
}

function timeIn(flat: string): Quantity | null {
  const number = findNumbers(flat).find((one) => one.unit === "time");
  const base = { text: flat, at: 0, of: null, isAside: false };
  if (number)
    return {
      ...base,
      kind: /every|ごと|毎|おき|間隔/.test(flat) ? "update_interval" : "latency",
      value: number.value,
      ...(/under|below|less than|未満|</.test(flat) ? { isBelow: true } : {}),
    };
  const cadence = findCadences(flat).find((one) => one.kind === "update_interval");
  return cadence ? { ...base, kind: "update_interval", value: cadence.value } : null;
}

/** What is answered now goes before what was said first. */
const replaced = (reading: Reading, found: Quantity): Reading => ({
  ...reading,
  quantities: [...reading.quantities.filter((one) => one.kind !== found.kind), found],
  trace: [
    ...reading.trace,
    { reads: `${found.kind} = ${found.value}`, from: found.text, because: "answered" },
  ],
});

/** An answer that settles nothing: the question is raised again, and the words are told back. */
function open(reading: Reading, code: string, flat: string): Reading {
  const { [code]: _, ...answers } = reading.answers;
  return untold({ ...reading, answers }, `${code}=${flat}`);
}

const untold = (reading: Reading, what: string): Reading => ({
  ...reading,
  notUnderstood: [...reading.notUnderstood, what],
});
