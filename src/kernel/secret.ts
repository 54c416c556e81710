// A secret prints as `[secret]` in every way JavaScript can print a value; reading it is a named call.
// (`inspect` below is the well-known symbol by which Node prints objects; naming it needs no import.)

const inspect = Symbol.for("nodejs.util.inspect.custom");
const hidden = "[secret]";

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The plain text. Call it only where the value leaves for the system that needs it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [inspect](): string {
    return hidden;
  }
}
