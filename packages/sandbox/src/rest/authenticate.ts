import { headerName } from "@depthwire/core/internal";
import type { AccountId } from "@depthwire/exchange/internal";
import { type Permission, signedHeaders } from "@depthwire/schema/internal";
import { joinBytes } from "../join-bytes.js";
import { type Refusal, refused } from "./handler.js";
import type { Received } from "./received.js";
import type { RestServices } from "./rest-services.js";

/** Whose request it is. */
export interface Sender {
  readonly account: AccountId;
  readonly apiKey: string;
  readonly signature: string;
  /** When the sender says that it signed, in epoch milliseconds; nothing where a scheme has no timestamp. */
  readonly signedAtMs: number | undefined;
}

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

/**
 * Whether a request comes in time and for the first time. Judged when it reaches the matcher, so that whoever waits long enough
 * knows that it can no longer happen.
 *
 * @spec document 1, Authentication, Timestamp tolerance; field note 27
 */
export function checkMoment(sender: Sender, services: RestServices): Refusal | undefined {
  const { host, faults, replays, timestampToleranceMs } = services;
  const now = host.now();
  const { signedAtMs, apiKey, signature } = sender;
  if (signedAtMs === undefined) {
    return undefined;
  }
  if (Math.abs(now + faults.takeClockSkewMs() - signedAtMs) > timestampToleranceMs) {
    return refused(3025);
  }
  return replays === undefined || replays.take(apiKey, signature, now) ? undefined : refused(3025);
}
