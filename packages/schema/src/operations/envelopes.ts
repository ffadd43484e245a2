/** What stands around a result, as data. */
export interface Envelope {
  /** Whether `state` is there: 0 means success, anything else is a failure code. */
  readonly state: "always" | "never";
  /** Where the result stands: under a key, in the fields beside `state`, in the whole body, or nowhere. */
  readonly result: "under-result" | "beside-state" | "whole-body" | "none";
  /** The text of `ver`, or `undefined` if there is none. */
  readonly version: string | undefined;
  /** Whether the name of the operation is echoed as `cmd`. */
  readonly command: boolean;
  /** Whether the `index` of the command is echoed. */
  readonly index: boolean;
  /** How a failure looks: a non-zero `state` with `msg` and `cmd`, with `msg` alone, or an `error` object whose `code` is text. */
  readonly failure: "state" | "state-without-command" | "error-object";
  readonly spec: string;
}

/** Every envelope of both documents. */
export const envelopes = {
  /** `{ state, result, cmd }`. */
  state: {
    state: "always",
    result: "under-result",
    version: undefined,
    command: true,
    index: false,
    failure: "state",
    spec: "document 1, What the service does",
  },
  /** `{ state, result }`: moving money. Some clients take a `cmd` for a path, and fail after the money has moved. */
  withoutCommand: {
    state: "always",
    result: "under-result",
    version: undefined,
    command: false,
    index: false,
    failure: "state-without-command",
    spec: "document 1, Endpoints, Transfer funds between wallet and contract account; field note 38",
  },
  /** The result's fields are beside `state`: placing an order. */
  flat: {
    state: "always",
    result: "beside-state",
    version: undefined,
    command: true,
    index: false,
    failure: "state",
    spec: "document 1, Endpoints, Place order",
  },
  /** `state` alone: adjusting margin. */
  stateOnly: {
    state: "always",
    result: "none",
    version: undefined,
    command: false,
    index: false,
    failure: "state",
    spec: "document 1, Endpoints, Adjust margin on a fixed position",
  },
  /** The result is the whole body: server time. */
  bare: {
    state: "never",
    result: "whole-body",
    version: undefined,
    command: false,
    index: false,
    failure: "state",
    spec: "document 1, Endpoints, Server time",
  },
  /** `{ result, cmd, ver: "2.0" }`: contract candles and depth. */
  version2: {
    state: "never",
    result: "under-result",
    version: "2.0",
    command: true,
    index: false,
    failure: "state",
    spec: "document 1, Endpoints, Contract kline; document 1, Endpoints, Market depth",
  },
  /** `{ state, result, cmd, ver: "3" }`: spot market data. */
  version3: {
    state: "always",
    result: "under-result",
    version: "3",
    command: true,
    index: false,
    failure: "state",
    spec: "document 2, Endpoints, Spot market data",
  },
  /** `{ result, cmd }`: coin-margined reference data. */
  command: {
    state: "never",
    result: "under-result",
    version: undefined,
    command: true,
    index: false,
    failure: "error-object",
    spec: "document 2, Endpoints, Coin-margined public GET; field note 25",
  },
  /** `{ result, cmd, index }`: the batch query. */
  batch: {
    state: "never",
    result: "under-result",
    version: undefined,
    command: true,
    index: true,
    failure: "error-object",
    spec: "document 2, Endpoints, Coin-margined batch query; field note 25",
  },
} as const satisfies Readonly<Record<string, Envelope>>;

/** Name of an {@link Envelope}. */
export type EnvelopeName = keyof typeof envelopes;
