import { signedHeaders } from "@depthwire/schema/internal";
import { decodeForm } from "../bytes/form.js";
import type { HmacMd5 } from "../digest/hmac-md5.js";
import { ProtocolError } from "../error/protocol-error.js";
import { defaultJsonLimits, type JsonLimits } from "../json/json-value.js";
import { parseExact } from "../json/parse-exact.js";
import { verify } from "../signing/verify.js";
import type { CompiledOperation } from "./compile-operation.js";
import { headerName } from "./encode-request.js";

/** A request as a server received it. */
export interface ReceivedRequest {
  /** What stood behind `?`, still encoded. */
  readonly query: string;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The body's exact text; empty when there was none. */
  readonly body: string;
}

/** What a signed request claims. */
export interface RequestSignature {
  readonly apiKey: string;
  /** When the client says that it signed, in epoch milliseconds. */
  readonly timestampMs: number;
  readonly signature: string;
  /** The texts that the signature may be over: the exact one first. */
  readonly stringsToSign: readonly string[];
}

const decimalDigits = /^[0-9]{1,15}$/;
const emptyBody = "{}";

/**
 * Reads the signing headers, before anything else of the request is looked at.
 *
 * @throws ProtocolError `message-shape` with the header's name as path
 * @spec document 1, Authentication; field notes 1 and 26
 */
export function decodeRequestSignature(request: ReceivedRequest, serviceName: string): RequestSignature {
  const read = (template: string): string => {
    const name = headerName(template, serviceName);
    const value = request.header(name.toLowerCase());
    if (value === undefined || value === "") {
      throw new ProtocolError("message-shape", { path: name, expected: "a value: the header is missing" });
    }
    return value;
  };
  const apiKey = read(signedHeaders.apiKey);
  const timestamp = read(signedHeaders.timestamp);
  const signature = read(signedHeaders.signature);
  if (!decimalDigits.test(timestamp)) {
    const path = headerName(signedHeaders.timestamp, serviceName);
    throw new ProtocolError("message-shape", { path, expected: "epoch milliseconds" });
  }
  // The timestamp's own text was signed, not what it means. An absent body may have been signed as an empty object.
  const exact = timestamp + request.body;
  const stringsToSign = request.body === "" ? [exact, timestamp + emptyBody] : [exact];
  return { apiKey, timestampMs: Number(timestamp), signature, stringsToSign };
}

/** Whether a request was signed with the secret. Constant time in the signature. */
export function verifyRequest(secret: HmacMd5, { stringsToSign, signature }: RequestSignature): boolean {
  // Every text is tried, whichever fits.
  return stringsToSign.map((text) => verify(secret, text, signature)).includes(true);
}

/**
 * Decodes the parameters of a request, from the query or from the JSON body. An absent body is an empty object.
 *
 * @throws ProtocolError `message-shape` and other codes of the codec, with the wire's key as path; those of `parseExact`
 * @spec document 1, Endpoints; document 2, Endpoints; field note 26
 */
export function decodeRequest<Params, Result>(
  { operation, params }: CompiledOperation<Params, Result>,
  request: ReceivedRequest,
  limits: JsonLimits = defaultJsonLimits,
): Params {
  if (operation.paramsPlace === "query") {
    return params.decode(Object.fromEntries(decodeForm(request.query)));
  }
  return params.decode(parseExact(request.body === "" ? emptyBody : request.body, limits));
}
