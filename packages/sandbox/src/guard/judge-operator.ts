import type { GuardRefusal } from "./refusal.js";

/** What a request to an operator's address says of itself. */
export interface OperatorFacts {
  readonly method: string;
  readonly contentType: string | undefined;
  readonly authorization: string | undefined;
}

/** Who is an operator. */
export interface OperatorPolicy {
  /** Where the sandbox can be reached from: this machine alone, or beyond it. */
  readonly reach: "loopback" | "beyond";
  /** Compares a text with the operator's token in constant time; undefined when there is no token. */
  readonly isToken: ((text: string) => boolean) | undefined;
}

const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** The only type that no form of a page can send. @spec WHATWG Fetch, section 2.2.2, CORS-safelisted request-header */
const wantedType = "application/json";

function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(";")[0]?.trim().toLowerCase();
}

/** @spec RFC 6750, section 2.1 */
function bearerToken(authorization: string | undefined): string {
  return /^bearer +([^\s]+)$/i.exec(authorization ?? "")?.[1] ?? "";
}

/**
 * Judges whether a request may use the operator's addresses, which need no signature.
 *
 * @returns undefined when it may
 */
export function judgeOperator(facts: OperatorFacts, { reach, isToken }: OperatorPolicy): GuardRefusal | undefined {
  if (isToken === undefined && reach === "beyond") {
    const message =
      "The operator's addresses are closed, since this sandbox can be reached from other machines: start it with --operator-token-file FILE";
    return { status: 403, code: "operator-closed", message };
  }
  if (isToken !== undefined && !isToken(bearerToken(facts.authorization))) {
    const message =
      'The operator\'s addresses want the header "Authorization: Bearer TOKEN", with the token that --operator-token gave the sandbox';
    return { status: 401, code: "operator-token-refused", message };
  }
  // Unlike a form's POST, no page's DELETE is sent before the page's origin was let in. @spec WHATWG Fetch, section 2.2.1, CORS-safelisted method
  const isBareDelete = facts.method === "DELETE" && facts.contentType === undefined;
  if (readingMethods.has(facts.method) || isBareDelete || mediaType(facts.contentType) === wantedType) {
    return undefined;
  }
  const message = `${facts.method} at the operator's addresses needs the header "Content-Type: application/json"`;
  return { status: 415, code: "content-type-refused", message };
}
