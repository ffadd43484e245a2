import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";
import { type VenueAddress, venueAddressOf } from "../../venue/venue-address.js";
import type { McpFlags } from "./flags.js";

/** Under which orders are placed. */
export interface OrderTerms {
  /** What one order may be worth, as decimal text. */
  readonly maxValue: string;
  readonly maxOrdersPerMinute: number;
  /** Whether the person is asked before each. */
  readonly asks: "each" | "never";
}

/** What the server may do, and where. */
export interface ServerTerms {
  readonly address: VenueAddress;
  /** The venue as every answer names it. */
  readonly place: string;
  /** Undefined: it reads only. */
  readonly orders: OrderTerms | undefined;
  readonly flags: McpFlags;
}

/**
 * Reads the terms off the command line.
 *
 * @throws Refused `not-loopback` where another venue comes from the environment alone; `usage` where limits are missing
 */
export function serverTermsOf(flags: McpFlags, context: Context): ServerTerms {
  const address = venueAddressOf(flags, context);
  if (!address.isLoopback && flags.venue === undefined) {
    throw new Refused(
      "not-loopback",
      `The server was not started: ${address.rest} stands in the environment and is not on this computer`,
      `Name it on the server's command line if an agent is to use it: depthwire mcp --venue ${address.rest}.`,
    );
  }
  const place = `${address.rest} (${address.isLoopback ? "on this computer" : "not on this computer"})`;
  return { address, place, orders: orderTermsOf(flags), flags };
}

function orderTermsOf({ allowOrders, maxValue, maxOrdersPerMinute, ask }: McpFlags): OrderTerms | undefined {
  if (allowOrders !== true) {
    if (maxValue !== undefined || maxOrdersPerMinute !== undefined || !ask) {
      throw new Refused("usage", "Limits and --no-ask are for orders", "Add --allow-orders, or leave them out.");
    }
    return undefined;
  }
  if (maxValue === undefined || maxOrdersPerMinute === undefined) {
    throw new Refused(
      "usage",
      "The server was not started: --allow-orders needs limits",
      "Add --max-value AMOUNT and --max-orders-per-minute NUMBER.",
    );
  }
  const perMinute = Number(maxOrdersPerMinute);
  if (!Number.isInteger(perMinute) || perMinute < 1) {
    throw new Refused("usage", `--max-orders-per-minute ${maxOrdersPerMinute}: it must be a number from 1`);
  }
  if (!/^(?=.*[1-9])\d+(\.\d+)?$/.test(maxValue)) {
    throw new Refused("usage", `--max-value ${maxValue}: it must be an amount above 0`);
  }
  return { maxValue, maxOrdersPerMinute: perMinute, asks: ask ? "each" : "never" };
}
