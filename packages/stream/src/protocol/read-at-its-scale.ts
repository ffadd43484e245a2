import type { DepthChannel, DepthSink } from "@depthwire/core/internal";
import type { ChannelMessage } from "./dialect.js";

/**
 * Reads a depth message; once more at the scale that it has, where the channel had another one until then.
 *
 * @throws ProtocolError as the message's `readDepth`
 */
export function readAtItsScale(message: ChannelMessage, channel: DepthChannel, sink: DepthSink): void {
  const outcome = message.readDepth(channel, sink);
  if (outcome.kind !== "done") {
    channel.priceScale = outcome.priceScale;
    channel.quantityScale = outcome.quantityScale;
    message.readDepth(channel, sink);
  }
}
