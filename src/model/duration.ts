// Durations and sizes as people write them in files: `2h`, `90 days`, `1.5 GB`. One reading for all keys.

const durationUnits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ms: 1,
    millisecond: 1,
    s: 1000,
    sec: 1000,
    second: 1000,
    m: 60_000,
    min: 60_000,
    minute: 60_000,
    h: 3_600_000,
    hr: 3_600_000,
    hour: 3_600_000,
    d: 86_400_000,
    day: 86_400_000,
    w: 604_800_000,
    week: 604_800_000,
  }),
);

/** Milliseconds of `2h`, `1h30m`, `90 days`, `PT15M`; null when the text is no duration. */
export function parseDuration(text: string): number | null {
  const word = text.trim().toLowerCase();
  const iso =
    /^p(?:(\d+(?:\.\d+)?)w)?(?:(\d+(?:\.\d+)?)d)?(?:t(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?)?$/.exec(
      word,
    );
  if (iso && word.length > 2 && !word.endsWith("t")) {
    const [, w = "0", d = "0", h = "0", m = "0", s = "0"] = iso;
    return Math.round(
      Number(w) * 604_800_000 +
        Number(d) * 86_400_000 +
        Number(h) * 3_600_000 +
        Number(m) * 60_000 +
        Number(s) * 1000,
    );
  }
  let total = 0;
  let rest = word;
  if (rest === "") return null;
  while (rest !== "") {
    const part = /^(\d+(?:\.\d+)?)\s*([a-z]+)\s*/.exec(rest);
    const unit = part?.[2] ?? "";
    const size = durationUnits.get(unit) ?? durationUnits.get(unit.replace(/s$/, ""));
    if (!part || size === undefined) return null;
    total += Number(part[1]) * size;
    rest = rest.slice(part[0].length);
  }
  return Math.round(total);
}

const sizeUnits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    b: 1,
    byte: 1,
    bytes: 1,
    k: 1e3,
    kb: 1e3,
    m: 1e6,
    mb: 1e6,
    g: 1e9,
    gb: 1e9,
    t: 1e12,
    tb: 1e12,
    kib: 1024,
    ki: 1024,
    mib: 1024 ** 2,
    mi: 1024 ** 2,
    gib: 1024 ** 3,
    gi: 1024 ** 3,
    tib: 1024 ** 4,
    ti: 1024 ** 4,
  }),
);

/** Bytes of `512 MB`, `20GiB`, `1000`; null when the text is no size. */
export function parseSize(text: string | number): number | null {
  if (typeof text === "number") return Number.isSafeInteger(text) && text >= 0 ? text : null;
  const part = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(text.trim().toLowerCase());
  const unit = part?.[2] === "" ? "b" : (part?.[2] ?? "");
  const size = sizeUnits.get(unit);
  return part && size !== undefined ? Math.round(Number(part[1]) * size) : null;
}

/** `13` rows or `5%`: a limit of rows in quarantine; null when the text is neither. */
export function parseLimit(
  text: string | number,
): { readonly rows: number } | { readonly percent: number } | null {
  if (typeof text === "number") return Number.isInteger(text) && text >= 0 ? { rows: text } : null;
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim());
  if (percent) return Number(percent[1]) <= 100 ? { percent: Number(percent[1]) } : null;
  return /^\d+$/.test(text.trim()) ? { rows: Number(text.trim()) } : null;
}
