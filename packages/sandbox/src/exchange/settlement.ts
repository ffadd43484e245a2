import { noteAgentTrade } from "./agents-state.js";
import type { Trade } from "./event.js";
import type { MarketState } from "./exchange-state.js";

/** What a trade means for its two parties. Everything that follows from a trade starts here, in this order. */
export function settleTrade(market: MarketState, trade: Trade): void {
  market.lastPrice = trade.price;
  noteAgentTrade(market.agents, trade);
}
