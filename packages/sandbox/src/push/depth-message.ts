import {
  type DepthRowSides,
  type DepthSnapshotInput,
  type DepthUpdateInput,
  encodeDepthSnapshot,
  encodeDepthUpdate,
  formatScaled,
  trimDecimal,
} from "@depthwire/core/internal";
import type { DepthPublished, DepthWindow, Levels, Market, PublishedDepth } from "@depthwire/exchange/internal";

/** A published state as texts, ready for every encoder. */
export interface DepthSnapshotMessage extends DepthSnapshotInput {
  readonly kind: "snapshot";
}

/** A publication as texts, ready for every encoder. */
export interface DepthUpdateMessage extends DepthUpdateInput {
  readonly kind: "update";
}

/** One message of the depth channel, before it is written in either protocol. */
export type DepthMessage = DepthSnapshotMessage | DepthUpdateMessage;

/** A price level as text. */
export type DepthLevelText = DepthRowSides["asks"][number];

/** Prices carry all decimals of their market, quantities as many as they need: so do the samples. */
function renderLevels(market: Market, { prices, quantities }: Levels): DepthLevelText[] {
  return prices.map((price, i) => ({
    quantity: trimDecimal(formatScaled(quantities[i] as number, market.quantityScale)),
    price: formatScaled(price, market.priceScale),
  }));
}

function renderSides(market: Market, window: DepthWindow): DepthRowSides {
  return { asks: renderLevels(market, window.asks), bids: renderLevels(market, window.bids) };
}

/** A published state as texts. */
export function snapshotMessage(market: Market, published: PublishedDepth): DepthSnapshotMessage {
  const { seq, updatedAtMs, window } = published;
  return { kind: "snapshot", pair: market.pair, seq, updatedAtMs, ...renderSides(market, window) };
}

/** A publication as texts. */
export function updateMessage(market: Market, event: DepthPublished): DepthUpdateMessage {
  const { pair, seq, updatedAtMs, changes } = event;
  const set = renderSides(market, changes.add);
  return { kind: "update", pair, seq, updatedAtMs, set, delete: renderSides(market, changes.del) };
}

/** The message as protocol A writes it. */
export function writePrefixDepth(message: DepthMessage): string {
  return message.kind === "snapshot" ? encodeDepthSnapshot(message) : encodeDepthUpdate(message);
}
