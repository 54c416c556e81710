// A connection file against the failure modes: what its settings leave open or switch off. Whether the file is valid is `revos diff`'s
// question and is not asked again here.
import type { ReviewFinding } from "../model/answer.ts";
import { asList, asMap, asText, finder, some, type Lang, type ReviewedFile } from "./file.ts";
import { runsPerDay } from "./schedule.ts";

/** Cursors that a changed row moves: such a row comes again. */
const changeCursor =
  /(?:^|_)(?:updated|modified|changed|last_update|synced)(?:_|$)|updatedAt|modifiedAt/i;
const isWhole = (limit: unknown): boolean => /^\s*100(?:\.0+)?\s*%\s*$/.test(String(limit));

export function reviewConnection(file: ReviewedFile, lang: Lang): ReviewFinding[] {
  const find = finder(file, lang);
  const spec = asMap(asMap(file.value)["spec"]);
  const found: ReviewFinding[] = [];
  const streams = asList(spec["streams"]).map((one, i) => ({
    at: `spec.streams[${i}]`,
    name: asText(asMap(one)["name"]) ?? `#${i + 1}`,
    value: asMap(one),
  }));
  const each = (
    id: Parameters<typeof find>[0],
    key: string,
    holds: (stream: (typeof streams)[number]) => boolean,
    more: { readonly en: string; readonly ja: string },
  ) => {
    const hit = streams.filter(holds);
    const [first] = hit;
    if (!first) return;
    const names = some(hit.map((one) => one.name));
    found.push(
      find(id, `${first.at}.${key}`, {
        en: `${names.en}${more.en}`,
        ja: `${names.ja}${more.ja}`,
      }),
    );
  };

  const schedule = spec["schedule"];
  const perDay = runsPerDay(schedule);
  if (spec["status"] === "inactive")
    found.push(find("R09", "spec.status", { en: "status: inactive", ja: "status: inactive" }));
  else if (schedule === undefined || schedule === "manual")
    found.push(find("R09", "spec.schedule", { en: "schedule: manual", ja: "schedule: manual" }));

  const limits = asMap(spec["limits"]);
  if (limits["allowEmpty"] === true)
    found.push(
      find("R10", "spec.limits.allowEmpty", { en: "allowEmpty: true", ja: "allowEmpty: true" }),
    );
  if (isWhole(limits["maxQuarantine"]))
    found.push(
      find("Q04", "spec.limits.maxQuarantine", {
        en: "maxQuarantine: 100 % publishes whatever is held back",
        ja: "maxQuarantine: 100% では、何件隔離されても公開される",
      }),
    );

  const landing = asMap(spec["landing"]);
  const keep = asText(landing["keep"]);
  if (keep !== null && /^0+\s*[a-z]*$/i.test(keep))
    found.push(find("R05", "spec.landing.keep", { en: `keep: ${keep}`, ja: `keep: ${keep}` }));
  else if (keep === null && landing["maxBytes"] === undefined)
    found.push(
      find("C03", "spec.landing", {
        en: "no landing.keep and no landing.maxBytes: the project's default holds",
        ja: "landing.keep と landing.maxBytes がなく、プロジェクトの既定に従う",
      }),
    );

  if (asText(spec["owner"]) === null)
    found.push(find("O02", "spec", { en: "no spec.owner", ja: "spec.owner がない" }));

  each("Q02", "name", (one) => asText(one.value["contract"]) === null, {
    en: ": no contract",
    ja: ": contract がない",
  });
  each(
    "Q03",
    "onSchemaChange",
    (one) => (one.value["onSchemaChange"] ?? spec["onSchemaChange"]) === "ignore",
    { en: ": onSchemaChange: ignore", ja: ": onSchemaChange: ignore" },
  );
  each(
    "Q07",
    "syncMode",
    (one) =>
      one.value["syncMode"] === "incremental_append" &&
      asList(one.value["cursorField"]).some((name) => changeCursor.test(String(name))),
    { en: ": appended by the time of change", ja: ": 更新日時をカーソルに追記している" },
  );
  each(
    "Q06",
    "syncMode",
    (one) =>
      String(one.value["syncMode"]).startsWith("incremental_") &&
      one.value["lookback"] === undefined &&
      one.value["lateAfter"] === undefined,
    { en: ": neither lookback nor lateAfter", ja: ": lookback も lateAfter もない" },
  );
  if (perDay !== null && perDay > 1)
    each("C02", "syncMode", (one) => String(one.value["syncMode"]).startsWith("full_refresh_"), {
      en: `: in full, ${Math.round(perDay)} times a day`,
      ja: `: 全件を 1 日 ${Math.round(perDay)} 回`,
    });
  return found;
}
