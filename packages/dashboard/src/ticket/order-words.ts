import { coinsOf, grouped, pairText } from "../numbers/format.js";
import type { Draft } from "./draft.js";

/** The order in words, with everything that is sent of it. `value` is what it is worth; undefined: not known. */
export function orderWords(draft: Draft, value: string | undefined): string {
  const { pair, side, type, quantity, takeProfit, stopLoss } = draft;
  const [, pricing] = coinsOf(pair);
  const price = grouped(draft.price);
  const when = { market: "at the market", limit: `at ${price}`, trigger: `at the market once ${price} is reached` }[
    type
  ];
  const about = type === "limit" ? "" : "about ";
  return [
    `${side.replace("-", " ")} ${grouped(quantity)} ${pairText(pair)} ${when}`,
    ...(value === undefined ? [] : [`worth ${about}${grouped(value)} ${pricing}`]),
    ...(takeProfit === "" ? [] : [`take-profit ${grouped(takeProfit)}`]),
    ...(stopLoss === "" ? [] : [`stop-loss ${grouped(stopLoss)}`]),
  ].join(", ");
}
