import { type Credential, ValidationError } from "@depthwire/core";
import { encodeBatchRequest, encodeSignedRequest } from "@depthwire/core/internal";
import type { RequestSigner } from "./call-once.js";

/** What {@link signHeaders} signs with. */
export interface HeaderSigning {
  readonly credential: Credential;
  /** The venue's time as the program knows it, epoch milliseconds: the answer of `getServerTime`, and what has passed since. */
  readonly venueTimeMs: number;
  /** The deployment's own name, default `svc`. */
  readonly serviceName?: string | undefined;
}

/**
 * Signs by headers, as most operations of an account want it, for `callOnce`.
 *
 * @spec document 1, Authentication
 */
export function signHeaders({ credential, venueTimeMs, serviceName = "svc" }: HeaderSigning): RequestSigner {
  if (!Number.isSafeInteger(venueTimeMs)) {
    throw new ValidationError("option-invalid", { option: "venueTimeMs", rule: "a whole number of milliseconds" });
  }
  const signing = { credential, timestampMs: venueTimeMs, serviceName };
  return { write: (operation, params) => ({ request: encodeSignedRequest(operation, params, signing) }) };
}

/** The index that is echoed; one call has one command. */
const onlyCommand = 1;

/**
 * Signs the form of a batch query, for `callOnce`.
 *
 * @spec document 2, Authentication
 */
export function signForm(credential: Credential): RequestSigner {
  return {
    write: (operation, params) => ({
      request: encodeBatchRequest(operation, params, credential, onlyCommand),
      commandIndex: onlyCommand,
    }),
  };
}
