import type { Backing, PairFacts } from "../data/reference.js";
import type { AccountView } from "../data/wire.js";
import { isDecimal } from "../numbers/exact.js";
import { coinsOf } from "../numbers/format.js";

/** What the ticket says. Texts as they were typed. */
export interface Draft {
  readonly pair: string;
  readonly side: "open-long" | "open-short" | "close-long" | "close-short";
  /** `trigger`: a plan order, which closes at the market once the price is reached. */
  readonly type: "limit" | "market" | "trigger";
  readonly quantity: string;
  readonly price: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
}

/** What an order is held against. */
export interface TicketFacts {
  readonly facts: PairFacts | undefined;
  readonly backing: Backing | undefined;
  readonly account: AccountView | undefined;
  /** The best price that a market order would meet; undefined where no book is live. */
  readonly meets: string | undefined;
  readonly lastPrice: string | undefined;
  readonly maxOrderValue: string;
  /** How the line to the accelerator is. */
  readonly link: string;
  readonly isHalted: boolean;
}

/** Whether an order opens a position. */
export function opens({ side }: Pick<Draft, "side">): boolean {
  return side === "open-long" || side === "open-short";
}

/** Whether an order buys. */
export function buys({ side }: Pick<Draft, "side">): boolean {
  return side === "open-long" || side === "close-short";
}

/** Which position an order changes. */
export function positionSideOf({ side }: Pick<Draft, "side">): "long" | "short" {
  return side === "open-long" || side === "close-long" ? "long" : "short";
}

/** The leverage of the position that an order changes; 0 where it is not known. */
export function leverageOf(draft: Draft, { backing }: TicketFacts): string {
  return backing?.[positionSideOf(draft)] ?? "0";
}

/** The price that counts: the order's own, or the one that it would meet. */
export function priceOf(draft: Draft, { meets, lastPrice }: TicketFacts): string | undefined {
  if (draft.type === "market") {
    return meets ?? lastPrice;
  }
  return isDecimal(draft.price) ? draft.price : undefined;
}

/** What is free of the pricing coin. */
export function availableIn(pair: string, account: AccountView | undefined): string | undefined {
  const [, pricing] = coinsOf(pair);
  return account?.assets.find(({ coin }) => coin === pricing)?.available;
}
