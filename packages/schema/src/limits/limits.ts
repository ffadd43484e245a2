import type { Limit } from "./limit.js";
import {
  batchOrdersLimit,
  depthLevelsLimit,
  depthQueryLevelsLimit,
  frameBytesLimit,
  frequencyLimit,
  frequencyWindowLimit,
  inflatedBytesLimit,
  jsonDepthLimit,
  timestampToleranceLimit,
} from "./single-limits.js";

export type { Limit } from "./limit.js";

type Limits = Readonly<Record<string, Limit>>;

/**
 * Bounds of push messages and connections.
 *
 * @spec document 1, Events; field note 8
 */
export const pushLimits = {
  /** Bytes of one push message on the wire. A decoder refuses more before it inflates anything. */
  frameBytes: frameBytesLimit,
  /** Bytes of one push message once inflated. */
  inflatedBytes: inflatedBytesLimit,
  /** Nesting of JSON that a decoder follows. */
  jsonDepth: jsonDepthLimit,
  /** Price levels of one list of a depth message. */
  depthLevels: depthLevelsLimit,
  /** Channels that one connection may subscribe to. */
  subscriptions: { max: 20, unit: "channels per connection", source: "field-note", spec: "field note 8" },
  /** How often the sample client pings, and the service too. */
  pingInterval: { assumed: 10_000, unit: "milliseconds", source: "document", spec: "document 1, Events, Protocol A" },
  /** Pings that may stay unanswered before the service closes the connection. */
  unansweredPings: { max: 2, unit: "pings", source: "field-note", spec: "field note 8" },
} as const satisfies Limits;

/**
 * Bounds of orders and positions. What a contract record says (`minLeverage`, `maxLeverage`, `maxOrderQuantity`, `maxOpenOrders`,
 * `maxPositionQuantity`) holds besides.
 *
 * @spec document 1, Limits; document 2, Limits; field note 31
 */
export const orderLimits = {
  /** Leverage; it wins over a contract's larger `maxLeverage`. */
  leverage: { min: 1, max: 100, unit: "times", source: "document", spec: "document 1, Limits; field note 28" },
  /** Smallest quantity of a contract order; below it the venue answers 2068. It is a multiple of the contract's unit besides. */
  contractQuantity: {
    min: "0.0001",
    unit: "the contract's quantity unit",
    source: "document",
    spec: "document 1, Limits",
  },
  /** Smallest quantity of a spot order; finer decimals are dropped. */
  spotQuantity: { min: "0.0001", unit: "coin", source: "document", spec: "document 2, Limits" },
  /** Smallest and finest spot price where no other rule holds; finer decimals are dropped. */
  spotPrice: { min: "0.00000001", unit: "pricing coin", source: "document", spec: "document 2, Limits" },
  /** Smallest and finest spot price of pairs that are priced in USDT. */
  spotPriceInUsdt: { min: "0.0001", unit: "USDT", source: "document", spec: "document 2, Limits" },
  /** Smallest and finest spot price of pairs that are priced in DAI. */
  spotPriceInDai: { min: "0.0001", unit: "DAI", source: "document", spec: "document 2, Limits" },
  /** Smallest value of an order priced in USDT. */
  valueInUsdt: { min: "1", unit: "USDT", source: "document", spec: "document 2, Limits" },
  /** Smallest value of an order priced in DAI. */
  valueInDai: { min: "1", unit: "DAI", source: "document", spec: "document 2, Limits" },
  /** Smallest value of an order priced in GUSD. */
  valueInGusd: { min: "1", unit: "GUSD", source: "document", spec: "document 2, Limits" },
  /** Smallest value of an order priced in BIX. */
  valueInBix: { min: "3", unit: "BIX", source: "document", spec: "document 2, Limits" },
  /** Smallest value of an order priced in BTC. */
  valueInBtc: { min: "0.0002", unit: "BTC", source: "document", spec: "document 2, Limits" },
  /** Smallest value of an order priced in ETH. */
  valueInEth: { min: "0.005", unit: "ETH", source: "document", spec: "document 2, Limits" },
  /** Smallest value of an order priced in USDC; deployments alone list it. */
  valueInUsdc: { min: "1", unit: "USDC", source: "field-note", spec: "field note 31" },
} as const satisfies Limits;

/**
 * Bounds of requests.
 *
 * @spec document 1, Limits; document 2, Limits; field note 27
 */
export const requestLimits = {
  /** Candles of one query. */
  klines: { min: 1, max: 1000, assumed: 1000, unit: "candles", source: "document", spec: "document 1, Limits" },
  /** Levels of each side of a book query. */
  depthQueryLevels: depthQueryLevelsLimit,
  /** Trades of one query. */
  deals: { min: 1, max: 200, assumed: 200, unit: "trades", source: "document", spec: "document 2, Limits" },
  /** Records on a page of deposits or withdrawals. */
  walletPage: { min: 1, max: 50, unit: "records", source: "document", spec: "document 2, Limits" },
  /** Number of the first page. */
  firstPage: { min: 1, assumed: 1, unit: "page", source: "document", spec: "document 2, Limits" },
  /** Commands of one batch query; others are refused with 3033, 3034 or 3035. */
  batchCommands: { min: 1, max: 1, unit: "commands", source: "document", spec: "document 2, Limits" },
  /** Ids of one batch cancellation or batch query. */
  batchOrders: batchOrdersLimit,
  /** Requests that an API key may send within {@link requestLimits.frequencyWindow}; more are refused with 2091. */
  frequency: frequencyLimit,
  /** How long requests are counted together. */
  frequencyWindow: frequencyWindowLimit,
  /** How far a signed timestamp may be from the venue's time. */
  timestampTolerance: timestampToleranceLimit,
} as const satisfies Limits;

/**
 * What the local accelerator does.
 *
 * @spec document 2, Limits; document 2, Endpoints, Local accelerator
 */
export const acceleratorLimits = {
  /** Port on the user's own computer; `--port <number>` changes it. */
  port: { min: 1, max: 65_535, assumed: 8080, unit: "TCP port", source: "document", spec: "document 2, Limits" },
} as const satisfies Limits;

/** Every limit by name. */
export const limits = { ...pushLimits, ...orderLimits, ...requestLimits, ...acceleratorLimits } as const;
