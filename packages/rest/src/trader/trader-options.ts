import type { Clock, Logger } from "@depthwire/core";
import type { CallOptions } from "../call/call-options.js";
import type { RestClient } from "../client/rest-client.js";
import type { HaltOptions } from "../halt/halt-order.js";
import type { AccountFacts } from "../market/market-facts.js";
import type { ResolveOptions } from "../outcome/resolve-orders.js";
import type { TradingLimits } from "../safety/trading-limits.js";
import type { TraderEvent } from "./trader-event.js";

/** How a trader behaves. */
export interface TraderOptions {
  /** The caller's own limits, checked before anything is sent. */
  readonly limits?: TradingLimits | undefined;
  /**
   * Whether orders are held against their market too: reference data, positions, open orders, of those at the market the latest price. What nothing
   * mirrors is asked for: five calls an order, one more at the market. Default `none`.
   */
  readonly marketChecks?: "none" | "all" | undefined;
  /** How halts are meant where a call does not say: whose orders they cancel, and what becomes of plans. */
  readonly halt?: HaltOptions | undefined;
  /** Called for halts, and for what a person should look at. It must be quick; what it throws is logged as `listener-failed`. */
  readonly listener?: ((event: TraderEvent) => void) | undefined;
  /**
   * Whether the private stream's loss halts trading. Default `keep-trading`. A halt needs REST alone.
   */
  readonly onDisconnect?: "keep-trading" | "halt" | undefined;
  /** How often an order is asked for while the feed is silent about the account, in milliseconds; default 2,000. */
  readonly pollEveryMs?: number | undefined;
  /** How it is found out what became of orders whose calls were cut off: above all how long the venue takes a signed request. */
  readonly outcomes?: Omit<ResolveOptions, "pushed" | "signal"> | undefined;
}

/** What a trader works with. */
export interface TraderPorts {
  readonly venue: RestClient;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  /** Throws where this process may not trade; default: it may. */
  readonly mayTrade?: (() => void) | undefined;
  /** The tag price of a pair, where something follows it. Without it the venue is asked, at most every two seconds, where a limit needs it. */
  readonly tagPrice?: ((pair: string) => string | undefined) | undefined;
  /**
   * What the account holds of a pair on a side, if something mirrors it; undefined while the mirror may have missed something: then
   * the venue is asked. The mirror calls {@link Trader.positionHeard} for each position.
   */
  readonly positionQuantity?: ((pair: string, side: "long" | "short") => string | undefined) | undefined;
  /**
   * The same quantity from the account's trades, if something adds them up: the larger of the two counts, since a position's row has no time. The
   * adder calls {@link Trader.fillHeard} for each trade. Undefined where they cannot explain it.
   */
  readonly explainedQuantity?: ((pair: string, side: "long" | "short") => string | undefined) | undefined;
  /** What the account has in a pair, for market checks, on the same terms: undefined while that may have missed something. */
  readonly accountFacts?: ((pair: string) => AccountFacts | undefined) | undefined;
}

/** How one order is placed. */
export interface PlaceOptions extends CallOptions {
  /**
   * What happens when the call is cut off: `resolve` (the default) finds out what became of it, which may take as long as a request
   * stays good; `throw` throws `OrderOutcomeUnknown` at once.
   */
  readonly onUnknown?: "resolve" | "throw" | undefined;
}

/** What is closed. */
export interface FlattenOptions extends Pick<PlaceOptions, "signal"> {
  /** Positions of this pair alone; default: all. */
  readonly pair?: string | undefined;
}
