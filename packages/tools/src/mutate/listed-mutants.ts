import { listedExchangeMutants } from "./listed-exchange-mutants.js";
import type { ListedMutant } from "./listed-mutant.js";
import { listedRecordMutants } from "./listed-record-mutants.js";
import { listedRestMutants } from "./listed-rest-mutants.js";
import { listedTraderMutants } from "./listed-trader-mutants.js";

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
  ...listedExchangeMutants,
  ...listedRecordMutants,
  ...listedRestMutants,
  ...listedTraderMutants,
];
