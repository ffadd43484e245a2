import { canonicalAddress } from "./ip-address.js";

/** Who is spoken to, or who speaks: a host and a port. */
export interface Authority {
  /** A name in lower case without a trailing dot, or a canonical IP address. */
  readonly host: string;
  /** Undefined where none is given. */
  readonly port: number | undefined;
  /** Whether the name was written with a trailing dot: the same host, but to browsers another origin. */
  readonly isRooted: boolean;
}

const bracketed = /^\[([0-9a-f.]*:[0-9a-f:.]*)\](?::([0-9]*))?$/i;
const named = /^([^:[\]]+)(?::([0-9]*))?$/;
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const maxNameLength = 253;

/** Names that end so are addresses to some readers and names to others. @spec WHATWG URL, section 3.5, ends in a number checker */
const endsInNumber = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/;

/** A port as it is written; an empty one is the scheme's own. @returns null when it is not a port. @spec RFC 3986, section 3.2.3 */
function portOf(text: string | undefined): number | undefined | null {
  if (text === undefined || text === "") {
    return undefined;
  }
  return text.length <= 5 && Number(text) <= 65_535 ? Number(text) : null;
}

/**
 * A host as people and programs write it, in one form. One trailing dot says that the name is complete: with and without it is the same
 * name.
 *
 * @param text without brackets
 * @returns undefined for what is neither a name nor an address
 */
export function canonicalHost(text: string): string | undefined {
  const lower = text.toLowerCase();
  const name = lower.endsWith(".") ? lower.slice(0, -1) : lower;
  if (name.length === 0 || name.length > maxNameLength) {
    return undefined;
  }
  if (name.includes(":") || endsInNumber.test(name)) {
    return canonicalAddress(name);
  }
  return name.split(".").every((part) => label.test(part)) ? name : undefined;
}

/**
 * Reads host and port, as they stand in a `Host` header and behind the scheme of an address.
 *
 * @returns undefined for what is malformed: user names, zones, lists, addresses in unusual forms
 * @spec RFC 9112, section 3.2; RFC 3986, section 3.2
 */
export function parseAuthority(text: string): Authority | undefined {
  const inBrackets = bracketed.exec(text);
  const [, host = "", portText] = inBrackets ?? named.exec(text) ?? [];
  const found = inBrackets === null ? canonicalHost(host) : canonicalAddress(host);
  const port = portOf(portText);
  if (found === undefined || port === null) {
    return undefined;
  }
  return { host: found, port, isRooted: host.endsWith(".") && canonicalAddress(found) === undefined };
}

const originPattern = /^([a-z][a-z0-9+.-]*):\/\/([^/?#@\s]+)$/i;

const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

/**
 * One text for each origin, however it was written; undefined for anything else, the text `null` too. Hosts are compared to the letter, so
 * `localhost.` is an origin of its own.
 *
 * @spec RFC 6454, section 6.2; WHATWG HTML, section 7.1.1, same origin
 */
export function canonicalOrigin(text: string): string | undefined {
  const [, scheme = "", rest = ""] = originPattern.exec(text) ?? [];
  const authority = parseAuthority(rest);
  return authority === undefined ? undefined : originOf(scheme.toLowerCase(), authority);
}

/** The origin of pages that come from there. */
export function originOf(scheme: string, { host, port = usualPorts[scheme], isRooted }: Authority): string {
  const name = isRooted ? `${host}.` : host;
  return port === undefined ? `${scheme}://${name}` : `${scheme}://${name}:${port}`;
}
