import { encodeUtf8 } from "../bytes/utf8.js";
import { DepthwireError } from "../error/depthwire-error.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { parseExact } from "../json/parse-exact.js";
import { writeOrdered } from "../json/write-ordered.js";
import type { Credential } from "./credential.js";
import { sign } from "./sign.js";
import {
  batchQueryStringToSign,
  channelLoginStringToSign,
  headerStringToSign,
  prefixLoginStringToSign,
} from "./string-to-sign.js";

/** What is to be signed, by scheme. */
export type SignedText =
  /** A request with signing headers; `body` exactly as it is sent. */
  | { readonly scheme: "headers"; readonly timestampMs: number; readonly body: string }
  /** The login of protocol A. */
  | { readonly scheme: "prefix-login" }
  /** The login of protocol B. */
  | { readonly scheme: "channel-login"; readonly serviceName: string }
  /** A batch query; `commands` is the exact text of `cmds`. */
  | { readonly scheme: "batch-query"; readonly commands: string };

/** What a wrong signature turned out to be. */
export type SignatureFinding =
  | "right"
  | "not-32-hexadecimal-digits"
  | "upper-case"
  | "body-left-out"
  | "empty-object-in-place-of-no-body"
  | "timestamp-in-seconds"
  | "spaces-left-out"
  | "spaces-put-in"
  | "keys-sorted"
  | "body-before-timestamp"
  | "another-text-or-another-secret";

/** Everything about a signature but the secret. */
export interface SignatureExplanation {
  readonly algorithm: "HMAC-MD5 as lower-case hexadecimal, key and text in UTF-8";
  /** The exact text. That of a login holds the API key. */
  readonly stringToSign: string;
  /** How many bytes that text has. */
  readonly utf8Bytes: number;
  /** What the other signature is, where one was given. */
  readonly finding?: SignatureFinding;
}

/**
 * Shows exactly what is signed, for the person whose request was refused with 3025. The secret is never shown.
 *
 * @param received a signature made elsewhere; it is compared with the right one and with those of common mistakes
 * @spec document 1, Authentication; document 2, Authentication
 */
export function explainSignature(credential: Credential, signed: SignedText, received?: string): SignatureExplanation {
  const stringToSign = stringOf(credential, signed);
  return {
    algorithm: "HMAC-MD5 as lower-case hexadecimal, key and text in UTF-8",
    stringToSign,
    utf8Bytes: encodeUtf8(stringToSign).length,
    ...(received === undefined ? {} : { finding: findMistake(credential, signed, stringToSign, received) }),
  };
}

function stringOf(credential: Credential, signed: SignedText): string {
  switch (signed.scheme) {
    case "headers":
      return headerStringToSign(signed.timestampMs, signed.body);
    case "prefix-login":
      return prefixLoginStringToSign(credential.revealApiKey());
    case "channel-login":
      return channelLoginStringToSign(credential.revealApiKey(), signed.serviceName);
    case "batch-query":
      return batchQueryStringToSign(signed.commands);
  }
}

function findMistake(
  credential: Credential,
  signed: SignedText,
  stringToSign: string,
  received: string,
): SignatureFinding {
  if (!/^[0-9a-f]{32}$/i.test(received)) {
    return "not-32-hexadecimal-digits";
  }
  const lower = received.toLowerCase();
  if (sign(credential, stringToSign) === lower) {
    return received === lower ? "right" : "upper-case";
  }
  const mistake = mistakesOf(signed, stringToSign).find(([, text]) => sign(credential, text) === lower);
  return mistake?.[0] ?? "another-text-or-another-secret";
}

type Mistake = readonly [SignatureFinding, string];

function mistakesOf(signed: SignedText, stringToSign: string): readonly Mistake[] {
  if (signed.scheme !== "headers") {
    return respelled(stringToSign);
  }
  const { timestampMs, body } = signed;
  const seconds = Math.floor(timestampMs / 1000);
  return [
    ["body-left-out", headerStringToSign(timestampMs, "")],
    ["empty-object-in-place-of-no-body", headerStringToSign(timestampMs, "{}")],
    ["timestamp-in-seconds", headerStringToSign(seconds, body)],
    ["body-before-timestamp", `${body}${timestampMs}`],
    ...respelled(body).map(([finding, text]): Mistake => [finding, headerStringToSign(timestampMs, text)]),
  ];
}

/** The same JSON as other serialisers write it. */
function respelled(json: string): readonly Mistake[] {
  let value: JsonValue;
  try {
    value = parseExact(json);
  } catch (error) {
    if (error instanceof DepthwireError) {
      return [];
    }
    throw error;
  }
  return [
    ["spaces-left-out", writeOrdered(value)],
    ["spaces-put-in", withSpaces(value)],
    ["keys-sorted", writeOrdered(isJsonObject(value) ? withSortedKeys(value) : value)],
  ];
}

/** As Python's `json.dumps` writes by default: a space after each comma and colon outside strings. */
function withSpaces(value: JsonValue): string {
  const text = writeOrdered(value);
  return text.replace(
    /("(?:[^"\\]|\\.)*")|([,:])/g,
    (_all, quoted: string | undefined, mark: string) => quoted ?? `${mark} `,
  );
}

function withSortedKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([left], [right]) => (left < right ? -1 : 1)));
}
