// Redraws a block of lines in place on a terminal, at most ten times a second, and clears it at the end.
import type { OutStream } from "../host.ts";

const redrawMs = 100;

export class LiveBlock {
  readonly #stream: OutStream;
  readonly #render: () => readonly string[];
  readonly #timer: NodeJS.Timeout;
  #drawn = 0;
  #last = "";

  constructor(stream: OutStream, render: () => readonly string[]) {
    this.#stream = stream;
    this.#render = render;
    // Times and stalls move even when no event arrives.
    this.#timer = setInterval(() => this.draw(), redrawMs);
    this.#timer.unref();
    stream.write("\u001b[?25l");
  }

  draw(): void {
    const rows = (this.#stream.rows ?? 40) - 1;
    const lines = this.#render().slice(0, rows);
    // Nothing moved: a terminal over a slow line is not sent the same block ten times a second.
    if (this.#drawn > 0 && lines.join("\n") === this.#last) return;
    this.#last = lines.join("\n");
    const body = lines.map((line) => `\u001b[2K${line}\n`).join("");
    this.#stream.write(`${up(this.#drawn)}${body}${lines.length < this.#drawn ? "\u001b[0J" : ""}`);
    this.#drawn = lines.length;
  }

  /** Prints a whole line above the block. */
  above(line: string): void {
    this.#stream.write(`${up(this.#drawn)}\u001b[0J${line}\n`);
    this.#drawn = 0;
    this.draw();
  }

  /** Removes the block and gives the cursor back. */
  end(): void {
    clearInterval(this.#timer);
    this.#stream.write(`${up(this.#drawn)}\u001b[0J\u001b[?25h`);
    this.#drawn = 0;
  }
}

const up = (lines: number) => (lines > 0 ? `\u001b[${lines}A\r` : "\r");
