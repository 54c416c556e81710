// Regions a text names, as one key per place: zones of a region are that region, and a city is the region that stands in it (golden K30).

const cities: readonly (readonly [key: string, pattern: RegExp])[] = [
  ["tokyo", /東京|tokyo/u],
  ["osaka", /大阪|osaka/u],
  ["virginia", /バージニア|virginia/u],
  ["oregon", /オレゴン|oregon/u],
  ["ohio", /オハイオ|ohio/u],
  ["frankfurt", /フランクフルト|frankfurt/u],
  ["ireland", /アイルランド|ireland|dublin/u],
  ["london", /ロンドン|london/u],
  ["paris", /パリ|paris/u],
  ["singapore", /シンガポール|singapore/u],
  ["sydney", /シドニー|sydney/u],
  ["mumbai", /ムンバイ|mumbai/u],
  ["seoul", /ソウル|seoul/u],
];

const ids: Readonly<Record<string, string>> = {
  "ap-northeast-1": "tokyo",
  "asia-northeast1": "tokyo",
  japaneast: "tokyo",
  "ap-northeast-3": "osaka",
  "asia-northeast2": "osaka",
  japanwest: "osaka",
  "us-east-1": "virginia",
  "us-east4": "virginia",
  "us-west-2": "oregon",
  "us-west1": "oregon",
  "us-east-2": "ohio",
  "eu-central-1": "frankfurt",
  "europe-west3": "frankfurt",
  "eu-west-1": "ireland",
  "europe-west1": "belgium",
  "eu-west-2": "london",
  "eu-west-3": "paris",
  "ap-southeast-1": "singapore",
  "asia-southeast1": "singapore",
  "ap-southeast-2": "sydney",
  "ap-south-1": "mumbai",
  "ap-northeast-2": "seoul",
};

const regionId =
  /(?<![a-z0-9-])(?:us|eu|ap|sa|ca|me|af|il|cn|asia|europe|australia|northamerica|southamerica)-(?:gov-)?(?:north|south|east|west|central)(?:east|west)?-?\d[a-f]?(?![a-z0-9])|(?<![a-z])(?:japan|us|uk|canada|france|germany)(?:east|west|north|south|central|westcentral)\d?(?![a-z])/g;

/** Lands and unions count only where data is said to go between them. */
const lands: readonly (readonly [key: string, pattern: RegExp])[] = [
  [
    "eu",
    /(?:the |in |from |to )eu(?![a-z-])|(?<![a-z])europe(?![a-z-])|欧州|ヨーロッパ|eu(?=圏|域内|から|の|内|リージョン)/u,
  ],
  ["us", /(?:the|in|from|to) (?:us|u\.s\.|usa|united states)(?![a-z-])|米国|アメリカ/u],
  ["japan", /(?<![a-z])japan(?![a-z])|日本(?!語|円|人)/u],
  ["uk", /(?:the|in|from|to) uk(?![a-z-])|英国|イギリス/u],
];

function regionKey(name: string): string {
  const flat = name
    .normalize("NFKC")
    .toLowerCase()
    .trim()
    .replace(/[a-f]$/, (letter) => (/\d[a-f]$/.test(name.toLowerCase()) ? "" : letter));
  for (const [key, pattern] of cities) if (pattern.test(flat)) return key;
  return ids[flat] ?? flat;
}

/** Whose region a written id is: two clouds in one city are two regions, and what goes between them leaves one. */
function cloudOf(name: string): string | null {
  const flat = name.normalize("NFKC").toLowerCase().trim();
  if (/^[a-z]+-(?:gov-)?[a-z]+-\d[a-f]?$/.test(flat)) return "AWS";
  if (/^[a-z]+-[a-z]+\d(?:-[a-f])?$/.test(flat)) return "Google Cloud";
  return /^(?:japan|us|uk|canada|france|germany)(?:east|west|north|south|central)/.test(flat)
    ? "Azure"
    : null;
}

/** One name per place, in the reader's own words (`us-east-1`, not a city); with the cloud where more than one is named. */
export const regionNames = (names: readonly string[]): string[] => [...byPlace(names).values()];

function byPlace(names: readonly string[]): Map<string, string> {
  const clouds = new Set(names.map(cloudOf).filter((one) => one !== null));
  const found = new Map<string, string>();
  for (const name of names) {
    const cloud = clouds.size > 1 ? cloudOf(name) : null;
    const key = cloud ? `${regionKey(name)} (${cloud})` : regionKey(name);
    if (!found.has(key)) found.set(key, cloud ? `${name} (${cloud})` : name);
  }
  return found;
}

/** `flat` is `shown` in lower case, of the same length. */
export function findRegions(flat: string, shown: string): string[] {
  const written = [...flat.matchAll(regionId)].map((match) => match[0]);
  const found = byPlace(written);
  const isNamed = (city: string) => [...found.keys()].some((one) => one.startsWith(`${city} (`));
  const speaksOfPlaces =
    /region|リージョン|データセンター|data ?cent(?:er|re)/.test(flat) || found.size > 0;
  for (const [key, pattern] of cities) {
    const match = pattern.exec(flat);
    if (!match || found.has(key) || isNamed(key)) continue;
    const inPlace = new RegExp(
      `(?:in|from|to) (?:${pattern.source})|(?:${pattern.source})の ?[a-z]`,
      "u",
    );
    if (speaksOfPlaces || inPlace.test(flat))
      found.set(key, shown.slice(match.index, match.index + match[0].length));
  }
  if (found.size === 0) {
    const named = lands.filter(([, pattern]) => pattern.test(flat)).map(([key]) => key);
    if (named.length >= 2) return named;
  }
  return [...found.values()];
}
