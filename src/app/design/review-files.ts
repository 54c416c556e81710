// Files under review: connections and contracts by the room `review`, stored designs and descriptions by the architect, all against
// the one list of failure modes. What is none of ours is said, never passed over.
import { readYaml } from "../../connect/yaml/read.ts";
import { design, toAnswer } from "../../design/answer.ts";
import { isDesignDocument, reviewDocument } from "../../design/review-document.ts";
import type { Request } from "../../design/understand/read-request.ts";
import { RevosError } from "../../kernel/error.ts";
import type { Answer, ReviewFinding } from "../../model/answer.ts";
import { kindOf, reviewFile, toReviewAnswer, type NotJudged } from "../../review/review.ts";
import { asMap } from "../../review/file.ts";

type File = { readonly path: string; readonly text: string };
type Lang = "en" | "ja";

const isYaml = (file: File): boolean =>
  /\.ya?ml$|\.json$/i.test(file.path) || /^\s*(?:#.*\n\s*)*(?:apiVersion|kind)\s*:/.test(file.text);

export function reviewFiles(files: readonly File[], lang: Lang | undefined): Answer {
  const [only] = files;
  if (only && files.length === 1 && !isYaml(only) && !isDesignDocument(only.text))
    return described({ text: only.text, route: "review" }, only.path, lang);
  const findings: ReviewFinding[] = [];
  const notJudged: NotJudged[] = [];
  let judged = 0;
  const shown = lang ?? "en";
  for (const file of files) {
    if (!isYaml(file)) {
      findings.push(
        ...(isDesignDocument(file.text)
          ? reviewDocument(file.text, file.path, shown)
          : described({ text: file.text, route: "review" }, file.path, lang).findings),
      );
      judged += 1;
      continue;
    }
    const read = readYaml(file.text);
    const [problem] = read.problems;
    if (problem) {
      if (files.length === 1)
        throw new RevosError(
          "config.yaml_invalid",
          `${file.path} is not YAML: ${problem.message}`,
          {
            where: { file: file.path, line: problem.place.line, column: problem.place.column },
            data: { file: file.path },
          },
        );
      notJudged.push({
        file: file.path,
        why: {
          en: `not YAML, line ${problem.place.line}`,
          ja: `YAML として読めない (${problem.place.line} 行目)`,
        },
      });
      continue;
    }
    const kind = kindOf(read.value);
    if (kind === "requirement") {
      const request: Request = { requirement: read.value, route: "review" };
      if (files.length === 1) return described(request, file.path, lang);
      findings.push(...described(request, file.path, lang).findings);
    } else if (kind === "design") {
      findings.push(...described(storedRequest(read.value), file.path, lang).findings);
    } else {
      const found = reviewFile(
        { path: file.path, value: read.value, lineOf: (path) => read.locate(path).line },
        shown,
      );
      if (found === null) {
        const named = String(asMap(read.value)["kind"] ?? "none");
        notJudged.push({
          file: file.path,
          why: {
            en: `kind ${named} is not one revos reviews`,
            ja: `kind ${named} はレビューの対象外`,
          },
        });
        continue;
      }
      findings.push(...found);
    }
    judged += 1;
  }
  return toReviewAnswer(findings, judged, notJudged, shown);
}

/** Read by the architect; its findings stand at the file, without a line: words have none that would hold after an edit. */
function described(request: Request, path: string, lang: Lang | undefined): Answer {
  const answer = toAnswer(design(request), { lang });
  return { ...answer, findings: answer.findings.map((one) => ({ ...one, file: path })) };
}

function storedRequest(value: unknown): Request {
  const { request, answers } = asMap(value);
  const { text, requirement, route, recipe, asOf } = asMap(request);
  return {
    ...(typeof text === "string" ? { text } : {}),
    ...(requirement === undefined ? {} : { requirement }),
    ...(route === undefined ? {} : { route: route as NonNullable<Request["route"]> }),
    ...(recipe === undefined ? {} : { recipe: recipe as NonNullable<Request["recipe"]> }),
    ...(typeof asOf === "string" ? { asOf } : {}),
    answers: Object.fromEntries(
      Object.entries(asMap(answers)).map(([code, one]) => [code, String(one)]),
    ),
  };
}
