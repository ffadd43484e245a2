import {
  createFrameBody,
  type DepthChannel,
  decodeFrame,
  decodePrefixMessage,
  encodeSubscribe,
  encodeUnsubscribe,
  type FrameBody,
  type PrefixMessage,
  type PushEvent,
  readDepth,
} from "@depthwire/core/internal";
import type { Dialect, MessageListener, MessageReader, ReaderTools } from "./dialect.js";

/** Reads what a message of some channel says. */
type ReadPrefixEvent = (message: Extract<PrefixMessage, { readonly kind: "data" }>) => PushEvent;

/** What protocol A has besides books. */
export interface PrefixBeyondBooks extends Pick<Dialect, "channelOf" | "encodeLogin"> {
  readonly readEvent: ReadPrefixEvent;
}

/** Protocol A, with as much of it besides books as is passed. @spec document 1, Events, Protocol A */
export function createPrefixDialect({ channelOf, encodeLogin, readEvent }: PrefixBeyondBooks): Dialect {
  return {
    channelOf,
    encodeSubscribe,
    encodeUnsubscribe,
    encodeLogin,
    createReader: (tools) => new PrefixReader(tools, readEvent),
  };
}

class PrefixReader implements MessageReader {
  readonly #tools: ReaderTools;
  readonly #readEvent: ReadPrefixEvent;
  readonly #body: FrameBody = createFrameBody();
  /** Its connection, as the scanner knows it. */
  readonly #owner: number;

  constructor(tools: ReaderTools, readEvent: ReadPrefixEvent) {
    this.#tools = tools;
    this.#owner = tools.scanner.follower?.nextOwner() ?? 0;
    this.#readEvent = readEvent;
  }

  addDepth(channel: DepthChannel): void {
    this.#tools.scanner.add(channel, this.#owner);
  }

  removeDepth(channel: DepthChannel): void {
    this.#tools.scanner.remove(channel);
  }

  read(message: Uint8Array, listener: MessageListener): void {
    const { inflate, limits, scanner, counters } = this.#tools;
    const body = decodeFrame(message, inflate, limits, this.#body);
    counters.bytesInflated += body.end - body.start;
    const { follower } = scanner;
    const { receivedAtMs = 0 } = listener;
    let channel: DepthChannel | undefined;
    if (follower === undefined || receivedAtMs === 0) {
      channel = scanner.scan(body);
    } else if (follower.follow(body, this.#owner, receivedAtMs)) {
      listener.followed?.(follower.followedIndex);
      return;
    } else {
      channel = follower.scanned;
    }
    if (channel === undefined || !listener.depth(channel)) {
      counters.generalPath++;
      tell(decodePrefixMessage(body.bytes, body.start, body.end), this.#readEvent, listener);
    }
  }
}

/** Everything that the scanner does not know: other spellings of depth, other channels, messages of the connection. */
function tell(message: PrefixMessage, readEvent: ReadPrefixEvent, listener: MessageListener): void {
  switch (message.kind) {
    case "data":
      listener.data({
        channel: message.channel,
        readDepth: (channel, sink) => readDepth(message, channel, sink),
        readEvent: () => readEvent(message),
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
