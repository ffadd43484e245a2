import * as schema from "@depthwire/schema/internal";
import { toDraft07 } from "./draft-07.js";
import type { SchemaWriter } from "./json-schema.js";
import type { JsonSchema } from "./scalar-schema.js";

/** The record whose JSON text each login signs. */
const signedTexts: ReadonlyMap<schema.RecordShape, schema.RecordShape> = new Map<
  schema.RecordShape,
  schema.RecordShape
>([
  [schema.prefixLogin, schema.prefixLoginSigned],
  [schema.channelLogin, schema.channelLoginSigned],
]);

/** How the signature of a login is made; nothing for other messages. A schema of the payload alone does not tell. */
export function describeSigning(message: schema.RecordShape, writer: SchemaWriter): JsonSchema {
  const signed = signedTexts.get(message);
  if (signed === undefined) {
    return {};
  }
  const keys = Object.values(signed.fields).map(({ wireKeys }) => wireKeys[0]);
  return {
    description:
      `\`sign\` is the HMAC-MD5 under the API secret, in lower-case hexadecimal, of the JSON text of {${keys.join(", ")}}: ` +
      "the keys in this order, without spaces. It has no timestamp, so whoever reads the message can repeat it.",
    "x-signed-text": toDraft07(writer.write(signed)),
  };
}
