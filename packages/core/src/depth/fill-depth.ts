import type { DepthRow } from "@depthwire/schema";
import { decimalsOf } from "../decimal/decimal.js";
import { toScaled } from "../decimal/format-decimal.js";
import { ProtocolError } from "../error/protocol-error.js";
import { type DepthChannel, type DepthScales, maxDepthScale } from "./depth-channel.js";
import { absentNumber, DepthSection, type DepthSink } from "./depth-sink.js";

/** What reading a depth message found. */
export type DepthReadOutcome =
  /** The sink holds the message. */
  | { readonly kind: "done" }
  /** A decimal is finer than the channel's scale: raise the channel's scales to these and read again. The sink means nothing. */
  | ({ readonly kind: "finer" } & DepthScales);

/** Levels of both sides; a side may be null, absent or empty. */
interface Sides {
  readonly asks?: readonly DepthRow[] | null;
  readonly bids?: readonly DepthRow[] | null;
}

/** A decoded depth payload of either protocol. */
export type DecodedDepth = { readonly pair: string; readonly updatedAtMs: number; readonly seq?: number } & (
  | ({ readonly kind: "snapshot" } & Sides)
  | {
      readonly kind: "update";
      readonly set?: Sides | null;
      readonly delete?: Sides | null;
      readonly modify?: Sides | null;
    }
);

/** Where a decoded payload came from. */
export interface DepthOrigin {
  /** The channel's name on the wire. */
  readonly topic: string;
  /** The key under which the payload stood, for the paths of errors. */
  readonly within: string;
  /** Whether the message says that it holds what changed. */
  readonly isIncremental: boolean;
}

/** One list of a message, and the section that it goes to. */
interface Section {
  readonly section: number;
  readonly path: string;
  readonly rows: readonly DepthRow[];
}

const done: DepthReadOutcome = { kind: "done" };

/**
 * Checks a decoded depth payload and puts it into the sink. Both protocols meet here.
 *
 * @throws ProtocolError `message-shape`, `number-too-large`, `negative-quantity`, `too-many-levels`, `pair-mismatch`
 * @spec field notes 9 to 13
 */
export function fillDepth(
  depth: DecodedDepth,
  origin: DepthOrigin,
  channel: DepthChannel,
  sink: DepthSink,
): DepthReadOutcome {
  if (depth.pair !== channel.pair) {
    throw new ProtocolError("pair-mismatch", { topic: origin.topic, pair: depth.pair });
  }
  const sections = sectionsOf(depth, origin);
  for (const section of sections) {
    checkRows(section, sink.capacity);
  }
  const scales = neededScales(sections, channel);
  sink.clear();
  for (const section of sections) {
    // Filled even when a finer scale must be asked for first: a scale that the numbers do not fit is refused, never asked for.
    fillSection(section, scales, sink);
  }
  if (scales.priceScale > channel.priceScale || scales.quantityScale > channel.quantityScale) {
    return { kind: "finer", ...scales };
  }
  sink.kind = depth.kind;
  sink.seq = depth.seq ?? absentNumber;
  sink.updatedAtMs = depth.updatedAtMs;
  return done;
}

function sectionsOf(depth: DecodedDepth, { within, isIncremental }: DepthOrigin): readonly Section[] {
  if (depth.kind === "snapshot") {
    return sidesOf(depth, within, DepthSection.askSet);
  }
  requireContent(depth, within, isIncremental);
  const { set, delete: removed, modify } = depth;
  return [
    ...sidesOf(set ?? {}, `${within}.add`, DepthSection.askSet),
    ...sidesOf(removed ?? {}, `${within}.del`, DepthSection.askDelete),
    ...sidesOf(modify ?? {}, `${within}.mod`, DepthSection.askModify),
  ];
}

/**
 * Refuses a payload without levels and without changes, unless its message says that it is incremental.
 *
 * @throws ProtocolError `message-shape`
 * @spec field note 13
 */
export function requireContent(depth: DecodedDepth, within: string, isIncremental: boolean): void {
  if (depth.kind === "snapshot" || isIncremental) {
    return;
  }
  if (depth.set === undefined && depth.delete === undefined && depth.modify === undefined) {
    throw new ProtocolError("message-shape", { path: within, expected: "levels, as the message is not incremental" });
  }
}

/** Asks go to `askSection`, bids to the section after it. */
function sidesOf(sides: Sides, path: string, askSection: number): readonly Section[] {
  return [
    { section: askSection, path: `${path}.asks`, rows: sides.asks ?? [] },
    { section: askSection + 1, path: `${path}.bids`, rows: sides.bids ?? [] },
  ];
}

function checkRows({ path, rows }: Section, capacity: number): void {
  if (rows.length > capacity) {
    throw new ProtocolError("too-many-levels", { path, limit: capacity });
  }
  for (const [index, { quantity, price }] of rows.entries()) {
    if (quantity.startsWith("-")) {
      throw new ProtocolError("negative-quantity", { path: `${path}[${index}]` });
    }
    if (price.startsWith("-")) {
      throw new ProtocolError("message-shape", { path: `${path}[${index}]`, expected: "a price without a minus sign" });
    }
  }
}

function neededScales(sections: readonly Section[], channel: DepthChannel): DepthScales {
  let { priceScale, quantityScale } = channel;
  for (const { rows } of sections) {
    for (const { quantity, price } of rows) {
      priceScale = Math.max(priceScale, decimalsOf(price));
      quantityScale = Math.max(quantityScale, decimalsOf(quantity));
    }
  }
  return { priceScale, quantityScale };
}

function fillSection({ section, path, rows }: Section, scales: DepthScales, sink: DepthSink): void {
  const first = section * sink.capacity;
  for (const [index, { quantity, price }] of rows.entries()) {
    const at = `${path}[${index}]`;
    sink.quantities[first + index] = exactScaled(quantity, scales.quantityScale, at);
    sink.prices[first + index] = exactScaled(price, scales.priceScale, at);
  }
  sink.counts[section] = rows.length;
}

function exactScaled(text: string, scale: number, path: string): number {
  const scaled = scale <= maxDepthScale ? toScaled(text, scale) : undefined;
  if (scaled === undefined || scaled > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ProtocolError("number-too-large", { path });
  }
  return Number(scaled);
}
