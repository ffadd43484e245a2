import { channelDepthCodec } from "../channel-protocol/depth-message.js";
import type { ChannelData } from "../channel-protocol/message.js";
import { prefixDepthCodec } from "../prefix-protocol/depth-message.js";
import type { PrefixData } from "../prefix-protocol/message.js";
import type { DepthChannel } from "./depth-channel.js";
import type { DepthSink } from "./depth-sink.js";
import { type DepthReadOutcome, fillDepth } from "./fill-depth.js";

/**
 * Decodes a depth message of protocol A from its general form into the sink: the slow and complete twin of `scanDepth`.
 * All or nothing: when it throws, the message must change no book.
 *
 * @throws ProtocolError `message-shape`, `number-malformed`, `number-too-large`, `negative-quantity`, `too-many-levels`, `pair-mismatch`
 * @spec document 1, Events, Protocol A; field notes 5 and 9 to 13
 */
export function readDepth(message: PrefixData, channel: DepthChannel, sink: DepthSink): DepthReadOutcome {
  const { dataKind, payload } = message;
  const depth = prefixDepthCodec.decode(payload, "d");
  return fillDepth(
    depth,
    { channel: message.channel, within: "d", isIncremental: dataKind === "incremental" },
    channel,
    sink,
  );
}

/**
 * Decodes a depth message of protocol B into the sink. A full message without `seq` leaves `absentNumber` there: such a book has no
 * baseline until one is proven.
 *
 * @throws ProtocolError as {@link readDepth}
 * @spec document 1, Events, Protocol B; field notes 9 to 13 and 19
 */
export function readChannelDepth(message: ChannelData, channel: DepthChannel, sink: DepthSink): DepthReadOutcome {
  const { dataKind, payload } = message;
  const depth = channelDepthCodec.decode(payload, "data");
  return fillDepth(
    depth,
    { channel: message.channel, within: "data", isIncremental: dataKind === "incremental" },
    channel,
    sink,
  );
}
