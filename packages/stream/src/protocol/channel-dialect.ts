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
  type ChannelParts,
  createChannelParser,
  type DepthChannel,
  type DepthReadOutcome,
  type DepthSink,
  decodeChannelEnvelopes,
  decodeChannelEvent,
  encodeChannelData,
  encodeChannelLogin,
  encodeChannelSubscription,
  encodeChannelUnsubscribe,
  encodeUtf8,
  formatChannel,
  type InflateBudget,
  type JsonWritable,
  type ParseChannel,
  type PushEvent,
  protocolErrorOf,
  readChannelDepth,
  unpackChannelData,
} from "@depthwire/core/internal";
import { type ChannelGrammar, channelProtocolChannels } from "@depthwire/schema/internal";
import type { ChannelMessage, Dialect, MessageListener, MessageReader, ReaderTools } from "./dialect.js";

const grammars: readonly ChannelGrammar[] = Object.values(channelProtocolChannels);

function grammarOf({ kind }: ChannelParts): ChannelGrammar | undefined {
  return grammars.find((grammar) => grammar.kind === kind);
}

/** How one deployment writes its channels. */
interface ChannelForms {
  readonly parse: ParseChannel;
  channelOf(parts: ChannelParts): string | undefined;
}

/** Protocol B. @spec document 1, Events, Protocol B; field notes 19 to 21 */
export function createChannelDialect(serviceName: string): Dialect {
  const parse = createChannelParser(channelProtocolChannels, serviceName);
  const channelOf = (parts: ChannelParts): string | undefined => {
    const grammar = grammarOf(parts);
    return grammar && formatChannel(grammar, { ...parts, serviceName });
  };
  return {
    channelOf,
    encodeSubscribe: (channel) => {
      const parts = parse(channel);
      return encodeChannelSubscription(channel, parts && grammarOf(parts)?.version);
    },
    encodeUnsubscribe: encodeChannelUnsubscribe,
    encodeLogin: (credential) => encodeChannelLogin(credential, serviceName),
    createReader: (tools) => new ChannelReader(tools, { parse, channelOf }),
  };
}

class ChannelReader implements MessageReader {
  readonly #tools: ReaderTools;
  readonly #forms: ChannelForms;
  readonly #scratch: PayloadScratch;
  readonly #depthChannels = new DepthChannelTable();
  readonly #privateChannel: string | undefined;

  constructor(tools: ReaderTools, forms: ChannelForms) {
    this.#tools = tools;
    this.#forms = forms;
    this.#scratch = createPayloadScratch(tools.inflate, tools.limits.maxInflatedBytes);
    this.#privateChannel = forms.channelOf({ kind: "private", pair: "", period: "" });
  }

  addDepth(channel: DepthChannel): void {
    this.#depthChannels.add(channel);
  }

  removeDepth({ text }: DepthChannel): void {
    this.#depthChannels.remove(text);
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
    const entries = decodeChannelEnvelopes(message, limits);
    for (const entry of entries) {
      this.#tell(entry, budget, listener, entries.length > 1);
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

  #tell(entry: ChannelEnvelopeMessage, budget: InflateBudget, listener: MessageListener, isOfSeveral: boolean): void {
    switch (entry.kind) {
      case "data":
        this.#tellData(entry, budget, listener, isOfSeveral);
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

  #tellData(entry: ChannelEnvelopeData, budget: InflateBudget, listener: MessageListener, isOfSeveral: boolean): void {
    const channel = this.#canonical(entry.channel);
    const message = new PackedMessage({ entry, channel, isOfSeveral }, this.#forms.parse, () => {
      const { inflate, counters } = this.#tools;
      const before = budget.left;
      const unpacked = unpackChannelData(entry, inflate, budget);
      counters.bytesInflated += before - budget.left;
      return unpacked;
    });
    if (message.channel === this.#privateChannel && message.isLoginAcknowledgement()) {
      listener.loginAcknowledged(undefined);
    } else {
      listener.data(message);
    }
  }

  #named<Refusal extends { readonly channel?: string }>(refusal: Refusal): Refusal {
    return refusal.channel === undefined ? refusal : { ...refusal, channel: this.#canonical(refusal.channel) };
  }

  /** The channel as it is sent: some deployments write it differently in what they send. @spec field note 19 */
  #canonical(channel: string): string {
    const parts = this.#forms.parse(channel);
    return (parts && this.#forms.channelOf(parts)) ?? channel;
  }
}

/** The content of an envelope after unpacking. */
type Unpacked = ReturnType<typeof unpackChannelData>;

/** One of the messages that a WebSocket message holds. */
interface PlacedEntry {
  readonly entry: ChannelEnvelopeData;
  readonly channel: string;
  readonly isOfSeveral: boolean;
}

/** A message that is unpacked once, when it is first read. */
class PackedMessage implements ChannelMessage {
  readonly channel: string;
  readonly #entry: ChannelEnvelopeData;
  readonly #parse: ParseChannel;
  readonly #unpack: () => Unpacked;
  readonly #isOfSeveral: boolean;
  #unpacked: Unpacked | undefined;

  constructor({ entry, channel, isOfSeveral }: PlacedEntry, parse: ParseChannel, unpack: () => Unpacked) {
    this.channel = channel;
    this.#entry = entry;
    this.#isOfSeveral = isOfSeveral;
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
    return decodeChannelEvent({ ...this.#data(), channel: this.channel }, this.#parse);
  }

  alone(): Uint8Array | undefined {
    if (!this.#isOfSeveral) {
      return undefined;
    }
    const { channel, dataKind, payload } = this.#entry;
    // What was parsed from JSON can be written.
    return encodeUtf8(encodeChannelData({ channel, dataKind, payload: payload as JsonWritable }));
  }

  #content(): Unpacked {
    this.#unpacked ??= this.#unpack();
    return this.#unpacked;
  }

  #data(): ChannelData {
    const content = this.#content();
    if (content.kind !== "data") {
      throw new ProtocolError("unknown-channel", { channel: this.#entry.channel });
    }
    return content;
  }
}
