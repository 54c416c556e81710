// Makes a project folder: `revos.yaml`, `connections/`, `.gitignore`. Refuses only files that it would overwrite.
import { basename, resolve } from "node:path";
import type { HandlerTable } from "../context.ts";
import { initProject } from "../project.ts";

export const handlers: HandlerTable = {
  init: async (ctx, input) => {
    const dir = resolve(ctx.project.dir, input.dir);
    return { dir, files: await initProject(dir, input.name ?? basename(dir)) };
  },
};
