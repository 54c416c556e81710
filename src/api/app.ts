// The App: one object with one method per operation, opened in process (embedded) or as a client of a server.
// A command cannot tell which it was handed. design.md §4.
import type { RunEvent } from "../model/run-event.ts";
import type { CheckStep } from "../model/check.ts";
import type { OperationInput, OperationName, OperationOutput } from "./operations.ts";

/** What a long operation tells while it goes. */
export type Progress =
  | { readonly kind: "step"; readonly step: CheckStep }
  | { readonly kind: "run"; readonly run: string; readonly event: RunEvent }
  | { readonly kind: "note"; readonly text: string };

export type CallOptions = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
};

export interface App extends AsyncDisposable {
  call<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    options?: CallOptions,
  ): Promise<OperationOutput<N>>;
}
