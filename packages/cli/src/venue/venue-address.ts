import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import { usualVenue, type VenueFlags, venueVariable } from "./venue-options.js";

/** Where a venue is. */
export interface VenueAddress {
  /** Base address of the REST interface. */
  readonly rest: string;
  readonly push: string;
  readonly port: number;
  readonly isLoopback: boolean;
}

/**
 * The venue that the command line, else the environment, names; else a sandbox on this computer.
 *
 * @throws Refused `usage` for what is no address
 */
export function venueAddressOf({ venue, push }: Pick<VenueFlags, "venue" | "push">, context: Context): VenueAddress {
  const rest = (venue ?? context.environment[venueVariable] ?? usualVenue).replace(/\/+$/, "");
  const url = URL.canParse(rest) ? new URL(rest) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new Refused("usage", `--venue ${rest}: it must be an address, such as https://api.example`);
  }
  const { protocol, host, hostname } = url;
  const [scheme, usualPort] = protocol === "https:" ? (["wss", 443] as const) : (["ws", 80] as const);
  const port = url.port === "" ? usualPort : Number(url.port);
  return { rest, push: push ?? `${scheme}://${host}/cbu`, port, isLoopback: isLoopback(hostname) };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
