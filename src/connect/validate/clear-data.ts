// What lands readable although it looks personal, and mappers that protect little: warnings beside the findings.
// The consent of `apply` lists these columns and is the recorded yes (design.md, promise 6).
import type { Discovery, FieldPath } from "../../model/discovery.ts";
import { landedField, trackMappers } from "../mappers/track.ts";
import { say, type Language } from "../propose/input.ts";
import { findSensitive } from "../propose/sensitive.ts";
import { formatField } from "../../model/field-path.ts";
import type { RawStream } from "./raw.ts";

export type ConnectionWarning = {
  readonly code: string;
  readonly message: string;
  readonly stream: string;
  readonly namespace: string | null;
  readonly field: FieldPath;
  readonly why?: string;
};

type Stream = Pick<RawStream, "name" | "namespace" | "mappers" | "columns">;

/** Sensitive columns that no mapper hashes, encrypts or drops, and that are not left out. */
export function findClearData(
  streams: readonly Stream[],
  discovery: Discovery | null,
  language: Language,
): ConnectionWarning[] {
  const isRepeated = (stream: Stream, at: number) =>
    streams.findIndex(
      (other) => other.name === stream.name && other.namespace === stream.namespace,
    ) < at;
  return streams.flatMap((stream, at) => {
    if (isRepeated(stream, at)) return [];
    const found = discovery?.find(
      (other) =>
        other.streamName === stream.name &&
        (stream.namespace === undefined || other.streamnamespace === stream.namespace),
    );
    if (!found || stream.name === undefined) return [];
    const tracked = trackMappers(found.propertyFields, stream.mappers);
    return findSensitive(found.propertyFields).flatMap(({ path, why }) => {
      if (stream.columns[path[0] ?? ""]?.include === false) return [];
      const landed = landedField(tracked, path);
      if (!landed?.now || landed.changes.some((change) => change !== "field-renaming")) return [];
      return [
        {
          code: "mapper.pii_in_clear",
          message: say(
            language,
            `${stream.name ?? ""}.${formatField(path)} (${why.en}) lands in clear.`,
            `${stream.name ?? ""}.${formatField(path)} (${why.ja}) は平文のまま読み込まれます。`,
          ),
          stream: stream.name ?? "",
          namespace: stream.namespace ?? null,
          field: path,
          why: why[language],
        },
      ];
    });
  });
}

export function findWeakMappers(
  streams: readonly Stream[],
  language: Language,
): ConnectionWarning[] {
  return streams.flatMap((stream) =>
    stream.mappers.flatMap((mapper) => {
      const warn = (code: string, field: string, message: string) => [
        {
          code,
          message,
          stream: stream.name ?? "",
          namespace: stream.namespace ?? null,
          field: [field],
        },
      ];
      if (mapper.type === "encryption" && mapper.mapperConfiguration.mode === "ECB")
        return warn(
          "mapper.ecb",
          mapper.mapperConfiguration.targetField,
          say(
            language,
            `${mapper.mapperConfiguration.targetField} is encrypted with ECB: equal values give equal ciphertexts. GCM does not.`,
            `${mapper.mapperConfiguration.targetField} は ECB で暗号化されるため、同じ値は同じ暗号文になります。GCM ではそうなりません。`,
          ),
        );
      if (
        mapper.type === "hashing" &&
        (mapper.mapperConfiguration.method === "MD2" || mapper.mapperConfiguration.method === "MD5")
      )
        return warn(
          "mapper.weak_hash",
          mapper.mapperConfiguration.targetField,
          say(
            language,
            `${mapper.mapperConfiguration.targetField} is hashed with ${mapper.mapperConfiguration.method}, which is broken. SHA-256 is not.`,
            `${mapper.mapperConfiguration.targetField} は、安全ではなくなった ${mapper.mapperConfiguration.method} でハッシュ化されます。SHA-256 を使用してください。`,
          ),
        );
      return [];
    }),
  );
}
