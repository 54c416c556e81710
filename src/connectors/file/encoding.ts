// A guess at a file's encoding, for advice only: it is never used to read.
import iconv from "iconv-lite";

/** The encoding a person should try first for bytes that are not UTF-8. */
export function suggestEncoding(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 65_536));
  for (const encoding of ["euc-jp", "shift_jis"]) {
    const text = iconv.decode(buffer, encoding);
    const strange = text.match(/[\uFFFD\uFF61-\uFF9F]/g)?.length ?? 0;
    const japanese = text.match(/[\u3040-\u30FF\u4E00-\u9FFF]/g)?.length ?? 0;
    if (japanese > 0 && strange <= japanese / 20) return encoding;
  }
  return "windows-1252";
}
