// Column names that hold personal data: seed 003 §フェーズ 6 (mail, phone, ssn, ip, parts of a name, payment) with dates of
// birth, readings in kana, national ids and credentials beside them (golden K24, K56). Data, so that a country is one line.

export type SensitiveKind = {
  readonly id:
    | "email"
    | "phone"
    | "national_id"
    | "ip"
    | "name"
    | "kana"
    | "birth"
    | "payment"
    | "address"
    | "credential";
  readonly why: { readonly en: string; readonly ja: string };
  /** Mapper types to suggest, best first. */
  readonly suggest: readonly ("hashing" | "encryption" | "field-filtering")[];
  /** Phrases of lower-case words; found at the end of a column name (what stands before them only says whose). */
  readonly phrases: readonly string[];
  readonly japanese: readonly string[];
  /** Words of a goal that need the plain value, as one expression each. */
  readonly neededBy: RegExp | null;
};

const phrases = (text: string): string[] => text.split(",").map((phrase) => phrase.trim());

export const sensitiveKinds: readonly SensitiveKind[] = [
  {
    id: "email",
    why: { en: "e-mail address", ja: "メールアドレス" },
    suggest: ["hashing", "encryption", "field-filtering"],
    phrases: phrases(
      "email, e mail, mail, email address, mail address, e mail address, emailaddress, mailaddress, email addr, email id, emails, email adr, courriel, correo, email1, email2, email 1, email 2, mail addr",
    ),
    japanese: ["メールアドレス", "メアド", "Eメール", "電子メール", "メール"],
    neededBy:
      /e-?mails?\s+(?:domain|provider|address|host)|(?:per|by|each|which)\s+e-?mails?\b|domains?\s+of\s+(?:the\s+)?e-?mail|メールの?(?:ドメイン|アドレス)|ドメイン(?:別|ごと)/,
  },
  {
    id: "phone",
    why: { en: "phone number", ja: "電話番号" },
    suggest: ["hashing", "encryption", "field-filtering"],
    phrases: phrases(
      "phone, phone number, phone no, tel, tel no, telephone, telephone number, mobile, mobile number, mobile no, mobile phone, mobile phone number, cell, cell phone, cellphone, phonenumber, msisdn, fax, fax number, fax no, whatsapp, whatsapp number, denwa, phone1, phone2, tel1, tel2, phone 1, phone 2, tel 1, tel 2, tel 3, handphone, telefon, telefono, contact number",
    ),
    japanese: ["電話番号", "電話", "携帯番号", "携帯電話", "携帯", "FAX番号", "ファックス", "TEL"],
    neededBy:
      /(?:area|country|dialling|dialing)\s+codes?|(?:per|by)\s+phone|phone\s+prefix|市外局番|国番号|電話番号(?:別|ごと)/,
  },
  {
    id: "national_id",
    why: { en: "national or official id", ja: "公的な個人番号" },
    suggest: ["hashing", "encryption", "field-filtering"],
    phrases: phrases(
      "ssn, social security number, social security no, social security, national id, national id number, national identity number, national insurance number, nin, nino, nhs number, my number, mynumber, individual number, kojin bango, passport, passport number, passport no, passport id, " +
        "driver license, drivers license, driver licence, drivers licence, driver license number, driving licence number, license plate, tax id, taxpayer id, tin, itin, sin number, social insurance number, aadhaar, aadhaar number, aadhar, pan number, cpf, curp, rfc, dni, nie, nif, bsn, personnummer, " +
        "codice fiscale, pesel, cnp, emirates id, iqama, nric, fin number, hkid, rrn, resident registration number, id card number, identity card number, id number, government id, medicare number, health insurance number, insurance card number, residence card number, menkyo, cuil, cedula, steuer id, insee, mrn, medical record number",
    ),
    japanese: [
      "マイナンバー",
      "個人番号",
      "社会保障番号",
      "旅券番号",
      "パスポート番号",
      "運転免許証番号",
      "免許証番号",
      "保険証番号",
      "被保険者番号",
      "基礎年金番号",
      "在留カード番号",
      "住民票コード",
    ],
    neededBy: null,
  },
  {
    id: "ip",
    why: { en: "IP address", ja: "IP アドレス" },
    suggest: ["hashing", "encryption", "field-filtering"],
    phrases: phrases(
      "ip, ip address, ip addr, ipaddress, ipaddr, client ip, remote ip, remote addr, ipv4, ipv6, ip v4, ip v6, sign in ip, login ip, user ip, source ip, browser ip, mac address, imei, advertising id, idfa, gaid",
    ),
    japanese: ["IPアドレス", "接続元IP", "IP", "MACアドレス"],
    neededBy:
      /(?:per|by|each|from)\s+ips?\b|ip\s+(?:address|geo|location|range)|geolocat|IPアドレス(?:別|ごと)|ipアドレス(?:別|ごと)/,
  },
  {
    id: "birth",
    why: { en: "date of birth", ja: "生年月日" },
    suggest: ["hashing", "field-filtering", "encryption"],
    phrases: phrases(
      "birth date, birthdate, date of birth, dob, birthday, birth day, born on, born at, birth, birth dt, d o b, seinengappi, geburtsdatum, fecha nacimiento",
    ),
    japanese: ["生年月日", "誕生日", "出生日"],
    neededBy: /\bage\b|\bages\b|age\s+group|birth|generation|年齢|年代|誕生|世代/,
  },
  {
    id: "kana",
    why: { en: "reading of a person's name", ja: "氏名の読み仮名" },
    suggest: ["hashing", "encryption", "field-filtering"],
    phrases: phrases(
      "kana, name kana, full name kana, first name kana, last name kana, given name kana, family name kana, sei kana, mei kana, furigana, kana name, kana sei, kana mei, first kana, last kana, shimei kana, phonetic name, first name phonetic, last name phonetic, name katakana, name hiragana, name furigana",
    ),
    japanese: [
      "フリガナ",
      "ふりがな",
      "カナ氏名",
      "氏名カナ",
      "セイ",
      "メイ",
      "氏名フリガナ",
      "カナ",
      "よみがな",
      "読み仮名",
      "ヨミガナ",
      "氏名かな",
    ],
    neededBy: null,
  },
  {
    id: "payment",
    why: { en: "payment data", ja: "決済情報" },
    suggest: ["hashing", "encryption", "field-filtering"],
    phrases: phrases(
      "card number, card no, cardnumber, credit card, credit card number, credit card no, creditcard, cc number, cc num, ccnumber, pan, cvv, cvv2, cvc, card cvc, card cvv, security code, card security code, card expiry, card expiration, card exp, exp date card, card holder, cardholder, cardholder name, card holder name, " +
        "iban, bic, swift, swift code, account number, bank account, bank account number, bank account no, account no, acct no, acct number, routing number, aba number, sort code, bsb, clabe, debit card number, paypal email, bank code number, koza bango, kouza bango, iban number, ach account",
    ),
    japanese: [
      "カード番号",
      "クレジットカード番号",
      "口座番号",
      "銀行口座",
      "セキュリティコード",
      "カード有効期限",
      "カード名義",
      "口座名義",
    ],
    neededBy: null,
  },
  {
    id: "address",
    why: { en: "postal address", ja: "住所" },
    suggest: ["field-filtering", "hashing", "encryption"],
    phrases: phrases(
      "street, street address, street line, street name, address line, address line 1, address line 2, address1, address2, address 1, address 2, addr1, addr2, home address, postal address, mailing address, residential address, street1, street2, street 1, street 2, house number",
    ),
    japanese: ["住所", "番地", "住所1", "住所2", "自宅住所", "現住所"],
    neededBy: /(?:per|by)\s+(?:address|street)|geocod|住所(?:別|ごと)/,
  },
  {
    id: "credential",
    why: { en: "password or access secret", ja: "パスワードまたは認証情報" },
    suggest: ["field-filtering", "hashing"],
    phrases: phrases(
      "password, passwd, pwd, password hash, password digest, hashed password, encrypted password, crypted password, password salt, api key, api secret, secret, secret key, client secret, access token, refresh token, auth token, oauth token, session token, private key, otp secret, totp secret, mfa secret, reset password token, confirmation token, remember token, pin code hash, security answer, webhook secret",
    ),
    japanese: ["パスワード", "暗証番号", "秘密鍵", "アクセストークン", "秘密の質問の答え"],
    neededBy: null,
  },
];

/** Full names in one column, and parts of a name that count only two together. */
export const fullNames: readonly string[] = phrases(
  "full name, fullname, real name, person name, legal full name, shimei, holder name, contact full name, patient name, student name, employee name, guest name, passenger name",
);
export const fullNamesJapanese: readonly string[] = [
  "氏名",
  "お名前",
  "患者名",
  "生徒名",
  "社員名",
  "本名",
];
export const nameParts: readonly string[] = phrases(
  "first name, last name, given name, family name, surname, middle name, forename, firstname, lastname, middlename, givenname, familyname, fname, lname, maiden name, name first, name last, sei, mei, first nm, last nm, name sei, name mei, second name, vorname, nachname, nombre, apellido, prenom",
);
export const namePartsJapanese: readonly string[] = ["姓", "名", "苗字", "名字", "下の名前"];
