import { usable } from "../account/cover.js";
import { type Intent, lossAgainstMark } from "../account/own-price.js";
import type { Holding, UserState } from "../account/user.js";
import type { ContractState } from "../contract/contract-state.js";
import { initialMargin } from "../contract/margin.js";
import { costOf } from "../contract/units.js";
import type { ExchangeState, MarketState } from "../exchange-state.js";
import { isFixedUnderwater } from "../liquidation/standing.js";
import { positionSideOf } from "../order/order-record.js";
import type { PlaceOrder } from "./place-order.js";
import { reachOf } from "./reach.js";

/** Whether a fixed position would have less than its maintenance once the order has traded. */
function wouldBeUnderwater(contract: ContractState, holding: Holding, { side, quantity, price }: Intent): boolean {
  const position = holding[positionSideOf(side)];
  const cost = costOf(contract.units, BigInt(quantity), BigInt(price));
  return isFixedUnderwater(contract, {
    side: position.side,
    quantity: position.quantity + quantity,
    cost: position.cost + cost,
    margin: position.margin.balance + initialMargin(cost, position.leverage),
  });
}

/**
 * Whether there is money for an opening order: for what it holds back, and for what it loses against the mark price by its own price
 * (at the market, by the worst price that it reaches in the book). A fixed position pays that loss with its margin, a cross position with the account.
 */
export function hasCover(
  state: ExchangeState,
  market: MarketState,
  contract: ContractState,
  user: UserState,
  holding: Holding,
  order: PlaceOrder,
  frozen: bigint,
): boolean {
  const intent = order.type === "limit" ? order : reachOf(market, contract, order);
  const loss = intent === undefined ? 0n : lossAgainstMark(contract, intent);
  const money = usable(state, user, holding.coin);
  if (holding.mode === "cross") return frozen + loss <= money;
  if (frozen > money) return false;
  return intent === undefined || loss === 0n || !wouldBeUnderwater(contract, holding, intent);
}
