import {
  type ChannelParts,
  createChannelParser,
  createFrameBody,
  type DepthChannel,
  decodeFrame,
  decodePrefixEvent,
  decodePrefixMessage,
  encodeLogin,
  encodeSubscribe,
  encodeUnsubscribe,
  type FrameBody,
  formatChannel,
  type ParseChannel,
  type PrefixMessage,
  readDepth,
} from "@depthwire/core/internal";
import { type ChannelGrammar, prefixProtocolChannels } from "@depthwire/schema/internal";
import type { Dialect, MessageListener, MessageReader, ReaderTools } from "./dialect.js";

const grammars: readonly ChannelGrammar[] = Object.values(prefixProtocolChannels);
const parseChannel: ParseChannel = /* @__PURE__ */ createChannelParser(prefixProtocolChannels, "");

/** Protocol A. @spec document 1, Events, Protocol A */
export const prefixDialect: Dialect = {
  channelOf({ kind, pair, period }: ChannelParts) {
    const grammar = grammars.find((candidate) => candidate.kind === kind);
    return grammar && formatChannel(grammar, { pair, period });
  },
  encodeSubscribe,
  encodeUnsubscribe,
  encodeLogin,
  createReader: (tools) => new PrefixReader(tools),
};

class PrefixReader implements MessageReader {
  readonly #tools: ReaderTools;
  readonly #body: FrameBody = createFrameBody();

  constructor(tools: ReaderTools) {
    this.#tools = tools;
  }

  addDepth(channel: DepthChannel): void {
    this.#tools.scanner.add(channel);
  }

  removeDepth(channel: DepthChannel): void {
    this.#tools.scanner.remove(channel);
  }

  read(message: Uint8Array, listener: MessageListener): void {
    const { inflate, limits, scanner, counters } = this.#tools;
    const body = decodeFrame(message, inflate, limits, this.#body);
    counters.bytesInflated += body.end - body.start;
    const channel = scanner.scan(body);
    if (channel === undefined || !listener.depth(channel)) {
      counters.generalPath++;
      tell(decodePrefixMessage(body.bytes, body.start, body.end), listener);
    }
  }
}

/** Everything that the scanner does not know: other spellings of depth, other channels, messages of the connection. */
function tell(message: PrefixMessage, listener: MessageListener): void {
  switch (message.kind) {
    case "data":
      listener.data({
        channel: message.channel,
        readDepth: (channel, sink) => readDepth(message, channel, sink),
        readEvent: () => decodePrefixEvent(message, parseChannel),
      });
      break;
    case "ping":
      listener.ping(message.ms);
      break;
    case "error":
      listener.refusal(message);
      break;
    case "login-acknowledgement":
      listener.loginAcknowledged(message.userId);
      break;
    case "pong":
      break;
  }
}
