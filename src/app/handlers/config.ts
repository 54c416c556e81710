// The project's settings: shown with where they come from, changed in `revos.yaml` with comments kept.
import { issueWords } from "../../connect/text/issue-words.ts";
import { userInfo } from "node:os";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { RevosError } from "../../kernel/error.ts";
import type { HandlerTable } from "../context.ts";
import { keySource } from "../keys.ts";
import { projectFile, ProjectSettings } from "../project.ts";

export const handlers: HandlerTable = {
  "config.list": async ({ project, profile }) => ({
    project: project.dir,
    file: project.exists ? join(project.dir, projectFile) : null,
    profile,
    ...project.settings,
  }),

  "config.set": async ({ project }, { key, value }) => {
    const file = join(project.dir, projectFile);
    const document = parseDocument(existsSync(file) ? readFileSync(file, "utf8") : "");
    const path = key.split(".");
    const next = parseScalar(value);
    if (document.getIn(path) === next) return { ok: true, changed: false };
    document.setIn(path, next);
    const parsed = ProjectSettings.safeParse(document.toJS() ?? {});
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new RevosError(
        "usage.bad_value",
        `${key} cannot be ${value}: ${issue ? issueWords(issue, ProjectSettings) : "unknown"}. Nothing was written.`,
        { advice: `Known keys: ${Object.keys(ProjectSettings.shape).join(", ")}.`, data: { key } },
      );
    }
    await writeFile(file, document.toString());
    return { ok: true, changed: true };
  },

  "config.rotateKey": async (ctx) => {
    const old = ctx.env.REVOS_OLD_KEY;
    if (old === undefined || old.trim() === "") {
      throw new RevosError(
        "store.key_missing",
        "REVOS_OLD_KEY is not set: without the key before, the secrets cannot be read. Nothing was changed.",
        {
          advice:
            "Set REVOS_OLD_KEY to the key the secrets have now, REVOS_KEY to the new one, and run it again.",
        },
      );
    }
    const { parseKeyText } = await import("../../store/key-file.ts");
    const newKey = await keySource(ctx.env, ctx.project.dir)();
    const store = await ctx.store();
    const { newKeyId, sealed, already } = await store.keys.rotate([parseKeyText(old).key], newKey);
    if (sealed > 0)
      await store.audit.append({
        actor: userInfo().username,
        action: "config.rotateKey",
        object: { kind: "store", id: newKeyId },
        evidence: { sealed, already },
      });
    return { ok: true, changed: sealed > 0, keyId: newKeyId, sealed, already };
  },
};

const parseScalar = (text: string): string | number | boolean =>
  /^-?\d+$/.test(text)
    ? Number(text)
    : text === "true" || text === "false"
      ? text === "true"
      : text;
