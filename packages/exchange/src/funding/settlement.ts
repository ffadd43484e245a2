import { freeQuote, noteAgentTrade } from "../agents/agents-state.js";
import { fineTradeValue, tradeValue } from "../contract/units.js";
import type { Trade } from "../event/event.js";
import { opposite } from "../market/market.js";
import { noteTrade } from "../market-data/market-data.js";
import type { PlacedOrder } from "../order/placed-order.js";
import { settleHouse } from "../settle/house.js";
import { settleOrder } from "../settle/settle-order.js";
import { settleSpot } from "../spot/settle-spot.js";
import type { MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";

/** The users' orders of a trade; nothing for a party of the house. */
export interface TradedOrders {
  readonly taker: PlacedOrder | undefined;
  readonly maker: PlacedOrder | undefined;
}

/** What a trade means for its two parties. Everything that follows from a trade starts here, in this order. */
export function settleTrade(turn: Turn, market: MarketState, trade: Trade, orders: TradedOrders): void {
  const { state } = turn;
  market.lastPrice = trade.price;
  noteTrade(market.data, trade);
  state.traded.add(market);
  noteAgentTrade(market.agents, trade);
  if (!state.openOrders.has(trade.makerOrderId)) {
    freeQuote(market.agents, trade.makerAccount, trade.makerOrderId);
  }
  const { contract, spot } = market;
  if (spot !== undefined) {
    settleSpot(state, spot, trade);
  }
  if (contract === undefined) {
    return;
  }
  const { quantity, price, takerDirection } = trade;
  const value = tradeValue(contract.units, quantity, price);
  const { taker, maker } = orders;
  const fineValue =
    taker === undefined && maker === undefined ? 0n : fineTradeValue(contract.units, quantity, price, value);
  const execution = { trade, quantity, value, fineValue };
  if (taker === undefined) {
    settleHouse(state, contract, trade.takerAccount, { direction: takerDirection, quantity, value });
  } else {
    settleOrder(turn, taker, execution, "taker");
  }
  if (maker === undefined) {
    settleHouse(state, contract, trade.makerAccount, { direction: opposite(takerDirection), quantity, value });
  } else {
    settleOrder(turn, maker, execution, "maker");
  }
}
