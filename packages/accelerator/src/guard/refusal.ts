/** Why a request is turned away. */
export type RefusalCode =
  | "host-malformed"
  | "host-refused"
  | "origin-refused"
  | "site-refused"
  | "too-many-connections"
  | "too-many-pairs"
  | "token-refused"
  | "content-type-refused"
  | "body-too-large"
  | "not-found"
  | "method-refused"
  | "value-invalid"
  | "read-only"
  | "replay"
  | "no-credential"
  | "stale"
  | "halted"
  | "limit-exceeded"
  | "market-rule"
  | "not-kept"
  | "not-placed"
  | "outcome-unknown"
  | "venue-refused"
  | "venue-silent"
  | "queue-full"
  | "key-reused"
  | "internal";

/** HTTP statuses of refusals. The venue's own refusals have the status that the venue gives them. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500 | 502 | 503 | 504;

/** A refusal of the accelerator's own, in words: what happened, to what, and what to do next. */
export interface Refusal {
  readonly status: RefusalStatus;
  readonly code: RefusalCode;
  readonly message: string;
}

/**
 * The body of a refusal. It says the same in the form of the newer addresses (`state`, `msg`) and of the older ones and the
 * accelerator's own (`error`): clients of either print it.
 */
export function refusalBody({ status, code, message }: Refusal): string {
  return JSON.stringify({ state: status, msg: message, error: { code, msg: message } });
}
