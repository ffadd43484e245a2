/** One limit: a bound, what it bounds, its unit, and the rule that states it. */
export interface Limit {
  /** Smallest value, or `undefined` where only an upper bound is known. Decimals are text. */
  readonly min?: number | string;
  /** Largest value. */
  readonly max?: number | string;
  /** What the service assumes where the caller says nothing. */
  readonly assumed?: number | string;
  /** The unit of all three. */
  readonly unit: string;
  /** Who states it: a document, a field note, or this project where both are silent. */
  readonly source: "document" | "field-note" | "project";
  readonly spec: string;
}

/**
 * Every bound of the documents, of the field notes, and of this project where both are silent.
 *
 * @spec document 1, Limits; document 2, Limits
 */
export const limits = {
  /** Bytes of one push message on the wire. A decoder refuses more before it inflates anything. */
  frameBytes: { max: 262_144, unit: "bytes", source: "project", spec: "open point: largest push message" },
  /** Bytes of one push message once inflated. */
  inflatedBytes: { max: 4_194_304, unit: "bytes", source: "project", spec: "open point: largest push message" },
  /** Nesting of JSON that a decoder follows. */
  jsonDepth: { max: 32, unit: "levels", source: "project", spec: "open point: nesting of messages" },
  /** Price levels of one list of a depth message. */
  depthLevels: { max: 4096, unit: "levels", source: "project", spec: "open point: levels in one push" },
  /** Channels that one connection may subscribe to. */
  subscriptions: { max: 20, unit: "channels per connection", source: "field-note", spec: "field note 8" },
  /** How often the sample client pings, and the service too. */
  pingInterval: { assumed: 10_000, unit: "milliseconds", source: "document", spec: "document 1, Events, Protocol A" },
  /** Pings that may stay unanswered before the service closes the connection. */
  unansweredPings: { max: 2, unit: "pings", source: "field-note", spec: "field note 8" },
} as const satisfies Readonly<Record<string, Limit>>;
