import { isIPv6 } from "node:net";

const mapped = "::ffff:";

/** An IPv4 address in IPv6's clothes is the IPv4 address. */
export function plainAddress(address: string): string {
  return isIPv6(address) && address.startsWith(mapped) ? address.slice(mapped.length) : address;
}
