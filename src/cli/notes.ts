// stderr: notes, warnings, next steps. Whole lines only; under --json a warning is one JSON line (ux.md §2.7, rule 5).
import type { Host } from "./host.ts";
import type { Terminal } from "./terminal.ts";
import { toAscii } from "./view/glyphs.ts";
import { makePaint, type Paint } from "./view/paint.ts";
import { fitLines } from "./view/width.ts";

export type Warning = Readonly<Record<string, unknown>> & { readonly code: string };

export class Notes {
  readonly paint: Paint;
  readonly #host: Host;
  readonly #terminal: Terminal;

  constructor(host: Host, terminal: Terminal) {
    this.#host = host;
    this.#terminal = terminal;
    this.paint = makePaint(terminal.colorErr);
  }

  /** For people: silent with --quiet and under --json. */
  line(text = ""): void {
    if (this.#terminal.quiet || this.#terminal.json || this.#terminal.ndjson) return;
    this.always(text);
  }

  /** Said in every mode. */
  always(text: string): void {
    const { ascii, stderrTty, width, lang } = this.#terminal;
    const shown = ascii ? toAscii(text) : text;
    const measure = { ambiguousIsNarrow: lang !== "ja" };
    this.#host.stderr.write(`${stderrTty ? fitLines(shown, width, measure) : shown}\n`);
  }

  warn(warning: Warning, text: string): void {
    if (this.#terminal.json || this.#terminal.ndjson) {
      this.#host.stderr.write(
        `${JSON.stringify({ apiVersion: "revos/v1", kind: "Warning", ...warning, message: text })}\n`,
      );
    } else if (!this.#terminal.quiet) this.always(`${this.paint.warn("!")} ${text}`);
  }
}
