import { prefixBookChannels } from "@depthwire/schema/internal";
import { encodeUtf8 } from "../bytes/utf8.js";
import { ValidationError } from "../error/validation-error.js";
import { formatChannel } from "../names/channel-parts.js";

/** How many decimals prices and quantities are scaled by. */
export interface DepthScales {
  /** Prices are held as integers: wire price × 10^priceScale. */
  readonly priceScale: number;
  /** Quantities are held as integers: wire quantity × 10^quantityScale. */
  readonly quantityScale: number;
}

/** Most decimals that a channel can be scaled by. */
export const maxDepthScale = 15;

/** One subscribed depth channel of either protocol. */
export interface DepthChannel {
  /** The channel as it is written on the wire, such as `4BTC_USDT_depth`. */
  readonly text: string;
  /** Such as `4BTC_USDT`. */
  readonly pair: string;
  /** UTF-8 of {@link DepthChannel.text}. */
  readonly textBytes: Uint8Array;
  /** UTF-8 of {@link DepthChannel.pair}. */
  readonly pairBytes: Uint8Array;
  /** Decimals of prices. Its owner raises it when a finer price arrives. */
  priceScale: number;
  /** Decimals of quantities. Its owner raises it when a finer quantity arrives. */
  quantityScale: number;
  /** The owner's own number for the channel, such as the index of its book. */
  readonly index: number;
}

/**
 * A depth channel to add to a `DepthChannelTable`.
 *
 * @param text the channel as it is written on the wire; absent: as protocol A writes it
 * @throws ValidationError `option-invalid` when a scale is not an integer from 0 to {@link maxDepthScale}
 */
export function createDepthChannel(
  pair: string,
  scales: DepthScales,
  index: number,
  text: string = formatChannel(prefixBookChannels.depth, { pair }),
): DepthChannel {
  checkScale("priceScale", scales.priceScale);
  checkScale("quantityScale", scales.quantityScale);
  return {
    text,
    pair,
    textBytes: encodeUtf8(text),
    pairBytes: encodeUtf8(pair),
    priceScale: scales.priceScale,
    quantityScale: scales.quantityScale,
    index,
  };
}

function checkScale(option: string, scale: number): void {
  if (!Number.isInteger(scale) || scale < 0 || scale > maxDepthScale) {
    throw new ValidationError("option-invalid", { option, rule: `an integer from 0 to ${maxDepthScale}` });
  }
}
