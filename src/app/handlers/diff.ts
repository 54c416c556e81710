// What apply would do: files against what was applied. The offline form compares one file with files only.
import { writeFile } from "node:fs/promises";
import { diffOffline } from "../../connect/offline.ts";
import { RevosError } from "../../kernel/error.ts";
import { compareFiles } from "../compare.ts";
import type { HandlerTable } from "../context.ts";

export const handlers: HandlerTable = {
  "diff.offline": async (_, input) => diffOffline(input),

  diff: async (ctx, { paths, out, estimate, full, only, lang }) => {
    const { plan } = await compareFiles(ctx, paths, { estimate, full, only, language: lang });
    if (out !== undefined) {
      try {
        await writeFile(out, `${JSON.stringify(plan, null, 2)}\n`);
      } catch (cause) {
        throw new RevosError("file.unwritable", `Could not write the plan to ${out}.`, {
          cause,
          where: { file: out },
        });
      }
    }
    return plan;
  },
};
