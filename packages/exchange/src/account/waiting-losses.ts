import type { ContractState } from "../contract/contract-state.js";
import { isExact, toPlain } from "../exact/plain.js";
import type { OrderSide } from "../market/market.js";
import type { Holding } from "./user.js";

/** What waits of an order, or a change of it. */
export interface Waiting {
  readonly side: OrderSide;
  readonly price: number;
  readonly quantity: number;
}

/** By how much a price is worse for its owner than the tag price; 0 when it is not. */
export function distanceBeyond(mark: number, side: OrderSide, price: number): number {
  const buys = side === "open-long" || side === "close-short";
  return Math.max(0, buys ? price - mark : mark - price);
}

/** What waits of a holding's orders has grown by a quantity, or shrunk. A sum for another tag price is made anew when it is asked for. */
export function addLoss({ mark }: ContractState, { losses }: Holding, { side, price, quantity }: Waiting): void {
  const sum = losses.sum + distanceBeyond(mark.price, side, price) * quantity;
  const holds = losses.mark === mark.price && isExact(sum);
  losses.mark = holds ? mark.price : 0;
  losses.sum = holds ? sum : 0;
}

function sumOf({ mark }: ContractState, { orders }: Holding): number {
  let sum = 0;
  for (const { side, price, quantity, filled } of orders.values()) {
    sum += distanceBeyond(mark.price, side, price) * (quantity - filled);
  }
  return sum;
}

/**
 * What a linear holding's waiting orders would lose against the tag price, in money, to one rounding. The margin that closing orders would set free is
 * not taken off: they need no more than this.
 *
 * @returns nothing when the sum is too large to be kept
 */
export function lossesOf(contract: ContractState, holding: Holding): number | undefined {
  const { losses } = holding;
  if (losses.mark !== contract.mark.price) {
    const sum = sumOf(contract, holding);
    if (!isExact(sum)) {
      return undefined;
    }
    losses.mark = contract.mark.price;
    losses.sum = sum;
  }
  return losses.sum * toPlain(contract.units.factor);
}
