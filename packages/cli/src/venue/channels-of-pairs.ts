import { Option } from "commander";
import { type ChannelDialect, knownChannel, type NamedChannel } from "./known-channel.js";

/** An option that names kinds of channels. */
export function channelsOption(usual: string): Option {
  return new Option(
    "--channels <list>",
    "of each pair, with commas between: depth, deals, ticker, tag-price, kline:PERIOD",
  ).default(usual);
}

/** These channels of every pair. @throws Refused `unknown-channel`, `unknown-period` */
export function channelsOfPairs(
  pairs: readonly string[],
  channels: string,
  dialect: ChannelDialect,
): readonly NamedChannel[] {
  const words = channels.split(",").map((word) => word.trim());
  return pairs.flatMap((pair) =>
    words.map((word) => {
      const [kind = "", ...period] = word.split(":");
      return knownChannel([kind, pair, ...period].join(":"), dialect);
    }),
  );
}
