import { type ChannelParts, decodeUtf8 } from "@depthwire/core/internal";
import { checkSubjectPart } from "./subjects.js";

/** The channel of a pair's book. */
export const depthChannel = "depth";

/**
 * A public channel of a pair as the bus names it, free of any push protocol: `depth`, `deals`, `ticker`, `tag-price-kline`, or
 * `kline-` with the period, such as `kline-5min`. Undefined for the private stream, which never gets on the bus.
 */
export function busChannelOf({ kind, period }: ChannelParts): string | undefined {
  switch (kind) {
    case "private":
      return undefined;
    case "kline":
      return `kline-${period}`;
    default:
      return kind;
  }
}

/** What a row of a beat is about: a pair stands for its book, `4BTC_USDT.deals` for another channel of it. */
export function rowNameOf(pair: string, channel: string): string {
  return channel === depthChannel ? pair : `${pair}.${channel}`;
}

/** The pair that a row is about. */
export function pairOfRow(name: string): string {
  const dot = name.indexOf(".");
  return dot < 0 ? name : name.slice(0, dot);
}

/**
 * Returns the name if a row may have it.
 *
 * @throws ValidationError `value-invalid`
 */
export function checkRowName(name: string): string {
  const pair = pairOfRow(name);
  checkSubjectPart("pair", pair);
  if (pair.length < name.length) {
    checkSubjectPart("channel", name.slice(pair.length + 1));
  }
  return name;
}

/** The name of a channel in a request; of no channel where it can't be read. */
export function channelNameOf(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes, 0, bytes.length);
  } catch {
    return "";
  }
}
