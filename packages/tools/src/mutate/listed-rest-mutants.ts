import type { ListedMutant } from "./listed-mutant.js";

/** Those of `rest`, but for its folders `trader` and `outcome`. */
export const listedRestMutants: readonly ListedMutant[] = [
  {
    file: "packages/rest/src/client/sent-orders.ts",
    from: "order.orderId === undefined",
    to: "false",
    reason: "no order is noted under an id that is undefined",
  },
  {
    file: "packages/rest/src/client/sent-orders.ts",
    from: "orderId !== entry.orderId",
    to: "true",
    reason: "the same id is noted once more",
  },
  {
    file: "packages/rest/src/client/sent-orders.ts",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "a text is no id of the venue's",
  },
  {
    file: "packages/rest/src/client/compiled-operations.ts",
    from: "{\nreturn known;\n}",
    to: "{}",
    reason: "it would be compiled once more, to the same",
  },
  {
    file: "packages/rest/src/safety/exposure.ts",
    from: 'side === "open-long" || side === "open-short"',
    to: "true",
    reason: "a closing order would be kept, and left out wherever orders of one side are added up",
  },
  {
    file: "packages/rest/src/safety/exposure.ts",
    from: "positionAt > early.at",
    to: "positionAt >= early.at",
    reason: "no two events have the same number",
  },
  {
    file: "packages/rest/src/safety/exposure.ts",
    from: '"answer"',
    to: '""',
    reason: "what is not from the stream is an answer",
  },
  {
    file: "packages/rest/src/safety/exposure.ts",
    from: "compareDecimal(one, other) >= 0",
    to: "compareDecimal(one, other) > 0",
    reason: "of two equal quantities either is the larger",
  },
  {
    file: "packages/rest/src/safety/limit-guard.ts",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "no time that long ago is kept, and a text is none",
  },
  {
    file: "packages/rest/src/safety/limit-guard.ts",
    from: "default:\nreturn undefined;",
    to: "default:",
    reason: "a function that ends without a value returns undefined",
  },
  {
    file: "packages/rest/src/throttle/slot-window.ts",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "no time that long ago is kept, and a text is none",
  },
  {
    file: "packages/rest/src/client/caller.ts",
    from: "!this.#isReady(operation)",
    to: "true",
    reason: "what is known already is asked for once more, and nobody is asked",
  },
  {
    file: "packages/rest/src/client/caller.ts",
    from: 'purpose !== "order"',
    to: "false",
    reason: "what is known already is asked for once more, and nobody is asked",
  },
  {
    file: "packages/rest/src/client/caller.ts",
    from: 'auth !== "signed-headers"',
    to: "false",
    reason: "what is known already is asked for once more, and nobody is asked",
  },
  {
    file: "packages/rest/src/client/caller.ts",
    from: '(purpose !== "order" || this.desk.isRecalled) && (auth !== "signed-headers" || !this.#time.isDue)',
    to: "false",
    reason: "what is known already is asked for once more, and nobody is asked",
  },
  {
    file: "packages/rest/src/client/sent-orders.ts",
    from: "freed !== undefined",
    to: "true",
    reason: "a field that is undefined is as one that is not there",
  },
  {
    file: "packages/rest/src/client/sent-orders.ts",
    from: "orderId !== undefined",
    to: "true",
    reason: "an id that is undefined is the entry's own, which is not noted again",
  },
  {
    file: "packages/rest/src/client/sent-orders.ts",
    from: "orderId !== undefined && orderId !== entry.orderId",
    to: "orderId !== undefined || orderId !== entry.orderId",
    reason: "the same id is noted once more",
  },
  {
    file: "packages/rest/src/halt/halt-aim.ts",
    from: '"leaves-others"',
    to: '""',
    reason: "what does not take all leaves others",
  },
  {
    file: "packages/rest/src/market/check-order.ts",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "a text is an order of no side",
  },
  {
    file: "packages/rest/src/safety/trading-limits.ts",
    from: "compareDecimal(atTag, own) > 0",
    to: "compareDecimal(atTag, own) >= 0",
    reason: "of two equal values either is the larger",
  },
  {
    file: "packages/rest/src/call/copied-request.ts",
    from: "error.entry?.refusesEveryCopy",
    to: "error.entry.refusesEveryCopy",
    reason: "a refusal that no table has is ambiguous, and its outcome is unknown before this is asked",
  },
  {
    file: "packages/rest/src/safety/limit-guard.ts",
    from: "compareDecimal(sum(byTrades), sum(told)) > 0",
    to: "compareDecimal(sum(byTrades), sum(told)) >= 0",
    reason: "of two equal sums either is the larger",
  },
  {
    file: "packages/rest/src/client/venue-clock-meter.ts",
    from: "{\nreturn false;\n}",
    to: "{}",
    reason: "whoever asks takes undefined for false",
  },
];
