import type { Limit } from "./limit.js";

// Those that code is bound by, each a constant of its own: a bundle contains the ones that it needs, and not every table.

/** Bytes of one push message on the wire. A decoder refuses more before it inflates anything. */
export const frameBytesLimit = {
  max: 262_144,
  unit: "bytes",
  source: "project",
  spec: "open point: largest push message",
} as const satisfies Limit;

/** Bytes of one push message once inflated. */
export const inflatedBytesLimit = {
  max: 4_194_304,
  unit: "bytes",
  source: "project",
  spec: "open point: largest push message",
} as const satisfies Limit;

/** Nesting of JSON that a decoder follows. */
export const jsonDepthLimit = {
  max: 32,
  unit: "levels",
  source: "project",
  spec: "open point: nesting of messages",
} as const satisfies Limit;

/** Price levels of one list of a depth message. */
export const depthLevelsLimit = {
  max: 4096,
  unit: "levels",
  source: "project",
  spec: "open point: levels in one push",
} as const satisfies Limit;

/** Levels of each side of a book query. */
export const depthQueryLevelsLimit = {
  min: 1,
  max: 200,
  assumed: 200,
  unit: "levels",
  source: "document",
  spec: "document 1, Limits",
} as const satisfies Limit;

/** Ids of one batch cancellation or batch query. */
export const batchOrdersLimit = {
  min: 1,
  max: 100,
  unit: "ids",
  source: "project",
  spec: "open point: element count of order_ids",
} as const satisfies Limit;

/** Requests that an API key may send within {@link frequencyWindowLimit}; more are refused with 2091. */
export const frequencyLimit = {
  max: 30,
  unit: "requests",
  source: "field-note",
  spec: "field note 27",
} as const satisfies Limit;

/** How long requests are counted together. */
export const frequencyWindowLimit = {
  assumed: 5_000,
  unit: "milliseconds",
  source: "field-note",
  spec: "field note 27",
} as const satisfies Limit;

/** How far a signed timestamp may be from the venue's time. */
export const timestampToleranceLimit = {
  assumed: 30_000,
  unit: "milliseconds",
  source: "field-note",
  spec: "field note 27",
} as const satisfies Limit;
