// What each operation gives, by its name: the types that the CLI today, and REST, MCP and the web later, are written against.
import type { ErrorDocument } from "../kernel/error.ts";
import type { Answer, RuleDocument } from "../model/answer.ts";
import type { Finding } from "../model/diagnostic.ts";
import type { PlanDocument } from "../model/plan.ts";
import type { Proposal } from "../model/proposal.ts";
import type { RewritePlan } from "../model/rewrite-plan.ts";
import type { Run } from "../model/run.ts";
import type { Verification } from "../model/verification.ts";
import type {
  CheckpointLine,
  CheckResult,
  ConnectionSummary,
  DestinationDocument,
  QuarantineGroup,
  ReplayResult,
  SchemaChangeDecision,
  SchemaChangeSummary,
  RewriteSummary,
  SourceDocument,
  SourceSummary,
  StatusDocument,
  StreamList,
} from "./documents.ts";

type Plain = Readonly<Record<string, unknown>>;
type Done = { readonly ok: true; readonly changed: boolean };

/** What a design writes: each file with its state, and the answer that lists them. */
export type DesignFiles = {
  readonly answer: Answer;
  /** Absolute. */
  readonly dir: string;
  readonly files: readonly {
    readonly path: string;
    readonly kind: string;
    /** kept: written around blocks that were edited by hand. conflict: a file that no design wrote. */
    readonly state: "new" | "same" | "changed" | "kept" | "conflict" | "removed";
    readonly kept: readonly string[];
    readonly difference: string | null;
  }[];
  readonly written: boolean;
  /** Commands to go on with. */
  readonly next: readonly string[];
};

export type ApplyDocument = {
  readonly apiVersion: "revos/v1";
  readonly kind: "ApplyResult";
  readonly ok: boolean;
  readonly exit: number;
  readonly changed: boolean;
  readonly plan: string;
  readonly profile: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly items: readonly {
    readonly action: string;
    readonly kind: string;
    readonly name: string;
    readonly id: string;
    readonly status: "ok" | "failed";
    readonly effects: readonly Plain[];
    readonly error?: ErrorDocument;
  }[];
  readonly filesWritten: readonly string[];
  readonly warnings: readonly Plain[];
  readonly next: readonly { readonly command: string; readonly why: string }[];
};

/** A proposal, interface.md §4 and ux.md §4.3. The full type is `model/proposal.ts`. */
export type ProposalDocument = Proposal;

export interface OperationOutputs {
  "auth.status": {
    readonly mode: "embedded" | "server";
    readonly signedIn: boolean;
    readonly user: string | null;
    readonly project: string;
  };
  "connectors.list": readonly {
    readonly kind: string;
    readonly title: string;
    readonly roles: readonly ("source" | "destination")[];
  }[];
  "connectors.show": Plain;
  "sources.list": readonly SourceSummary[];
  "sources.show": SourceDocument;
  "sources.create": {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    readonly state: string;
    readonly check: CheckResult | null;
  };
  "sources.test": CheckResult;
  "sources.rename": Done;
  "sources.delete": Done;
  "sources.listStreams": StreamList;
  "destinations.list": readonly {
    readonly name: string;
    readonly kind: string;
    readonly place: string;
    readonly isDefault: boolean;
  }[];
  "destinations.show": DestinationDocument;
  "destinations.create": { readonly name: string; readonly kind: string };
  "destinations.test": CheckResult;
  "connections.list": readonly ConnectionSummary[];
  "connections.show": Plain;
  "connections.pause": Done;
  "connections.resume": Done;
  "connections.delete": Done;
  "proposals.offline": ProposalDocument;
  "proposals.start": ProposalDocument;
  "proposals.show": ProposalDocument;
  "proposals.change": ProposalDocument;
  "proposals.write": {
    readonly path: string;
    readonly yaml: string;
    readonly streams: number;
    readonly findings: readonly Finding[];
    readonly warnings: readonly Plain[];
    readonly written: boolean;
    /** The difference to a file that stood there, when not written. */ readonly difference:
      | string
      | null;
  };
  "diff.offline": {
    readonly ok: boolean;
    readonly findings: readonly Finding[];
    readonly warnings: readonly Plain[];
  };
  diff: PlanDocument;
  apply: ApplyDocument;
  pull: {
    readonly changed: boolean;
    readonly files: readonly {
      readonly name: string;
      readonly path: string;
      readonly state: "written" | "unchanged" | "differs";
      readonly difference: string | null;
      readonly yaml?: string;
    }[];
  };
  status: StatusDocument;
  sync: Run;
  "sync.adHoc": Run;
  verify: Verification;
  "runs.list": readonly Run[];
  "runs.show": Run;
  "runs.logs": readonly Plain[];
  "runs.watch": Run;
  "runs.cancel": Done;
  "runs.retry": Run;
  "checkpoints.list": readonly CheckpointLine[];
  "backfill.plan": RewritePlan;
  "backfill.run": Run;
  "backfill.list": readonly RewriteSummary[];
  "backfill.planRollback": RewritePlan;
  "backfill.rollback": Run;
  "replay.plan": RewritePlan;
  "replay.run": Run;
  "quarantine.list": readonly QuarantineGroup[];
  "quarantine.rows": readonly Plain[];
  "quarantine.show": Plain;
  "quarantine.edit": Done;
  "quarantine.waive": { readonly rows: number; readonly audit: string };
  "quarantine.discard": { readonly rows: number; readonly audit: string };
  "quarantine.replay": ReplayResult;
  "schemaChanges.list": readonly SchemaChangeSummary[];
  "schemaChanges.accept": SchemaChangeDecision;
  "schemaChanges.ignore": SchemaChangeDecision;
  "mappers.preview": {
    readonly streams: readonly {
      readonly stream: string;
      readonly namespace: string | null;
      readonly before: readonly Plain[];
      readonly after: readonly Plain[];
      readonly dropped: number;
    }[];
  };
  query: {
    readonly columns: readonly { readonly name: string; readonly type: string }[];
    readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  };
  doctor: {
    readonly ok: boolean;
    readonly checks: readonly {
      readonly name: string;
      readonly ok: boolean;
      readonly detail: string;
      readonly advice?: string;
    }[];
  };
  schema: Plain;
  "config.list": Plain;
  "config.set": Done;
  "config.rotateKey": {
    readonly ok: true;
    readonly changed: boolean;
    readonly keyId: string;
    /** Secrets sealed anew. */ readonly sealed: number;
    /** Secrets that had the key already. */ readonly already: number;
  };
  "design.answer": Answer;
  "design.review": Answer;
  "design.files": DesignFiles;
  "design.write": DesignFiles;
  "design.rule": RuleDocument;
  init: { readonly dir: string; readonly files: readonly string[] };
}
