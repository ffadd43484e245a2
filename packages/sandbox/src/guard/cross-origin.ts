/** The headers of a request that ask beforehand whether the next one may come. Undefined where a header is absent. */
export interface PreflightFacts {
  readonly method: string;
  /** `Access-Control-Request-Method`. */
  readonly wantedMethod: string | undefined;
  /** `Access-Control-Request-Headers`. */
  readonly wantedHeaders: string | undefined;
  /** `Access-Control-Request-Private-Network`. */
  readonly wantsPrivateNetwork: string | undefined;
}

/** How long a browser may remember an answer, in seconds. */
const maxAgeS = 600;

const headerNames = /^[a-z0-9!#$%&'*+.^_`|~-]+(?: *, *[a-z0-9!#$%&'*+.^_`|~-]+)*$/i;
const maxHeaderNamesLength = 1024;

/**
 * Headers that let a page of an allowed origin read the answer. Cookies mean nothing here, so credentials are not let through.
 *
 * @spec WHATWG Fetch, section 3.3, CORS protocol
 */
export function crossOriginHeaders(allowedOrigin: string): Readonly<Record<string, string>> {
  return { "access-control-allow-origin": allowedOrigin, vary: "Origin" };
}

/** Whether a request only asks whether another one may come. */
export function isPreflight({ method, wantedMethod }: PreflightFacts): boolean {
  return method === "OPTIONS" && wantedMethod !== undefined;
}

/**
 * The headers of the answer to such a question of an allowed origin. The origin is the user's own, so whatever headers its page wants to
 * send, it may.
 *
 * @spec WHATWG Fetch, section 3.3; W3C Private Network Access, section 3.1
 */
export function preflightHeaders({
  wantedHeaders,
  wantsPrivateNetwork,
}: PreflightFacts): Readonly<Record<string, string>> {
  const isList =
    wantedHeaders !== undefined && wantedHeaders.length <= maxHeaderNamesLength && headerNames.test(wantedHeaders);
  return {
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-max-age": String(maxAgeS),
    ...(isList ? { "access-control-allow-headers": wantedHeaders } : {}),
    ...(wantsPrivateNetwork === "true" ? { "access-control-allow-private-network": "true" } : {}),
  };
}
