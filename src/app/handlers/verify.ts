// verify: the tables of a connection compared with their source, and brought in line where that was asked for.
import { RevosError } from "../../kernel/error.ts";
import type { HandlerTable } from "../context.ts";
import { verifyConnection } from "../verify-connection.ts";

export const handlers: HandlerTable = {
  verify: async (ctx, input, options) => {
    const { name, repair, yes, confirm } = input;
    if (repair && !yes && confirm !== name)
      throw new RevosError(
        "consent.needed",
        `Repairing ${name} writes rows into the warehouse. Nothing was read.`,
        { advice: "Add --yes, or look first without --repair.", data: { flag: "--yes" } },
      );
    return await verifyConnection(ctx, input, options);
  },
};
