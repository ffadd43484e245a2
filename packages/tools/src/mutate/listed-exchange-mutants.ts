import type { ListedMutant } from "./listed-mutant.js";

/** Those of `exchange`. */
export const listedExchangeMutants: readonly ListedMutant[] = [
  {
    file: "packages/exchange/src/liquidation/work-off.ts",
    from: "engine.quantity > 0",
    to: "engine.quantity >= 0",
    reason: "nothing is worked off where nothing was taken over",
  },
  {
    file: "packages/exchange/src/settle/drained.ts",
    from: "holding === undefined",
    to: "false",
    reason: "a position belongs to a holding of its user's",
  },
  {
    file: "packages/exchange/src/account/change-margin.ts",
    from: "amount > 0n",
    to: "amount >= 0n",
    reason: "a change by 0 is refused before",
  },
  {
    file: "packages/exchange/src/account/far-above.ts",
    from: "short.margin.balance === 0n",
    to: "false",
    reason: "0n as a plain number is 0",
  },
  {
    file: "packages/exchange/src/account/own-price.ts",
    from: '{ needed: loss + fee + reserve, margins: "maintenance" }',
    to: "{}",
    reason: "who is not known to have far more is asked exactly",
  },
  {
    file: "packages/exchange/src/event/report.ts",
    from: "holding?.[side]",
    to: "holding[side]",
    reason: "who has a plan has a holding there",
  },
  {
    file: "packages/exchange/src/event/report.ts",
    from: "{\nreturn;\n}",
    to: "{}",
    reason: "who has a plan has a position there",
  },
  {
    file: "packages/exchange/src/funding/funding.ts",
    from: "holding === undefined",
    to: "false",
    reason: "who holds a contract has a holding there",
  },
  {
    file: "packages/exchange/src/funding/schedule.ts",
    from: "record !== undefined",
    to: "true",
    reason: "a cancellation that is due is there",
  },
  {
    file: "packages/exchange/src/liquidation/liquidate.ts",
    from: "market === undefined || held.length === 0",
    to: "market === undefined && held.length === 0",
    reason: "who holds nothing in a coin is not under water in it",
  },
  {
    file: "packages/exchange/src/order/cancel.ts",
    from: "resting === undefined || market === undefined",
    to: "resting === undefined && market === undefined",
    reason: "an order that waits is in a market",
  },
  {
    file: "packages/exchange/src/order/frozen.ts",
    from: "frozenTotal > 0n",
    to: "true",
    reason: "letting go of nothing is no posting",
  },
  {
    file: "packages/exchange/src/order/frozen.ts",
    from: "record.frozenTotal > 0n",
    to: "record.frozenTotal >= 0n",
    reason: "holding nothing back is no posting",
  },
  {
    file: "packages/exchange/src/order/frozen.ts",
    from: "record.released < record.frozenTotal",
    to: "record.released <= record.frozenTotal",
    reason: "letting go of nothing is no posting",
  },
  {
    file: "packages/exchange/src/plan/plan-index.ts",
    from: "level?.plans",
    to: "level.plans",
    reason: "a plan that is taken out has a level",
  },
  {
    file: "packages/exchange/src/plan/plan-index.ts",
    from: "triggerPrice * this.#sign < price * this.#sign",
    to: "false",
    reason: "a plan that is not reached does not go off when it is asked",
  },
  {
    file: "packages/exchange/src/settle/fees.ts",
    from: "tokenDeduction === 0n",
    to: "false",
    reason: "less 0n is the same",
  },
  {
    file: "packages/exchange/src/settle/pay.ts",
    from: "amount <= free.balance",
    to: "amount < free.balance",
    reason: "the longer way takes the same",
  },
  {
    file: "packages/exchange/src/state/graph-writer.ts",
    from: "this.#texts.size < mostKnownTexts",
    to: "true",
    reason: "what is known is written as what is not",
  },
  {
    file: "packages/exchange/src/state/graph-writer.ts",
    from: "text.length > longestKnownText",
    to: "true",
    reason: "what is known is written as what is not",
  },
  {
    file: "packages/exchange/src/state/retention.ts",
    from: "clientOrderId === undefined",
    to: "false",
    reason: "it is asked twice",
  },
];
