// A data contract (ODCS 3.1) against the failure modes: owner, freshness, versioning, keys, checks and invalid records are what seed 001
// §モード：契約 asks of each.
import type { ReviewFinding } from "../model/answer.ts";
import { asList, asMap, asText, finder, some, type Lang, type ReviewedFile } from "./file.ts";

const unnamed = /^(?:to be named|tbd|todo|未定|未設定|-+)/i;

export function reviewContract(file: ReviewedFile, lang: Lang): ReviewFinding[] {
  const find = finder(file, lang);
  const doc = asMap(file.value);
  const found: ReviewFinding[] = [];
  const objects = asList(doc["schema"]).map((one, i) => ({
    at: `schema[${i}]`,
    name: asText(asMap(one)["name"]) ?? `#${i + 1}`,
    columns: asList(asMap(one)["properties"]).map(asMap),
    quality: asList(asMap(one)["quality"]),
  }));

  const team = asMap(doc["team"]);
  const owner =
    asText(team["name"]) ??
    asText(asMap(asList(team["members"])[0])["username"]) ??
    asText(asMap(asList(doc["team"])[0])["username"]);
  if (owner === null || unnamed.test(owner))
    found.push(find("O02", "team", { en: owner ?? "no team", ja: owner ?? "team がない" }));

  const slas = asList(doc["slaProperties"]).map((one) => String(asMap(one)["property"]));
  if (!slas.some((one) => /^(?:latency|freshness|timeliness|frequency)$/i.test(one)))
    found.push(
      find("O05", "slaProperties", {
        en: "no latency or frequency among slaProperties",
        ja: "slaProperties に latency も frequency もない",
      }),
    );
  if (asText(doc["version"]) === null)
    found.push(find("Q03", "version", { en: "no version", ja: "version がない" }));

  const custom = asList(doc["customProperties"]).map((one) => String(asMap(one)["property"]));
  const isQuarantined =
    custom.some((one) => /invalid|quarantine/i.test(one)) ||
    JSON.stringify(doc["description"] ?? "").match(
      /quarantine|invalid record|隔離|無効なレコード/i,
    ) !== null;
  if (!isQuarantined)
    found.push(
      find("Q03", "customProperties", {
        en: "what becomes of an invalid record is not said",
        ja: "無効なレコードの扱いが書かれていない",
      }),
    );

  const bare = objects.filter((one) => one.columns.length === 0);
  if (objects.length === 0)
    found.push(find("Q09", "schema", { en: "no schema", ja: "schema がない" }));
  else if (bare[0]) found.push(find("Q09", bare[0].at, some(bare.map((one) => one.name))));
  const keyless = objects.filter(
    (one) =>
      one.columns.length > 0 &&
      !one.columns.some((column) => column["primaryKey"] === true || column["unique"] === true),
  );
  if (keyless[0]) {
    const names = some(keyless.map((one) => one.name));
    found.push(
      find("Q08", keyless[0].at, {
        en: `${names.en}: no primaryKey`,
        ja: `${names.ja}: primaryKey がない`,
      }),
    );
  }
  const unchecked = objects.filter(
    (one) =>
      one.quality.length === 0 &&
      !one.columns.some((column) => asList(column["quality"]).length > 0),
  );
  if (unchecked[0]) {
    const names = some(unchecked.map((one) => one.name));
    found.push(
      find("Q04", unchecked[0].at, {
        en: `${names.en}: no quality rule`,
        ja: `${names.ja}: quality の規則がない`,
      }),
    );
  }
  return found;
}
