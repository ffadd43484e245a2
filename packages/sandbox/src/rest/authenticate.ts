import { headerName } from "@depthwire/core/internal";
import { type Permission, signedHeaders } from "@depthwire/schema/internal";
import { type Refusal, refused } from "./handler.js";
import { joinBytes } from "./join-bytes.js";
import type { Received } from "./received.js";
import type { RestServices } from "./rest-services.js";
import type { Sender } from "./sender.js";

const encoder = new TextEncoder();
const emptyBody = encoder.encode("{}");

function join(timestamp: string, body: Uint8Array): Uint8Array {
  return joinBytes([encoder.encode(timestamp), body]);
}

/**
 * Checks the signing headers over the exact bytes of the body. An absent body may have been signed as an empty object. A header
 * that is missing is as wrong as one that does not fit: without a key 3012, else 3025.
 *
 * @spec document 1, Authentication; field notes 1 and 26
 */
export function authenticate(
  request: Received,
  permission: Permission,
  { keys, serviceName }: RestServices,
): Sender | Refusal {
  const read = (template: string): string => request.header(headerName(template, serviceName).toLowerCase()) ?? "";
  const apiKey = read(signedHeaders.apiKey);
  const timestamp = read(signedHeaders.timestamp);
  const signature = read(signedHeaders.signature);
  const { body, address } = request;
  const exact = join(timestamp, body);
  const signed = body.length === 0 ? [exact, join(timestamp, emptyBody)] : [exact];
  const verdict = keys.authenticate({ apiKey, signature, signed, address, permission });
  if ("refused" in verdict) {
    return refused(verdict.refused);
  }
  if (!/^[0-9]{1,15}$/.test(timestamp)) {
    return refused(3025);
  }
  return { account: verdict.userId, apiKey, signature, signedAtMs: Number(timestamp) };
}
