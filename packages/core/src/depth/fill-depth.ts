import type { DepthRow } from "@depthwire/schema/internal";
import { decimalsOf } from "../decimal/decimal.js";
import { toScaled } from "../decimal/format-decimal.js";
import { ProtocolError } from "../error/protocol-error.js";
import { type DepthChannel, type DepthScales, maxDepthScale } from "./depth-channel.js";
import {
  absentNumber,
  DepthSection,
  type DepthSink,
  depthSectionCount,
  type ExactDepth,
  type ExactLevel,
} from "./depth-sink.js";

/** What reading a depth message found. */
export type DepthReadOutcome =
  /** The sink holds the message: in its columns, or in {@link DepthSink.exact} where they cannot. */
  | { readonly kind: "done" }
  /** A decimal is finer than the channel's scale: raise the channel's scales to these and read again. The sink means nothing. */
  | ({ readonly kind: "finer" } & DepthScales)
  /** A snapshot whose numbers fit the columns only at coarser scales than the channel's: lower them to these and read again. */
  | ({ readonly kind: "coarser" } & DepthScales);

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
  /** The channel, as it is written on the wire. */
  readonly channel: string;
  /** The key under which the payload stood, for the paths of errors. */
  readonly within: string;
  /** Whether the message says that it holds what changed. */
  readonly isIncremental: boolean;
}

const maxInColumn = BigInt(Number.MAX_SAFE_INTEGER);

/** One list of a message, and the section that it goes to. */
interface Section {
  readonly section: number;
  readonly path: string;
  readonly rows: readonly DepthRow[];
}

const done: DepthReadOutcome = { kind: "done" };
const coarsest: DepthScales = { priceScale: 0, quantityScale: 0 };

/**
 * Checks a decoded depth payload and puts it into the sink. Both protocols meet here.
 *
 * @throws ProtocolError `message-shape`, `negative-quantity`, `too-many-levels`, `pair-mismatch`
 * @spec field notes 9 to 13
 */
export function fillDepth(
  depth: DecodedDepth,
  origin: DepthOrigin,
  channel: DepthChannel,
  sink: DepthSink,
): DepthReadOutcome {
  if (depth.pair !== channel.pair) {
    throw new ProtocolError("pair-mismatch", { channel: origin.channel, pair: depth.pair });
  }
  const sections = sectionsOf(depth, origin);
  for (const section of sections) {
    checkRows(section, sink.capacity);
  }
  const scales = neededScales(sections, channel);
  sink.clear();
  if (!fillSections(sections, scales, sink)) {
    const own = neededScales(sections, coarsest);
    if (depth.kind === "snapshot" && fillSections(sections, own, sink)) {
      return { kind: "coarser", ...own };
    }
    sink.counts.fill(0);
    sink.exact = exactDepth(sections, own);
  } else if (scales.priceScale > channel.priceScale || scales.quantityScale > channel.quantityScale) {
    return { kind: "finer", ...scales };
  }
  sink.kind = depth.kind;
  sink.seq = depth.seq ?? absentNumber;
  sink.updatedAtMs = depth.updatedAtMs;
  return done;
}

function sectionsOf(depth: DecodedDepth, origin: DepthOrigin): readonly Section[] {
  const { within } = origin;
  if (depth.kind === "snapshot") {
    return sidesOf(depth, within, DepthSection.askSet);
  }
  requireContent(depth, origin);
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
export function requireContent(
  depth: DecodedDepth,
  { within, isIncremental }: Pick<DepthOrigin, "within" | "isIncremental">,
): void {
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

function neededScales(sections: readonly Section[], min: DepthScales): DepthScales {
  let { priceScale, quantityScale } = min;
  for (const { rows } of sections) {
    for (const { quantity, price } of rows) {
      priceScale = Math.max(priceScale, decimalsOf(price));
      quantityScale = Math.max(quantityScale, decimalsOf(quantity));
    }
  }
  return { priceScale, quantityScale };
}

/** False when a number does not fit the columns at these scales: they mean nothing then. */
function fillSections(sections: readonly Section[], scales: DepthScales, sink: DepthSink): boolean {
  return (
    scales.priceScale <= maxDepthScale &&
    scales.quantityScale <= maxDepthScale &&
    sections.every((section) => fillSection(section, scales, sink))
  );
}

function fillSection({ section, rows }: Section, scales: DepthScales, sink: DepthSink): boolean {
  const first = section * sink.capacity;
  for (const [index, { quantity, price }] of rows.entries()) {
    const scaledQuantity = exactScaled(quantity, scales.quantityScale);
    const scaledPrice = exactScaled(price, scales.priceScale);
    if (scaledQuantity > maxInColumn || scaledPrice > maxInColumn) {
      return false;
    }
    sink.quantities[first + index] = Number(scaledQuantity);
    sink.prices[first + index] = Number(scaledPrice);
  }
  sink.counts[section] = rows.length;
  return true;
}

function exactDepth(sections: readonly Section[], scales: DepthScales): ExactDepth {
  const levels: ExactLevel[][] = Array.from({ length: depthSectionCount }, () => []);
  for (const { section, rows } of sections) {
    levels[section] = rows.map(({ quantity, price }) => ({
      price: exactScaled(price, scales.priceScale),
      quantity: exactScaled(quantity, scales.quantityScale),
    }));
  }
  return { ...scales, sections: levels };
}

/** `scale` is not coarser than the text. */
function exactScaled(text: string, scale: number): bigint {
  return toScaled(text, scale) ?? 0n;
}
