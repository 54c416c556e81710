// Questions as plain lines on stderr, answers from stdin. One reader for the whole command, so that typed-ahead and
// pasted answers are not lost. No cursor games: it reads well on a screen reader, a dumb terminal and in a test.
import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { Aborted, RevosError } from "../kernel/error.ts";
import type { Host } from "./host.ts";
import type { Terminal } from "./terminal.ts";

export class Prompt {
  readonly #host: Host;
  readonly #terminal: Terminal;
  #reader: Interface | null = null;
  #waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | null = null;
  #lines: string[] = [];
  #ended = false;
  #isHidden = false;

  constructor(host: Host, terminal: Terminal) {
    this.#host = host;
    this.#terminal = terminal;
  }

  get possible(): boolean {
    return this.#terminal.interactive;
  }

  /** One line, trimmed. Ctrl-C stops the command; the end of input counts as no answer. */
  async ask(question: string): Promise<string> {
    if (!this.possible)
      throw new RevosError(
        "consent.needed",
        "A question could not be asked: there is no terminal.",
      );
    this.#open();
    this.#show(question);
    return (await this.#nextLine()).trim();
  }

  async #nextLine(): Promise<string> {
    const ready = this.#lines.shift();
    if (ready !== undefined) return ready;
    if (this.#ended) throw noAnswer();
    return await new Promise<string>((resolve, reject) => (this.#waiting = { resolve, reject }));
  }

  /** As `ask`, but what is typed is not shown on the terminal. Not trimmed: a password may begin with a space. */
  async askHidden(question: string): Promise<string> {
    if (!this.possible) return await this.ask(question);
    this.#open();
    // Answers typed ahead were shown when they were typed: one that should be hidden is asked for anew.
    if (this.#reader?.terminal) this.#lines = [];
    this.#host.stderr.write(question);
    this.#isHidden = this.#reader?.terminal === true;
    try {
      return await this.#nextLine();
    } finally {
      if (this.#isHidden) this.#host.stderr.write("\n");
      this.#isHidden = false;
    }
  }

  /** Yes or no; Enter alone is `assumed`. Asks again until it understands. */
  async yesNo(question: string, assumed: boolean): Promise<boolean> {
    for (;;) {
      const answer = (await this.ask(`${question}  [${assumed ? "Y/n" : "y/N"}] `)).toLowerCase();
      if (answer === "") return assumed;
      if (/^(y|yes|はい|ええ|ok)$/.test(answer)) return true;
      if (/^(n|no|いいえ|いや)$/.test(answer)) return false;
    }
  }

  /** Gives the terminal back, so that Ctrl-C is a signal again. The next question opens it anew. */
  close(): void {
    const reader = this.#reader;
    this.#reader = null;
    reader?.close();
    this.#ended = false;
  }

  /** On a real terminal readline owns the last line: it rewrites it when the answer is edited. */
  #show(question: string): void {
    const cut = question.lastIndexOf("\n") + 1;
    if (!this.#reader?.terminal) return void this.#host.stderr.write(question);
    this.#host.stderr.write(question.slice(0, cut));
    this.#reader.setPrompt(question.slice(cut));
    this.#reader.prompt();
  }

  #open(): void {
    if (this.#reader) return;
    const tty =
      this.#terminal.stderrTty &&
      (this.#host.stdin as { setRawMode?: unknown }).setRawMode !== undefined;
    const reader = createInterface({
      input: this.#host.stdin,
      output: tty ? this.#screen() : undefined,
      terminal: tty,
      // Answers are not words to come back to: a password must not be one arrow key away.
      historySize: 0,
    });
    reader.on("line", (line) => {
      const waiting = this.#waiting;
      this.#waiting = null;
      if (waiting) waiting.resolve(line);
      else this.#lines.push(line);
    });
    reader.on("SIGINT", () => this.#fail(new Aborted()));
    reader.on("close", () => {
      if (this.#reader !== reader) return;
      this.#ended = true;
      this.#fail(noAnswer());
    });
    this.#reader = reader;
  }

  /** What readline draws on: the terminal, except while an answer is hidden. */
  #screen(): NodeJS.WritableStream {
    const { stderr } = this.#host;
    const screen = new Writable({
      write: (chunk: Buffer, _, done) => {
        if (!this.#isHidden) stderr.write(chunk);
        done();
      },
    });
    return Object.defineProperties(screen, {
      columns: { get: () => stderr.columns },
      rows: { get: () => stderr.rows },
      isTTY: { value: true },
    });
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) {
      this.#host.stderr.write("\n");
      waiting.reject(error);
    }
  }
}

const noAnswer = () =>
  new RevosError(
    "consent.needed",
    "The input ended before the question was answered. Nothing was done.",
  );
