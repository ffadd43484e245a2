import { judgeRequest, type RequestFacts, type RequestPolicy } from "@depthwire/sandbox/internal";
import type { Refusal, RefusalCode } from "./refusal.js";

/** What a request says of itself before anybody looks at what it asks for. */
export interface Facts extends RequestFacts {
  readonly method: string;
  /** The path alone. */
  readonly path: string;
  /** `Authorization`. */
  readonly authorization: string | undefined;
  /** `X-Depthwire-Token`, or the header in which a client of the venue sends its API key. */
  readonly tokens: readonly string[];
  readonly contentType: string | undefined;
  /** `Cookie`. */
  readonly cookie: string | undefined;
  /** Whether it asks for a WebSocket, which is a way to change something. */
  readonly isUpgrade: boolean;
  /**
   * Whether it has no body, and either asks an address that changes nothing (old clients send such questions without a type) or deletes: no form of a page
   * can do that, and a script of another origin has to ask beforehand. @spec field note 26; WHATWG Fetch, section 2.2.1, CORS-safelisted method
   */
  readonly wantsNoType: boolean;
}

/** Who may ask. */
export interface Policy extends RequestPolicy {
  /** Compares a text with the token in constant time; undefined where none is wanted. */
  readonly isToken: ((text: string) => boolean) | undefined;
  /** Whether cookies are those of a page that is logged in; undefined where no page is served. */
  readonly isLoggedIn?: ((cookieHeader: string | undefined) => boolean) | undefined;
}

/** How a request was judged. */
export type Verdict =
  | {
      readonly kind: "admitted";
      readonly allowedOrigin: string | undefined;
      /** False where the connection ends with the answer: too many are kept open. */
      readonly staysOpen?: false;
    }
  /** `allowedOrigin`: a page of this origin may read why it was refused. */
  | {
      readonly kind: "refused";
      readonly refusal: Refusal;
      readonly allowedOrigin: string | undefined;
      /** The batch query's form has room for the token: it is admitted if that shows it. */
      readonly unless?: "the-form-shows-the-token";
    };

/** Whether a request only reads, and asks nothing beforehand. */
export function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

const jsonType = "application/json";

/** The one address that is opened without a token: it has a one-time code. */
export const loginPath = "/app/login";

/** The one address whose clients send a form. @spec document 2, Endpoints, Coin-margined batch query */
const formPath = "/v1.1/cquery";
const formType = "application/x-www-form-urlencoded";

/** @spec RFC 6750, section 2.1 */
const bearer = /^bearer +([^\s]+)$/i;

/**
 * Judges who sent a request: whether it was meant for this program (DNS rebinding), whether a page of another origin caused it, and
 * whether it knows the token. A request that only asks beforehand (CORS preflight) carries no token, so {@link judgeSender} alone holds for it.
 *
 * @spec RFC 9112, section 3.2; RFC 6454, section 7; W3C Fetch Metadata, section 2.3
 */
export function judge(facts: Facts, policy: Policy): Verdict {
  const sender = judgeSender(facts, policy);
  if (sender.kind === "refused") {
    return sender;
  }
  const { allowedOrigin } = sender;
  const untyped = judgeContentType(facts);
  const refusal = judgeCaller(facts, policy, allowedOrigin) ?? untyped;
  if (refusal === undefined) {
    return sender;
  }
  const mayShow = refusal.status === 401 && isBatchForm(facts);
  return { kind: "refused", refusal, allowedOrigin, ...(mayShow ? { unless: "the-form-shows-the-token" } : {}) };
}

/** The first half of {@link judge}: host and origin. */
export function judgeSender(facts: RequestFacts, policy: RequestPolicy): Verdict {
  const verdict = judgeRequest(facts, { program: "accelerator", ...policy });
  if (verdict.kind === "admitted") {
    return verdict;
  }
  const { status, code, message } = verdict.refusal;
  return { kind: "refused", refusal: { status, code: code as RefusalCode, message }, allowedOrigin: undefined };
}

/** Whether somebody asks who knows the token, or our own page that was logged in. */
function judgeCaller(facts: Facts, policy: Policy, allowedOrigin: string | undefined): Refusal | undefined {
  const { method, path, cookie, isUpgrade } = facts;
  const refusal = judgeToken(facts, policy);
  if (refusal === undefined || (method === "GET" && path === loginPath && !isUpgrade)) {
    return undefined;
  }
  return policy.isLoggedIn?.(cookie) === true ? judgePage(facts, allowedOrigin) : refusal;
}

/**
 * A cookie goes along with whatever the browser sends: what it may change, our own page must have asked for. An origin that was allowed is
 * let in by a token alone.
 */
function judgePage({ method, origins, isUpgrade }: Facts, allowedOrigin: string | undefined): Refusal | undefined {
  const changes = isUpgrade || !readingMethods.has(method);
  if (allowedOrigin === undefined && (origins.length > 0 || !changes)) {
    return undefined;
  }
  const message = "A login of the page serves that page alone: this request did not come from it. Send the token";
  return { status: 403, code: "origin-refused", message };
}

/** The token that `Authorization` shows. @spec RFC 6750, section 2.1 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return bearer.exec(authorization ?? "")?.[1];
}

function judgeToken({ authorization, tokens }: Facts, { isToken }: Policy): Refusal | undefined {
  if (isToken === undefined) {
    return undefined;
  }
  const shown = bearerToken(authorization);
  const all = shown === undefined ? tokens : [...tokens, shown];
  // Every one is compared, whichever fits.
  if (all.map(isToken).includes(true)) {
    return undefined;
  }
  const message =
    'The accelerator wants its token: send it as "Authorization: Bearer TOKEN", as "X-Depthwire-Token: TOKEN", or as your client\'s API key (in the batch query\'s form: apikey). It was printed at the first start and stands in the file that the start names';
  return { status: 401, code: "token-refused", message };
}

function typeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(";")[0]?.trim().toLowerCase();
}

/** Whether a body is JSON, the only type that no form of a page can send. */
export function isJson(contentType: string | undefined): boolean {
  return typeOf(contentType) === jsonType;
}

function isBatchForm({ method, path, contentType }: Facts): boolean {
  return method === "POST" && path === formPath && typeOf(contentType) === formType;
}

/** JSON is the only type that no form of a page can send. @spec WHATWG Fetch, section 2.2.2, CORS-safelisted request-header */
function judgeContentType(facts: Facts): Refusal | undefined {
  const { method, path, contentType, wantsNoType } = facts;
  if (readingMethods.has(method) || wantsNoType || isJson(contentType) || isBatchForm(facts)) {
    return undefined;
  }
  const message = `${method} requests want the header "Content-Type: ${path === formPath ? formType : jsonType}"`;
  return { status: 415, code: "content-type-refused", message };
}
