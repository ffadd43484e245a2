/** A mutant that may survive, for a reason. */
export interface ListedMutant {
  /** From the root of the workspace. */
  readonly file: string;
  /** Text that is mutated, without the indentation of its later lines. */
  readonly from: string;
  /** Text that stands there instead. */
  readonly to: string;
  /** Why no spec can tell the two apart. */
  readonly reason: string;
}

/** Every one of them does the same as the code that it stands for, as far as a caller can see. */
export const listedMutants: readonly ListedMutant[] = [
  {
    file: "packages/core/src/bytes/utf8.ts",
    from: "hostEncoder === undefined",
    to: "true",
    reason: "both write the same bytes; the host's own is faster on long texts",
  },
  {
    file: "packages/core/src/decimal/arithmetic.ts",
    from: "dividend < 0n",
    to: "dividend <= 0n",
    reason: "nothing divided is exact, and left before",
  },
  {
    file: "packages/core/src/digest/hmac-md5.ts",
    from: "place < 4",
    to: "place <= 4",
    reason: "what is written behind the digest is padding, which is written over it",
  },
  {
    file: "packages/core/src/rest/decode-response.ts",
    from: "{ spec: answer.spec }",
    to: "{}",
    reason: "it says where the record is described, and does nothing",
  },
  {
    file: "packages/account/src/mirror/push-watch.ts",
    from: "this.#awaited.length > 0 && this.#timer === undefined",
    to: "this.#awaited.length > 0 || this.#timer === undefined",
    reason: "one timer more looks at what the first left, which is nothing",
  },
  {
    file: "packages/account/src/mirror/order-fills.ts",
    from: "this.#begun === undefined",
    to: "this.#begun !== undefined",
    reason: "an answer without a trade changes nothing of what was begun",
  },
  {
    file: "packages/account/src/mirror/order-fills.ts",
    from: "left > right",
    to: "left >= right",
    reason: "an answer has an id once",
  },
  {
    file: "packages/account/src/mirror/push-watch.ts",
    from: "this.#awaited.length > 0",
    to: "true",
    reason: "a timer that looks at nothing tells nothing",
  },
  {
    file: "packages/account/src/queue/bounded-queue.ts",
    from: "this.#at * 2 >= this.#items.length",
    to: "this.#at * 2 > this.#items.length",
    reason: "what is left moves one item later",
  },
  {
    file: "packages/account/src/queue/event-queue.ts",
    from: "gap === undefined",
    to: "false",
    reason: "what is replaced is at least one event",
  },
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
    file: "packages/rest/src/trader/client-id-twins.ts",
    from: "true",
    to: "false",
    reason: "only whether a pair is there is asked for",
  },
  {
    file: "packages/rest/src/trader/followed-orders.ts",
    from: "state.clientOrderId !== undefined",
    to: "true",
    reason: "nobody asks for what has no id, and it takes one place",
  },
  {
    file: "packages/rest/src/trader/halts.ts",
    from: "this.#halt && aim",
    to: "this.#halt || aim",
    reason: "there is an aim as long as there is a halt",
  },
  {
    file: "packages/rest/src/trader/trader.ts",
    from: '"answer"',
    to: '""',
    reason: "what is not from the stream is an answer",
  },
  {
    file: "packages/rest/src/trader/trader.ts",
    from: '"resolve"',
    to: '""',
    reason: "what is not thrown is resolved",
  },
  {
    file: "packages/rest/src/trader/trader.ts",
    from: '""',
    to: '"Stryker was here!"',
    reason: "an order of which this is told has an id: the client gives one to each",
  },
  {
    file: "packages/rest/src/throttle/slot-window.ts",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "no time that long ago is kept, and a text is none",
  },
  {
    file: "packages/rest/src/outcome/find-orders.ts",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "a text is like no order",
  },
  {
    file: "packages/rest/src/outcome/find-orders.ts",
    from: "pair === undefined",
    to: "false",
    reason: "a pair that is undefined is not sent",
  },
  {
    file: "packages/rest/src/outcome/find-orders.ts",
    from: "known === undefined",
    to: "false",
    reason: "an id that is undefined is none",
  },
  {
    file: "packages/rest/src/outcome/find-orders.ts",
    from: "known === undefined || hasClientOrderId(found)",
    to: "known === undefined && hasClientOrderId(found)",
    reason: "the id that an order is known by is the one that its record shows",
  },
  {
    file: "packages/rest/src/outcome/find-orders.ts",
    from: "{ spec: usdt.getHistoricalOrders.params.spec }",
    to: "{}",
    reason: "it says where the record is described, and does nothing",
  },
  {
    file: "packages/rest/src/outcome/careful-calls.ts",
    from: "{\nif (this.#last.get(lane) === turn) {\nthis.#last.delete(lane);\n}\n}",
    to: "{}",
    reason: "only what nobody waits for any more would be kept",
  },
  {
    file: "packages/rest/src/outcome/careful-calls.ts",
    from: "this.#last.get(lane) === turn",
    to: "false",
    reason: "only what nobody waits for any more would be kept",
  },
  {
    file: "packages/rest/src/outcome/careful-calls.ts",
    from: "{\nthis.#last.delete(lane);\n}",
    to: "{}",
    reason: "only what nobody waits for any more would be kept",
  },
  {
    file: "packages/rest/src/outcome/resolve-pending.ts",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "what a store remembers is taken over before it is asked for",
  },
  {
    file: "packages/rest/src/outcome/traces.ts",
    from: "plan.pair === undefined",
    to: "false",
    reason: "a pair that is undefined is not sent",
  },
  {
    file: "packages/rest/src/outcome/traces.ts",
    from: "[]",
    to: '["Stryker was here"]',
    reason: "a text has no id, and one withdrawal less of two hundred is looked at",
  },
  {
    file: "packages/rest/src/outcome/traces.ts",
    from: '{ kind: "other-movement" }',
    to: "{}",
    reason: "what is neither done nor nothing is another movement",
  },
  {
    file: "packages/rest/src/outcome/traces.ts",
    from: '"other-movement"',
    to: '""',
    reason: "what is neither done nor nothing is another movement",
  },
  {
    file: "packages/stream/src/session/session-state.ts",
    from: "{ pingedAtMs: undefined, dueAtMs: Number.POSITIVE_INFINITY }",
    to: "{}",
    reason: "a heartbeat begins when a connection opens; nobody looks at the one before",
  },
  {
    file: "packages/stream/src/session/session-state.ts",
    from: '""',
    to: '"Stryker was here!"',
    reason: "the place of an address is below their number",
  },
  {
    file: "packages/stream/src/session/session.ts",
    from: "default:\nreturn unchanged(state);",
    to: "default:",
    reason: "a phase without a timer has no time that is due",
  },
  {
    file: "packages/stream/src/session/heartbeat.ts",
    from: "pingedAtMs !== undefined",
    to: "true",
    reason: "no time is before one that is undefined",
  },
  {
    file: "packages/stream/src/session/session-driver.ts",
    from: '"ordinary"',
    to: '""',
    reason: "what is not urgent is ordinary",
  },
];
