import { type Authority, canonicalOrigin, originOf, parseAuthority } from "./authority.js";
import { canonicalAddress, isLoopback } from "./ip-address.js";
import { type GuardRefusal, quote } from "./refusal.js";

/** What a request says of itself before anybody looks at what it asks for. */
export interface RequestFacts {
  /** Every `Host` header, as it came. */
  readonly hosts: readonly string[];
  /** The target of the request line: a path, or a whole address. */
  readonly target: string;
  /** Every `Origin` header, as it came. Browsers send one with whatever a page may read or change, other programs send none. */
  readonly origins: readonly string[];
  /** `Sec-Fetch-Site`, which browsers send and pages cannot change. */
  readonly secFetchSite: string | undefined;
  /** IP address at which the connection came in. */
  readonly localAddress: string;
}

/** Who may ask. */
export interface RequestPolicy {
  /** Names, in canonical form, that stand for this program beside the loopback names and its address. */
  readonly ownHosts: ReadonlySet<string>;
  /** Origins, in canonical form, whose pages may ask. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** What refusals call the program; `sandbox` by default. */
  readonly program?: string;
}

const usualProgram = "sandbox";

/** How a request was judged. */
export type RequestVerdict =
  | { readonly kind: "admitted"; readonly allowedOrigin: string | undefined }
  | { readonly kind: "refused"; readonly refusal: GuardRefusal };

/** What browsers say of requests that no other site has caused: own pages, and what a person typed. @spec W3C Fetch Metadata, section 2.3 */
const ownSites: ReadonlySet<string> = new Set(["same-origin", "none"]);

function refused(status: GuardRefusal["status"], code: GuardRefusal["code"], message: string): RequestVerdict {
  return { kind: "refused", refusal: { status, code, message } };
}

function isOwnHost({ host }: Authority, { localAddress }: RequestFacts, { ownHosts }: RequestPolicy): boolean {
  if (host === "localhost" || isLoopback(host) || ownHosts.has(host)) {
    return true;
  }
  // An address cannot be pointed elsewhere, as a name can: that at which the connection came in is this program's.
  return host === canonicalAddress(localAddress.split("%")[0] ?? "");
}

/** The host of a target that is a whole address. @spec RFC 9112, section 3.2.2 */
function hostOfTarget(target: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
}

/**
 * Judges whether a request may come in at all: whether it was meant for this program (a name that somebody else points here is not its
 * own: DNS rebinding), and whether no page of another origin sent it.
 *
 * @spec RFC 9112, section 3.2; RFC 6454, section 7; W3C Fetch Metadata, section 2.3
 */
export function judgeRequest(facts: RequestFacts, policy: RequestPolicy): RequestVerdict {
  const [text, ...more] = facts.hosts;
  const host = text === undefined ? undefined : parseAuthority(text);
  if (host === undefined || more.length > 0) {
    return refuseMalformed(facts.hosts);
  }
  const target = hostOfTarget(facts.target);
  for (const claimed of target === undefined ? [text ?? ""] : [text ?? "", target]) {
    const authority = parseAuthority(claimed);
    if (authority === undefined) {
      return refuseMalformed([claimed]);
    }
    if (!isOwnHost(authority, facts, policy)) {
      return refuseHost(claimed, authority, policy);
    }
  }
  return judgeOrigin(facts, originOf("http", host), policy);
}

function refuseMalformed(hosts: readonly string[]): RequestVerdict {
  const what =
    hosts.length === 0
      ? "The request has no Host header"
      : hosts.length > 1
        ? `The request has ${hosts.length} Host headers`
        : `The Host ${quote(hosts[0] ?? "")} is not a valid host`;
  return refused(
    400,
    "host-malformed",
    `${what}; it needs one, such as "Host: 127.0.0.1:PORT" with the port that was connected to`,
  );
}

function refuseHost(text: string, { host }: Authority, { program = usualProgram }: RequestPolicy): RequestVerdict {
  return refused(
    403,
    "host-refused",
    `The Host ${quote(text)} is not a name of this ${program}: use 127.0.0.1, or start it with --allow-host ${host}`,
  );
}

function judgeOrigin(facts: RequestFacts, ownOrigin: string, policy: RequestPolicy): RequestVerdict {
  const { allowedOrigins, program = usualProgram } = policy;
  const { origins, secFetchSite } = facts;
  const [text] = origins;
  if (text !== undefined) {
    const origin = origins.length === 1 ? canonicalOrigin(text) : undefined;
    if (origin !== undefined && allowedOrigins.has(origin)) {
      return { kind: "admitted", allowedOrigin: text };
    }
    if (origin !== ownOrigin) {
      return refuseOrigin(origins, origin, program);
    }
  }
  // Ports do not part sites: any page of this machine is "same-site".
  if (secFetchSite === undefined || ownSites.has(secFetchSite)) {
    return { kind: "admitted", allowedOrigin: undefined };
  }
  return refused(
    403,
    "site-refused",
    `A page of another origin caused this request (Sec-Fetch-Site ${quote(secFetchSite)}): start the ${program} with --allow-origin and that page's origin, and let the page fetch with mode "cors"`,
  );
}

function refuseOrigin(origins: readonly string[], origin: string | undefined, program: string): RequestVerdict {
  const text = origins.join(", ");
  const remedy =
    origin === undefined
      ? `serve the page from an origin of its own, and start the ${program} with --allow-origin and that origin`
      : `if the page is yours, start the ${program} with --allow-origin ${text}`;
  return refused(403, "origin-refused", `Pages of the origin ${quote(text)} may not use this ${program}: ${remedy}`);
}
