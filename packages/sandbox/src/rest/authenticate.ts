import { decodeRequestSignature, decodeUtf8, ProtocolError } from "@depthwire/core";
import type { AccountId } from "../exchange/command.js";
import { type Refusal, refused } from "./handler.js";
import type { Received } from "./received.js";
import type { RestServices } from "./rest-services.js";

/** Whose request it is. */
export interface Sender {
  readonly account: AccountId;
  readonly apiKey: string;
}

/**
 * Checks the signing headers over the exact bytes of the body.
 *
 * @spec document 1, Authentication; field notes 1 and 26
 */
export function authenticate(request: Received, { keys, serviceName }: RestServices): Sender | Refusal {
  try {
    const body = decodeUtf8(request.body, 0, request.body.length);
    const claim = decodeRequestSignature({ query: request.query, header: request.header, body }, serviceName);
    const { apiKey, signature, stringsToSign } = claim;
    for (const text of stringsToSign) {
      const verdict = keys.judge(apiKey, text, signature);
      if ("userId" in verdict) return { account: verdict.userId, apiKey };
      if (verdict.refused === 3012) return refused(3012);
    }
    return refused(3025);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return refused(3025);
  }
}
