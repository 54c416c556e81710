// The project's settings: shown with where they come from, changed in `revos.yaml` with comments kept.
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { RevosError } from "../../kernel/error.ts";
import type { HandlerTable } from "../context.ts";
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
      throw new RevosError("usage.bad_value", `${key} cannot be ${value}: ${issue?.message ?? "not valid"}. Nothing was written.`, { advice: `Known keys: ${Object.keys(ProjectSettings.shape).join(", ")}.`, data: { key } });
    }
    await writeFile(file, document.toString());
    return { ok: true, changed: true };
  },
};

const parseScalar = (text: string): string | number | boolean => (/^-?\d+$/.test(text) ? Number(text) : text === "true" || text === "false" ? text === "true" : text);
