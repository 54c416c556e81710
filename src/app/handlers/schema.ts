// The JSON Schema of every document that revos reads or prints. interface.md: everything printed is checked against it.
import { z } from "zod";
import {
  CheckResult,
  ConnectionSummary,
  DestinationDocument,
  QuarantineGroup,
  CheckpointLine,
  ReplayResult,
  SchemaChangeDecision,
  SchemaChangeSummary,
  RewriteSummary,
  SourceDocument,
  SourceSummary,
  StatusDocument,
} from "../../api/documents.ts";
import { ApplyResult, ErrorDocument, Plan } from "../../api/schemas.ts";
import { RevosError } from "../../kernel/error.ts";
import { Answer } from "../../model/answer.ts";
import { Connection } from "../../model/connection.ts";
import { Discovery } from "../../model/discovery.ts";
import { PipelineRequirement } from "../../model/pipeline-requirement.ts";
import { Proposal } from "../../model/proposal.ts";
import { RewritePlan } from "../../model/rewrite-plan.ts";
import { Run } from "../../model/run.ts";
import { Verification } from "../../model/verification.ts";
import type { HandlerTable } from "../context.ts";
import { ProjectSettings } from "../project.ts";

const kinds: Readonly<Record<string, z.ZodType>> = {
  Source: SourceDocument,
  SourceList: z.array(SourceSummary),
  Destination: DestinationDocument,
  Connection,
  ConnectionList: z.array(ConnectionSummary),
  StreamList: Discovery,
  Proposal,
  Plan,
  ApplyResult,
  Answer,
  PipelineRequirement,
  Run,
  RunList: z.array(Run),
  Verification,
  Status: StatusDocument,
  CheckResult,
  QuarantineGroupList: z.array(QuarantineGroup),
  ReplayResult,
  SchemaChangeList: z.array(SchemaChangeSummary),
  SchemaChangeDecision,
  RewritePlan,
  RewriteList: z.array(RewriteSummary),
  CheckpointList: z.array(CheckpointLine),
  Error: ErrorDocument,
  Project: ProjectSettings,
};

export const handlers: HandlerTable = {
  schema: async (_, { kind }) => {
    const name = Object.keys(kinds).find(
      (candidate) => candidate.toLowerCase() === kind.toLowerCase(),
    );
    const schema = name === undefined ? undefined : kinds[name];
    if (name === undefined || !schema)
      throw new RevosError("usage.bad_value", `No document is of kind ${kind}.`, {
        advice: `One of ${Object.keys(kinds).join(", ")}.`,
        data: { kind },
      });
    return {
      title: name,
      ...(z.toJSONSchema(schema, {
        io:
          name === "Connection" || name === "PipelineRequirement" || name === "Project"
            ? "input"
            : "output",
        unrepresentable: "any",
      }) as Record<string, unknown>),
    };
  },
};
