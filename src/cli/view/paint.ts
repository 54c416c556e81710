// Colours as functions, off where the stream wants none. Status is never told by colour alone.
import picocolors from "picocolors";

export type Paint = {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly name: (text: string) => string;
};

export function makePaint(enabled: boolean): Paint {
  const colors = picocolors.createColors(enabled);
  return {
    good: colors.green,
    bad: colors.red,
    warn: colors.yellow,
    dim: colors.dim,
    bold: colors.bold,
    name: colors.cyan,
  };
}
