import type { PairFacts } from "../data/reference.js";
import type { AccountView } from "../data/wire.js";
import {
  addDecimals,
  compareDecimal,
  divideDecimals,
  isDecimal,
  multiplyDecimals,
  roundToMultiple,
  signOf,
  stepOf,
  subtractDecimals,
  trimDecimal,
} from "../numbers/exact.js";
import {
  availableIn,
  buys,
  type Draft,
  leverageOf,
  opens,
  positionSideOf,
  priceOf,
  type TicketFacts,
} from "./draft.js";

/** Decimals of sums of money. */
const moneyScale = 10;

/** What an order comes to; undefined where it cannot be known. */
export interface Costs {
  readonly value: string | undefined;
  readonly margin: string | undefined;
  readonly fee: string | undefined;
  readonly feeKind: "maker" | "taker";
  readonly positionAfter: string | undefined;
  readonly liquidation: string | undefined;
  readonly availableAfter: string | undefined;
}

/** What an order costs and leads to. Everything exact, but for the liquidation price, which is an estimate. */
export function costsOf(draft: Draft, known: TicketFacts): Costs {
  const { facts } = known;
  const price = priceOf(draft, known);
  const feeKind = draft.type !== "limit" || crosses(draft, known) ? "taker" : "maker";
  const isReadable = isDecimal(draft.quantity) && signOf(draft.quantity) > 0;
  if (!isReadable || price === undefined || facts === undefined) {
    return { ...nothingKnown, feeKind };
  }
  const value = multiplyDecimals(draft.quantity, price);
  const rate = feeKind === "taker" ? facts.takerFeeRate : facts.makerFeeRate;
  const fee = trimDecimal(divideDecimals(multiplyDecimals(value, rate), "1", moneyScale, "up"));
  const after = positionAfter(draft, known.account);
  return {
    ...nothingKnown,
    value,
    fee,
    feeKind,
    positionAfter: after,
    ...backed(draft, { ...known, facts }, { value, fee, price }),
  };
}

/** What an opening order takes of the account, where the leverage is known. */
function backed(
  draft: Draft,
  known: TicketFacts & { readonly facts: PairFacts },
  { value, fee, price }: { readonly value: string; readonly fee: string; readonly price: string },
): Partial<Costs> {
  const { facts, backing, account } = known;
  const leverage = leverageOf(draft, known);
  if (!opens(draft) || !isDecimal(leverage) || signOf(leverage) <= 0) {
    return {};
  }
  const margin = trimDecimal(divideDecimals(value, leverage, moneyScale, "up"));
  const available = availableIn(draft.pair, account);
  const availableAfter = available && subtractDecimals(subtractDecimals(available, margin), fee);
  const liquidation = backing?.mode === "fixed" ? usedUpAt(draft, price, leverage, facts) : undefined;
  return { margin, availableAfter, liquidation };
}

const nothingKnown = {
  value: undefined,
  margin: undefined,
  fee: undefined,
  positionAfter: undefined,
  liquidation: undefined,
  availableAfter: undefined,
} as const;

/** Whether a limit order meets somebody at once. */
function crosses(draft: Draft, { meets }: TicketFacts): boolean {
  if (meets === undefined || !isDecimal(draft.price)) {
    return false;
  }
  const order = compareDecimal(draft.price, meets);
  return buys(draft) ? order >= 0 : order <= 0;
}

function positionAfter(draft: Draft, account: AccountView | undefined): string | undefined {
  if (account === undefined) {
    return undefined;
  }
  const side = positionSideOf(draft);
  const held =
    account.positions.find((position) => position.pair === draft.pair && position.side === side)?.quantity ?? "0";
  return opens(draft) ? addDecimals(held, draft.quantity) : subtractDecimals(held, draft.quantity);
}

/** Where the margin of its own would be used up. The venue takes a position over before. */
function usedUpAt(draft: Draft, price: string, leverage: string, { priceScale }: PairFacts): string {
  const distance = divideDecimals(price, leverage, moneyScale, "down");
  const at = draft.side === "open-long" ? subtractDecimals(price, distance) : addDecimals(price, distance);
  return roundToMultiple(at, stepOf(priceScale), draft.side === "open-long" ? "up" : "down");
}
