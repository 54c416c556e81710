// Proposals: offline from files alone, and stored ones that a person answers step by step. seed 003, ux.md §4.3.
import { userInfo } from "node:os";
import { existsSync, readFileSync } from "node:fs";
import { proposeOffline } from "../../connect/offline.ts";
import { streamKey, type KnownFile } from "../../connect/propose/input.ts";
import {
  changeProposal,
  markWritten,
  startProposal,
  toConnectionYaml,
  toProposalDocument,
  type ProposalRecord,
} from "../../connect/propose/stored.ts";
import { hasJapanese } from "../../connect/text/names.ts";
import { textOf, valueAt } from "../../connect/validate/raw.ts";
import { readYaml } from "../../connect/yaml/read.ts";
import { parseSchedule } from "../../connect/yaml/write.ts";
import { RevosError } from "../../kernel/error.ts";
import { toIso } from "../../kernel/clock.ts";
import { toDiscoveredStream, type Catalog } from "../../model/catalog.ts";
import type { Schedule } from "../../model/connection.ts";
import { diffLines } from "../line-diff.ts";
import { pathOf, readConnectionFiles, shown, writeConnectionFile } from "../connection-files.ts";
import type { AppContext, HandlerTable } from "../context.ts";
import { destinationFacts, findDestination } from "../destinations.ts";
import { discover, findSource } from "../sources.ts";
import { validateFile } from "../validate-file.ts";

export const handlers: HandlerTable = {
  "proposals.offline": async (ctx, input) =>
    proposeOffline({ ...input, files: await knownFiles(ctx) }),

  "proposals.start": async (ctx, { sourceId, goal, lang }, options) => {
    const source = await findSource(ctx, sourceId);
    const { catalog, discoveredAt } = await discover(ctx, source, { signal: options.signal });
    const { syncModes } = await destinationFacts(await findDestination(ctx));
    const store = await ctx.store();
    const connections = (await store.connections.list({ sourceId: source.id })).map(
      ({ id, slug, label, sourceId: from, spec }) => ({
        id,
        name: slug,
        label,
        sourceId: from,
        streams: ((spec.streams ?? []) as { name: string }[]).map((stream) => stream.name),
      }),
    );
    const record = startProposal({
      id: "",
      goal,
      discovery: catalog.streams.map((stream) => toDiscoveredStream(stream, syncModes)),
      discoveredAt,
      estimatedRows: estimates(catalog),
      source: { id: source.id, name: source.name, kind: source.kind },
      sourceKind: null,
      connections,
      files: await knownFiles(ctx),
      language: lang ?? (hasJapanese(goal ?? "") ? "ja" : "en"),
      ...(lang === undefined ? {} : { isLanguageSaid: true }),
    });
    const stored = await store.proposals.create(record, source.id);
    return toProposalDocument(stored.document as ProposalRecord);
  },

  "proposals.show": async (ctx, { id }) => toProposalDocument((await load(ctx, id)).record),

  "proposals.change": async (ctx, { id, ...change }) => {
    const { record, revision } = await load(ctx, id);
    const now = toIso(ctx.clock.now());
    const { record: next, warnings } = changeProposal(
      record,
      { ...change, actor: change.actor ?? userInfo().username },
      now,
    );
    await (await ctx.store()).proposals.update(id, revision, next);
    return toProposalDocument(next, warnings);
  },

  "proposals.write": async (ctx, { id, name, label, schedule, owner, overwrite }) => {
    const { record, revision } = await load(ctx, id);
    const yaml = toConnectionYaml(record, {
      name,
      label,
      owner,
      schedule: schedule === undefined ? undefined : readSchedule(schedule),
    });
    const slug = textOf(valueAt(readYaml(yaml).value, ["metadata", "name"])) ?? "";
    const path = pathOf(ctx.project, slug);
    const validated = await validateFile(ctx, {
      path: shown(ctx.project, path),
      absolute: path,
      text: yaml,
    });
    const streams =
      record.basis.discovery.length === 0 ? 0 : toProposalDocument(record).modes.length;
    const answer = {
      path,
      yaml,
      streams,
      findings: [...validated.findings],
      warnings: validated.warnings.map((warning) => ({ ...warning })),
    };
    const before = existsSync(path) ? readFileSync(path, "utf8") : null;
    if (before !== null && before !== yaml && !overwrite)
      return { ...answer, written: false, difference: diffLines(before, yaml) };
    await writeConnectionFile(path, yaml);
    const store = await ctx.store();
    await store.proposals.update(id, revision, markWritten(record, slug, label ?? null));
    await recordConsent(ctx, record, slug);
    return { ...answer, written: true, difference: null };
  },
};

async function load(
  ctx: AppContext,
  id: string,
): Promise<{ readonly record: ProposalRecord; readonly revision: number }> {
  const stored = await (await ctx.store()).proposals.find(id);
  if (!stored)
    throw new RevosError("proposal.not_found", `No proposal has the id ${id}.`, { data: { id } });
  return { record: stored.document as ProposalRecord, revision: stored.revision };
}

/** Files that stand in the way of a new one: by their own name and source. */
async function knownFiles(ctx: AppContext): Promise<KnownFile[]> {
  return (await readConnectionFiles(ctx.project)).map(({ path, text }) => {
    const { value } = readYaml(text);
    return {
      path,
      name: textOf(valueAt(value, ["metadata", "name"])),
      sourceId: textOf(valueAt(value, ["spec", "source", "id"])),
    };
  });
}

const estimates = (catalog: Catalog): Record<string, number> =>
  Object.fromEntries(
    catalog.streams.flatMap((stream) =>
      stream.estimatedRows === undefined
        ? []
        : [[streamKey(stream.name, stream.namespace), stream.estimatedRows]],
    ),
  );

function readSchedule(text: string): Schedule {
  const schedule = parseSchedule(text);
  if (schedule) return schedule;
  throw new RevosError("usage.bad_value", `${text} is no schedule. Nothing was written.`, {
    advice: 'Write "24 hours", "0 3 * * *" or manual.',
    data: { flag: "--schedule", value: text },
  });
}

/** The answer about personal data, kept: nothing sensitive is loaded in clear without a recorded yes (design.md, promise 6). */
async function recordConsent(
  ctx: AppContext,
  record: ProposalRecord,
  connection: string,
): Promise<void> {
  const answers = record.confirmations.filter((entry) => entry.point === "pii");
  const store = await ctx.store();
  for (const { answer, actor } of answers) {
    await store.audit.append({
      actor,
      action: "proposals.personal_data",
      object: { kind: "connection", id: connection },
      evidence: {
        answer,
        columns: toProposalDocument(record).sensitive.map(
          (entry) => `${entry.stream}.${entry.field.join(".")}`,
        ),
      },
    });
  }
}
