import { optional, record } from "../shape/composite.js";
import { anything, integer, text } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";

const fields = {
  /** 0 means success, anything else is the venue's code of a failure. */
  state: optional("state", integer()),
  /** What was asked for; there on success. */
  result: optional("result", anything()),
  /** For people, there on failure. Nobody matches on it. */
  message: optional("msg", text()),
  /** Echo of the operation; may be ignored. */
  command: optional("cmd", text()),
  /** Echo of the index of a batch command. */
  index: optional("index", integer()),
  /** Version of the answer: 2.0 for contract candles and depth, 3 for spot market data. */
  version: optional("ver", text()),
};

/** Every key that stands around a result in some answer; which of them an operation's answer has says its envelope. */
export const answer: RecordOf<typeof fields, Answer> = /* @__PURE__ */ record("answer", fields, {
  spec: "document 1, What the service does; document 2, Endpoints, Coin-margined batch query; document 2, Endpoints, Spot market data",
});

/** Decoded {@link answer}. */
export interface Answer extends RecordValue<typeof fields> {}
