import type { InputOf } from "@depthwire/schema";
import {
  type DepthRow,
  type PrefixDepth,
  type PrefixDepthSnapshot,
  type PrefixDepthUpdate,
  prefixDepth,
  prefixProtocolChannels,
} from "@depthwire/schema/internal";
import { formatChannel } from "../names/channel-parts.js";
import { type Codec, compileRecord } from "../record/compile.js";
import { encodePrefixData } from "./message.js";

/** Both directions of the depth channel's payload. */
export const prefixDepthCodec: Codec<PrefixDepth> = /* @__PURE__ */ compileRecord(prefixDepth);

/** Levels of both sides, best first. */
export interface DepthRowSides {
  readonly asks: readonly InputOf<DepthRow>[];
  readonly bids: readonly InputOf<DepthRow>[];
}

/** A whole book to be sent. */
export interface DepthSnapshotInput
  extends DepthRowSides,
    Omit<InputOf<PrefixDepthSnapshot>, "kind" | "asks" | "bids"> {}

/** Changes to be sent. */
export interface DepthUpdateInput extends Omit<InputOf<PrefixDepthUpdate>, "kind" | "set" | "delete" | "modify"> {
  readonly set: DepthRowSides;
  readonly delete: DepthRowSides;
  /** Sent only where given: the documents have it in protocol B alone. */
  readonly modify?: DepthRowSides;
}

/**
 * Writes the first message of a depth channel, or a later one that replaces the book.
 *
 * @throws ValidationError `value-invalid`
 * @spec document 1, Events, Protocol A, depth channel
 */
export function encodeDepthSnapshot(snapshot: DepthSnapshotInput): string {
  return encodePrefixData({
    channel: depthChannelOf(snapshot.pair),
    dataKind: "full",
    payload: prefixDepthCodec.encode({ kind: "snapshot", ...snapshot }),
  });
}

/**
 * Writes a later message of a depth channel. Empty sides become null, as the document has it.
 *
 * @throws ValidationError `value-invalid`
 * @spec document 1, Events, Protocol A, depth channel
 */
export function encodeDepthUpdate(update: DepthUpdateInput): string {
  const { modify } = update;
  return encodePrefixData({
    channel: depthChannelOf(update.pair),
    dataKind: "incremental",
    payload: prefixDepthCodec.encode({
      kind: "update",
      pair: update.pair,
      updatedAtMs: update.updatedAtMs,
      seq: update.seq,
      set: nullWhereEmpty(update.set),
      delete: nullWhereEmpty(update.delete),
      ...(modify === undefined ? {} : { modify: nullWhereEmpty(modify) }),
    }),
  });
}

function depthChannelOf(pair: string): string {
  return formatChannel(prefixProtocolChannels.depth, { pair });
}

function nullWhereEmpty(sides: DepthRowSides): {
  asks: DepthRowSides["asks"] | null;
  bids: DepthRowSides["bids"] | null;
} {
  const { asks, bids } = sides;
  return { asks: asks.length === 0 ? null : asks, bids: bids.length === 0 ? null : bids };
}
