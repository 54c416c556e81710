// Column names of one table: what a run would refuse before it reads (two columns that differ only by case, one that is called
// like one of revos's own) is known from the discovery already.
import type { DiscoveredStream } from "../../model/discovery.ts";
import { historyColumns, ownColumns } from "../../model/own-columns.ts";
import { trackMappers } from "../mappers/track.ts";
import type { RawStream } from "./raw.ts";
import type { Report } from "./report.ts";
import { joinPath } from "../yaml/read.ts";

export function checkColumns(stream: RawStream, found: DiscoveredStream, report: Report): void {
  const read = found.propertyFields.filter(
    ([column = ""]) => stream.columns[column]?.include !== false,
  );
  const { fields, problems } = trackMappers(read, stream.mappers);
  // What a mapper that is wrong would make of the names is not known; one that gives a name twice has been told so.
  if (problems.length > 0 || hasError(`${stream.path}.mappers`, report)) return;
  const kept = [...ownColumns, ...(stream.isHistory ? historyColumns : [])];
  const taken = new Map<string, string>(kept.map((name) => [name, name]));
  const landed = new Set(fields.flatMap(({ now }) => (now === null ? [] : [now[0] ?? ""])));
  for (const name of landed) {
    const other = taken.get(name.toLowerCase());
    taken.set(name.toLowerCase(), other ?? name);
    if (other === undefined) continue;
    const isOwn = kept.some((own) => own === other);
    report.add(
      "name_clash",
      joinPath(`${stream.path}.columns`, name),
      isOwn
        ? `Stream ${stream.name ?? ""}: its column ${name} is called like ${other}, which revos adds itself.`
        : `Stream ${stream.name ?? ""}: its columns ${other} and ${name} would be one in the warehouse, which compares names without letter case.`,
      {
        at: "key",
        advice: `Rename one with a field-renaming mapper, or leave it out: columns: {${JSON.stringify(name)}: {include: false}}.`,
        data: { stream: stream.name ?? "", column: name, columns: [other, name] },
      },
    );
  }
}

const hasError = (path: string, report: Report): boolean =>
  report.findings.some((finding) => finding.severity === "error" && finding.path.startsWith(path));
