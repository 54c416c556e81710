// Which column names speak of personal or sensitive data (golden K24: seed 003's list, date of birth, reading names, card data). By
// the parts of a name, so that `mail_addr`, `MailAddress` and `customer_email` are one thing.

export type SensitiveKind =
  | "email"
  | "phone"
  | "name"
  | "birth_date"
  | "address"
  | "ip"
  | "card"
  | "bank"
  | "national_id"
  | "health"
  | "pay"
  | "location"
  | "device"
  | "password"
  | "biometric";

/** Parts that say it alone. */
const alone: Readonly<Record<string, SensitiveKind>> = {
  email: "email",
  mail: "email",
  mailaddr: "email",
  mailaddress: "email",
  メール: "email",
  メールアドレス: "email",
  phone: "phone",
  tel: "phone",
  telno: "phone",
  telephone: "phone",
  mobile: "phone",
  msisdn: "phone",
  fax: "phone",
  denwa: "phone",
  電話番号: "phone",
  電話: "phone",
  firstname: "name",
  lastname: "name",
  fullname: "name",
  surname: "name",
  maiden: "name",
  kana: "name",
  shimei: "name",
  氏名: "name",
  名前: "name",
  カナ: "name",
  姓: "name",
  dob: "birth_date",
  birthdate: "birth_date",
  birthday: "birth_date",
  birth: "birth_date",
  seinengappi: "birth_date",
  生年月日: "birth_date",
  postcode: "address",
  zipcode: "address",
  zip: "address",
  street: "address",
  jusho: "address",
  住所: "address",
  郵便番号: "address",
  ip: "ip",
  ipaddr: "ip",
  ipaddress: "ip",
  remoteip: "ip",
  clientip: "ip",
  pan: "card",
  cvv: "card",
  cvc: "card",
  cardnumber: "card",
  cardno: "card",
  creditcard: "card",
  カード番号: "card",
  iban: "bank",
  bic: "bank",
  口座番号: "bank",
  ssn: "national_id",
  passport: "national_id",
  mynumber: "national_id",
  nationalid: "national_id",
  マイナンバー: "national_id",
  diagnosis: "health",
  disease: "health",
  patient: "health",
  medication: "health",
  blood: "health",
  病名: "health",
  salary: "pay",
  salaries: "pay",
  wage: "pay",
  payroll: "pay",
  給与: "pay",
  年収: "pay",
  latitude: "location",
  longitude: "location",
  geolocation: "location",
  imei: "device",
  idfa: "device",
  deviceid: "device",
  password: "password",
  passwd: "password",
  暗証番号: "password",
  namae: "name",
  furigana: "name",
  フリガナ: "name",
  ふりがな: "name",
  keitai: "phone",
  携帯番号: "phone",
  発信番号: "phone",
  着信番号: "phone",
  発信者番号: "phone",
  tanjobi: "birth_date",
  誕生日: "birth_date",
  postal: "address",
  yubin: "address",
  mrn: "health",
  傷病名: "health",
  診断名: "health",
  カルテ番号: "health",
  患者番号: "health",
  biometric: "biometric",
  biometrics: "biometric",
  fingerprint: "biometric",
  fingerprints: "biometric",
  iris: "biometric",
  retina: "biometric",
  faceprint: "biometric",
  voiceprint: "biometric",
  指紋: "biometric",
  虹彩: "biometric",
  声紋: "biometric",
  顔写真: "biometric",
  顔画像: "biometric",
  生体情報: "biometric",
  旅券番号: "national_id",
  免許証番号: "national_id",
};

/** Two parts that say it together. */
const together: readonly (readonly [string, string, SensitiveKind])[] = [
  ["card", "number", "card"],
  ["card", "no", "card"],
  ["card", "num", "card"],
  ["card", "holder", "name"],
  ["credit", "card", "card"],
  ["first", "name", "name"],
  ["last", "name", "name"],
  ["full", "name", "name"],
  ["given", "name", "name"],
  ["family", "name", "name"],
  ["customer", "name", "name"],
  ["user", "name", "name"],
  ["contact", "name", "name"],
  ["patient", "name", "name"],
  ["home", "address", "address"],
  ["street", "address", "address"],
  ["billing", "address", "address"],
  ["shipping", "address", "address"],
  ["mail", "addr", "email"],
  ["date", "birth", "birth_date"],
  ["bank", "account", "bank"],
  ["tax", "id", "national_id"],
  ["national", "id", "national_id"],
  ["my", "number", "national_id"],
  ["account", "holder", "name"],
  ["device", "id", "device"],
  ["social", "security", "national_id"],
  ["driver", "license", "national_id"],
];

/** Whose name a `…_name` is: of people, not of products or hosts. */
const persons = new Set(
  "ship shipto bill billto recipient consignee consignor sender receiver customer cust client patient user member guest passenger driver rider employee emp staff student pupil contact holder owner payer payee insured tenant guardian parent spouse beneficiary subscriber applicant candidate buyer caller callee visitor resident author nurse doctor physician person legal".split(
    " ",
  ),
);
const names = new Set(["name", "nm", "names"]);
/** Addresses of machines. */
const machines = new Set(
  "mac host wallet server memory url web contract node device network email mail ip".split(" "),
);

/** Words that make a part harmless: `ip_count`, `zip_file`, `email_template_id`, `mail_type`. */
const harmless = new Set([
  "count",
  "cnt",
  "flag",
  "template",
  "type",
  "file",
  "status",
  "campaign",
  "verified",
  "opt",
  "optin",
  "sent",
  "rate",
  "domain",
]);

const piece = /[\u3040-\u30ff\u3400-\u9fff]+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/gu;

export function sensitiveKind(column: string): SensitiveKind | null {
  const parts = (column.normalize("NFKC").match(piece) ?? []).map((part) => part.toLowerCase());
  if (parts.some((part) => harmless.has(part))) return null;
  for (const [a, b, kind] of together) if (parts.includes(a) && parts.includes(b)) return kind;
  for (const part of parts) {
    const kind = alone[part] ?? alone[part.replace(/s$/, "")];
    if (kind) return kind;
  }
  if (parts.some((part) => names.has(part)) && parts.some((part) => persons.has(part)))
    return "name";
  if (parts.includes("sei") && parts.includes("mei")) return "name";
  if (
    parts.some((part) => /^addr(?:ess(?:es)?)?$/.test(part)) &&
    !parts.some((part) => machines.has(part))
  )
    return "address";
  if (parts.includes("face") && parts.some((part) => /^(?:id|image|photo|hash|scan)$/.test(part)))
    return "biometric";
  return alone[parts.join("")] ?? ofEnding(parts);
}

/** 患者氏名, 契約者住所: a compound is what its end says. */
function ofEnding(parts: readonly string[]): SensitiveKind | null {
  for (const part of parts) {
    if (!/[\u3040-\u9fff]/.test(part)) continue;
    const word = japanese.find((one) => part.endsWith(one));
    if (word) return alone[word] ?? null;
  }
  return null;
}

const japanese = Object.keys(alone).filter(
  (one) => /[\u3040-\u9fff]/.test(one) && one.length > 1 && one !== "メール",
);
