import { isIpv4 } from "./ip-address.js";

const mapped = "::ffff:";

/** An IPv4 address in IPv6's clothes is the IPv4 address. */
export function plainAddress(address: string): string {
  const plain = address.slice(mapped.length);
  return address.startsWith(mapped) && isIpv4(plain) ? plain : address;
}
