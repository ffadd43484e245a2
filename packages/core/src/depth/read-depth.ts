import type { DepthRow, PrefixDepth, PrefixDepthUpdate } from "@depthwire/schema";
import { decimalsOf } from "../decimal/decimal.js";
import { toScaled } from "../decimal/format-decimal.js";
import { ProtocolError } from "../error/protocol-error.js";
import { prefixDepthCodec } from "../prefix-protocol/depth-message.js";
import type { PrefixData } from "../prefix-protocol/message.js";
import { type DepthChannel, type DepthScales, maxDepthScale } from "./depth-channel.js";
import { DepthSection, type DepthSink } from "./depth-sink.js";

/** What {@link readDepth} found. */
export type DepthReadOutcome =
  /** The sink holds the message. */
  | { readonly kind: "done" }
  /** A decimal is finer than the channel's scale: raise the channel's scales to these and read again. The sink means nothing. */
  | ({ readonly kind: "finer" } & DepthScales);

/** One list of a message, and the section that it goes to. */
interface Section {
  readonly section: number;
  readonly path: string;
  readonly rows: readonly DepthRow[];
}

const done: DepthReadOutcome = { kind: "done" };

/**
 * Decodes a depth message of protocol A from its general form into the sink: the slow and complete twin of `scanDepth`.
 * All or nothing: when it throws, the message must change no book.
 *
 * @throws ProtocolError `message-shape`, `number-malformed`, `number-too-large`, `negative-quantity`, `too-many-levels`, `pair-mismatch`
 * @spec document 1, Events, Protocol A; field notes 5 and 9 to 13
 */
export function readDepth(message: PrefixData, channel: DepthChannel, sink: DepthSink): DepthReadOutcome {
  const depth = prefixDepthCodec.decode(message.payload, "d");
  if (depth.pair !== channel.pair) {
    throw new ProtocolError("pair-mismatch", { topic: message.topic, pair: depth.pair });
  }
  const sections =
    depth.kind === "snapshot" ? sidesOf(depth, "d", DepthSection.askSet) : updateSections(depth, message);
  for (const section of sections) {
    checkRows(section, sink.capacity);
  }
  const scales = neededScales(sections, channel);
  const isFiner = scales.priceScale > channel.priceScale || scales.quantityScale > channel.quantityScale;
  sink.clear();
  for (const section of sections) {
    // Filled even when a finer scale must be asked for first: a scale that the numbers do not fit is refused, never asked for.
    fillSection(section, scales, sink);
  }
  if (isFiner) {
    return { kind: "finer", ...scales };
  }
  sink.kind = depth.kind;
  sink.seq = depth.seq;
  sink.updatedAtMs = depth.updatedAtMs;
  return done;
}

function updateSections(update: PrefixDepthUpdate, message: PrefixData): Section[] {
  const { set, delete: removed, modify } = update;
  const isEmpty = set === undefined && removed === undefined && modify === undefined;
  if (isEmpty && message.dataKind !== "incremental") {
    throw new ProtocolError("message-shape", { path: "d", expected: "levels in a message that is not incremental" });
  }
  return [
    ...sidesOf(set ?? {}, "d.add", DepthSection.askSet),
    ...sidesOf(removed ?? {}, "d.del", DepthSection.askDelete),
    ...sidesOf(modify ?? {}, "d.mod", DepthSection.askModify),
  ];
}

type Sides = Pick<Extract<PrefixDepth, { kind: "snapshot" }>, "asks" | "bids">;

/** Asks go to `askSection`, bids to the section after it. A side may be null, absent or empty. */
function sidesOf(sides: Sides, path: string, askSection: number): Section[] {
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
