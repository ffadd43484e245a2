import type { Venue } from "@depthwire/node";
import type { NamedChannel } from "../../../venue/known-channel.js";

/** What ends a subscription. */
interface Followed {
  close(): void;
}

/**
 * Subscribes to channels of one pair, for what the engine publishes of them: nobody reads the streams here.
 *
 * @returns ends all of them
 */
export function followPair(venue: Venue, channels: readonly NamedChannel[]): Followed {
  const followed = channels.map((channel) => follow(venue, channel));
  return { close: () => followed.forEach((one) => void one.close()) };
}

function follow(venue: Venue, { kind, pair, period }: NamedChannel): Followed {
  switch (kind) {
    case "depth":
      return venue.book(pair, { levels: 1 });
    case "deals":
      return read(venue.deals(pair));
    case "ticker":
      return read(venue.ticker(pair));
    case "tag-price-kline":
      return read(venue.tagPriceKlines(pair));
    default:
      return read(venue.klines(pair, period));
  }
}

/** A stream that nobody reads would fill its queue, and count what it drops. */
function read<Stream extends AsyncIterable<unknown> & Followed>(stream: Stream): Followed {
  void (async () => {
    for await (const _item of stream) {
      // The engine has published it.
    }
  })();
  return stream;
}
