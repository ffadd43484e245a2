import {
  createPayloadScratch,
  DepthChannelTable,
  type PayloadScratch,
  scanChannelDepth,
  scanDone,
} from "@depthwire/book/internal";
import { ProtocolError } from "@depthwire/core";
import {
  type ChannelData,
  type ChannelEnvelopeData,
  type ChannelEnvelopeMessage,
  type ChannelName,
  createChannelParser,
  type DepthChannel,
  type DepthReadOutcome,
  type DepthSink,
  decodeChannelEnvelopes,
  decodeChannelEvent,
  encodeChannelLogin,
  encodeChannelSubscription,
  encodeChannelUnsubscribe,
  formatChannel,
  type InflateBudget,
  type ParseChannel,
  type PushEvent,
  protocolErrorOf,
  readChannelDepth,
  unpackChannelData,
} from "@depthwire/core/internal";
import { type ChannelGrammar, channelProtocolChannels } from "@depthwire/schema/internal";
import type { ChannelMessage, Dialect, MessageListener, MessageReader, ReaderTools } from "./dialect.js";

const grammars: readonly ChannelGrammar[] = Object.values(channelProtocolChannels);

function grammarOf({ kind }: ChannelName): ChannelGrammar | undefined {
  return grammars.find((grammar) => grammar.kind === kind);
}

/** The names of one deployment's channels. */
interface Names {
  readonly parse: ParseChannel;
  nameOf(channel: ChannelName): string | undefined;
}

/** Protocol B. @spec document 1, Events, Protocol B; field notes 19 to 21 */
export function createChannelDialect(serviceName: string): Dialect {
  const parse = createChannelParser(channelProtocolChannels, serviceName);
  const nameOf = (channel: ChannelName): string | undefined => {
    const grammar = grammarOf(channel);
    return grammar && formatChannel(grammar, { ...channel, serviceName });
  };
  return {
    nameOf,
    encodeSubscribe: (name) => {
      const channel = parse(name);
      return encodeChannelSubscription(name, channel && grammarOf(channel)?.version);
    },
    encodeUnsubscribe: encodeChannelUnsubscribe,
    encodeLogin: (credential) => encodeChannelLogin(credential, serviceName),
    createReader: (tools) => new ChannelReader(tools, { parse, nameOf }),
  };
}

class ChannelReader implements MessageReader {
  readonly #tools: ReaderTools;
  readonly #names: Names;
  readonly #scratch: PayloadScratch;
  readonly #depthChannels = new DepthChannelTable();
  readonly #privateName: string | undefined;

  constructor(tools: ReaderTools, names: Names) {
    this.#tools = tools;
    this.#names = names;
    this.#scratch = createPayloadScratch(tools.inflate, tools.limits.maxInflatedBytes);
    this.#privateName = names.nameOf({ kind: "private", pair: "", period: "" });
  }

  addDepth(channel: DepthChannel): void {
    this.#depthChannels.add(channel);
  }

  removeDepth({ topic }: DepthChannel): void {
    this.#depthChannels.remove(topic);
  }

  read(message: Uint8Array, listener: MessageListener): void {
    const { limits, counters } = this.#tools;
    if (message.length > limits.maxFrameBytes) {
      throw new ProtocolError("frame-too-large", { limit: limits.maxFrameBytes, stage: "frame" });
    }
    counters.bytesInflated += message.length;
    const channel = this.#scan(message);
    if (channel !== undefined && listener.depth(channel)) {
      counters.bytesInflated += this.#scratch.inflatedBytes;
      return;
    }
    counters.generalPath++;
    const budget: InflateBudget = { left: limits.maxInflatedBytes };
    for (const entry of decodeChannelEnvelopes(message, limits)) {
      this.#tell(entry, budget, listener);
    }
  }

  /** A payload that cannot be unpacked is left to the general path, which knows whose it is. */
  #scan(message: Uint8Array): DepthChannel | undefined {
    const { sink } = this.#tools.scanner;
    const channels = this.#depthChannels;
    try {
      const outcome = scanChannelDepth(message, 0, message.length, channels, sink, this.#scratch);
      return outcome === scanDone ? channels.found : undefined;
    } catch (error) {
      if (protocolErrorOf(error) === undefined) {
        throw error;
      }
      return undefined;
    }
  }

  #tell(entry: ChannelEnvelopeMessage, budget: InflateBudget, listener: MessageListener): void {
    switch (entry.kind) {
      case "data":
        this.#tellData(entry, budget, listener);
        break;
      case "ping":
        listener.ping(entry.ms);
        break;
      case "error":
        listener.refusal(this.#named(entry));
        break;
      case "pong":
        break;
    }
  }

  #tellData(entry: ChannelEnvelopeData, budget: InflateBudget, listener: MessageListener): void {
    const message = new PackedMessage(entry, this.#canonical(entry.channel), this.#names.parse, () => {
      const { inflate, counters } = this.#tools;
      const before = budget.left;
      const unpacked = unpackChannelData(entry, inflate, budget);
      counters.bytesInflated += before - budget.left;
      return unpacked;
    });
    if (message.name === this.#privateName && message.isLoginAcknowledgement()) {
      listener.loginAcknowledged(undefined);
    } else {
      listener.data(message);
    }
  }

  #named<Refusal extends { readonly channel?: string }>(refusal: Refusal): Refusal {
    return refusal.channel === undefined ? refusal : { ...refusal, channel: this.#canonical(refusal.channel) };
  }

  /** The name as it is sent: some deployments write another one back. @spec field note 19 */
  #canonical(name: string): string {
    const channel = this.#names.parse(name);
    return (channel && this.#names.nameOf(channel)) ?? name;
  }
}

/** The content of an envelope after unpacking. */
type Unpacked = ReturnType<typeof unpackChannelData>;

/** A message that is unpacked once, when it is first read. */
class PackedMessage implements ChannelMessage {
  readonly name: string;
  readonly #entry: ChannelEnvelopeData;
  readonly #parse: ParseChannel;
  readonly #unpack: () => Unpacked;
  #unpacked: Unpacked | undefined;

  constructor(entry: ChannelEnvelopeData, name: string, parse: ParseChannel, unpack: () => Unpacked) {
    this.name = name;
    this.#entry = entry;
    this.#parse = parse;
    this.#unpack = unpack;
  }

  isLoginAcknowledgement(): boolean {
    return this.#content().kind === "login-acknowledgement";
  }

  readDepth(channel: DepthChannel, sink: DepthSink): DepthReadOutcome {
    return readChannelDepth(this.#data(), channel, sink);
  }

  readEvent(): PushEvent {
    return decodeChannelEvent({ ...this.#data(), channel: this.name }, this.#parse);
  }

  #content(): Unpacked {
    this.#unpacked ??= this.#unpack();
    return this.#unpacked;
  }

  #data(): ChannelData {
    const content = this.#content();
    if (content.kind !== "data") {
      throw new ProtocolError("unknown-topic", { topic: this.#entry.channel });
    }
    return content;
  }
}
