// Numbers for people: grouped digits, bytes, durations, rates. Never cut, never localised digits.

export const grouped = (value: number): string => {
  const [whole = "", fraction] = String(value).split(".");
  return (
    whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",") + (fraction === undefined ? "" : `.${fraction}`)
  );
};

/** `1.9 GB`, `190 MB`, `12 kB`, `840 B`. */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let amount = value;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${unit > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[unit]}`;
}

/** `about`-numbers: `11.1 million`, `3.9 M`, `349k`. */
export function compact(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  if (value >= 10_000) return `${Math.round(value / 1000)}k`;
  return grouped(Math.round(value));
}

/** `0.6 s`, `31.0 s`, `4 min 2 s`, `23 h 56 m`. */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? `${hours} h ${minutes % 60} min`
    : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** One unit, for ages: `4 min`, `3 h`, `67 h`, `5 d`. */
export function age(seconds: number, lang: "en" | "ja" = "en"): string {
  const units = lang === "ja" ? ["秒", "分", "時間", "日"] : ["s", "min", "h", "d"];
  const [value, unit] =
    seconds < 60
      ? [Math.max(0, Math.round(seconds)), 0]
      : seconds < 3600
        ? [Math.floor(seconds / 60), 1]
        : seconds < 72 * 3600
          ? [Math.floor(seconds / 3600), 2]
          : [Math.floor(seconds / 86_400), 3];
  return `${value} ${units[unit]}`;
}

/** `00:20`, `1:02:07`. */
export function clock(ms: number): string {
  const total = Math.max(0, Math.round(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  return `${hours > 0 ? `${hours}:` : ""}${two(Math.floor((total % 3600) / 60))}:${two(total % 60)}`;
}
