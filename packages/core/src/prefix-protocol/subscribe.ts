import { writeOrdered } from "../json/write-ordered.js";

/**
 * Asks for a channel. No acknowledgement is documented: the channel's first message is one.
 *
 * @param channel such as `4BTC_USDT_depth`
 * @spec document 1, Events, Protocol A
 */
export function encodeSubscribe(channel: string): string {
  return writeOrdered({ event: "addChannel", sub: channel });
}

/**
 * Gives a channel up.
 *
 * @spec field note 6
 */
export function encodeUnsubscribe(channel: string): string {
  return writeOrdered({ unsub: channel });
}
