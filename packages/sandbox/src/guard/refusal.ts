/** Why a request is turned away before anybody looks at what it asks for. */
export type GuardCode =
  | "host-malformed"
  | "host-refused"
  | "origin-refused"
  | "site-refused"
  | "too-many-connections"
  | "operator-closed"
  | "operator-token-refused"
  | "content-type-refused";

/** A refusal in words: what was refused, and which option opens it. */
export interface GuardRefusal {
  readonly status: 400 | 401 | 403 | 415 | 503;
  readonly code: GuardCode;
  readonly message: string;
}

/** The type of the body of a refusal. */
export const refusalContentType = "application/json; charset=utf-8";

/**
 * The body of a refusal. It says the same in the form of the newer addresses (`state`, `msg`) and of the sandbox's own (`error`):
 * clients of either print it.
 */
export function refusalBody({ status, code, message }: GuardRefusal): string {
  return JSON.stringify({ state: status, msg: message, error: { code, msg: message } });
}

/** Longest piece of a request that is repeated in a sentence. */
const maxQuoteLength = 100;

/** Something of a stranger's in a sentence: cut, and in visible ASCII characters only. */
export function quote(text: string): string {
  const visible = text.replaceAll(/[^ -~]/g, "?");
  return `"${visible.length > maxQuoteLength ? `${visible.slice(0, maxQuoteLength)}…` : visible}"`;
}
