const ipv4Pattern = /^(?:(?:0|[1-9][0-9]{0,2})\.){3}(?:0|[1-9][0-9]{0,2})$/;

/** Groups of 16 bits in an IPv6 address. */
const groupCount = 8;

/** Groups in front of the IPv4 address of an IPv4-mapped one. @spec RFC 4291, section 2.5.5.2 */
const mappedPrefix = "0:0:0:0:0:ffff:";

/** Whether a text is an IPv4 address: four decimal numbers, and nothing else. */
export function isIpv4(text: string): boolean {
  return ipv4Pattern.test(text) && text.split(".").every((part) => Number(part) <= 255);
}

/** The last two groups of an IPv6 address may be written as an IPv4 address. */
function withoutDots(text: string): string {
  const at = text.lastIndexOf(":") + 1;
  const tail = text.slice(at);
  if (!isIpv4(tail)) {
    return text;
  }
  const [a = 0, b = 0, c = 0, d = 0] = tail.split(".").map(Number);
  return `${text.slice(0, at)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function groupsOf(part: string): readonly string[] | undefined {
  const groups = part === "" ? [] : part.split(":");
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? groups.map((group) => Number.parseInt(group, 16).toString(16))
    : undefined;
}

function expand(text: string): readonly string[] | undefined {
  const [front = "", back, ...more] = text.split("::");
  const head = groupsOf(front);
  const tail = groupsOf(back ?? "");
  if (head === undefined || tail === undefined || more.length > 0) {
    return undefined;
  }
  const missing = groupCount - head.length - tail.length;
  if (back === undefined) {
    return missing === 0 ? head : undefined;
  }
  return missing < 1 ? undefined : [...head, ...Array.from({ length: missing }, () => "0"), ...tail];
}

function mappedAddress(text: string): string | undefined {
  if (!text.startsWith(mappedPrefix)) {
    return undefined;
  }
  const [high = 0, low = 0] = text
    .slice(mappedPrefix.length)
    .split(":")
    .map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/**
 * One text for each IP address, however it was written; undefined for anything else. IPv4 addresses have four decimal numbers and
 * nothing else; an IPv6 address has no brackets and no zone. An IPv4-mapped IPv6 address is the IPv4 address.
 *
 * @spec RFC 4291, section 2.2
 */
export function canonicalAddress(text: string): string | undefined {
  if (isIpv4(text)) {
    return text;
  }
  if (!text.includes(":")) {
    return undefined;
  }
  const whole = expand(withoutDots(text.toLowerCase()))?.join(":");
  return whole === undefined ? undefined : (mappedAddress(whole) ?? whole);
}

/** Whether a canonical address reaches no further than this machine. @spec RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3 */
export function isLoopback(address: string): boolean {
  return address === "0:0:0:0:0:0:0:1" || (isIpv4(address) && address.startsWith("127."));
}
