import { createInflate } from "@depthwire/book";
import { DepthwireError, defaultFrameLimits } from "@depthwire/core";
import {
  type ChannelData,
  createChannelParser,
  decodeBase64,
  decodeChannelClientMessage,
  decodeChannelEnvelopes,
  decodeChannelEvent,
  decodeClientMessage,
  decodePrefixEvent,
  decodePrefixMessage,
  encodeUtf8,
  type PrefixData,
  redacted,
  unpackChannelData,
} from "@depthwire/core/internal";
import { channelProtocolChannels, prefixProtocolChannels } from "@depthwire/schema/internal";

/** Which of the two a frame belongs to. */
export type Protocol = "prefix" | "channel";

/** One message of a frame. */
export interface DecodedMessage {
  /** Who says such a thing. */
  readonly from: "service" | "client";
  readonly kind: string;
  readonly channel?: string;
  readonly dataKind?: string;
  /** The decoded record; of other messages the message itself. */
  readonly record: object;
  /** What stopped the record from being read. */
  readonly error?: DepthwireError;
  /** The payload that it was read from, where that was packed. */
  readonly packed?: Uint8Array;
}

/** What the decoders are told. */
export interface MessageHints {
  readonly protocol: Protocol;
  readonly serviceName: string;
}

/**
 * The messages in the text of a frame: one, or several in protocol B.
 *
 * @throws ProtocolError for text that is no message
 */
export function decodeMessages(text: string, { protocol, serviceName }: MessageHints): readonly DecodedMessage[] {
  return protocol === "prefix" ? [prefixMessage(text)] : channelMessages(text, serviceName);
}

function prefixMessage(text: string): DecodedMessage {
  const bytes = encodeUtf8(text);
  const message = fromService(
    () => decodePrefixMessage(bytes, 0, bytes.length),
    () => decodeClientMessage(text),
  );
  if (message.said.kind !== "data") {
    return control(message.from, message.said);
  }
  const parse = createChannelParser(prefixProtocolChannels, "");
  return dataMessage(message.said, (data) => decodePrefixEvent(data as PrefixData, parse));
}

function channelMessages(text: string, serviceName: string): readonly DecodedMessage[] {
  const { from, said } = fromService(
    () => decodeChannelEnvelopes(encodeUtf8(text), defaultFrameLimits),
    () => [decodeChannelClientMessage(text)],
  );
  const parse = createChannelParser(channelProtocolChannels, serviceName);
  const inflate = createInflate();
  return said.map((one) => {
    if (one.kind !== "data") {
      return control(from, one);
    }
    return dataMessage(one, (data) => {
      const unpacked = unpackChannelData(data as ChannelData, inflate, { left: defaultFrameLimits.maxInflatedBytes });
      return unpacked.kind === "data" ? decodeChannelEvent(unpacked, parse) : unpacked;
    });
  });
}

/** What the service does not say a client may have said. What neither says is the service's error. */
function fromService<Said, Heard>(
  service: () => Said,
  client: () => Heard,
): { readonly from: DecodedMessage["from"]; readonly said: Said | Heard } {
  try {
    return { from: "service", said: service() };
  } catch (error) {
    try {
      return { from: "client", said: client() };
    } catch {
      throw error;
    }
  }
}

function dataMessage(
  data: PrefixData | ChannelData,
  decode: (data: PrefixData | ChannelData) => object,
): DecodedMessage {
  const { channel, dataKind } = data;
  const head = { from: "service", kind: "data", channel, dataKind } as const;
  try {
    return { ...head, record: decode(data) };
  } catch (error) {
    if (error instanceof DepthwireError) {
      const packed = typeof data.payload === "string" ? packedBytes(data.payload) : undefined;
      return { ...head, record: {}, error, ...(packed === undefined ? {} : { packed }) };
    }
    throw error;
  }
}

/** Undefined for what is no base64. */
function packedBytes(payload: string): Uint8Array | undefined {
  try {
    return decodeBase64(payload);
  } catch {
    return undefined;
  }
}

/** A login can be sent again by whoever reads it, so its key and signature are not shown. */
function control(
  from: DecodedMessage["from"],
  message: { readonly kind: string; readonly channel?: string },
): DecodedMessage {
  const { kind, channel } = message;
  const record = "signature" in message ? { ...message, apiKey: redacted, signature: redacted } : message;
  return { from, kind, ...(channel === undefined ? {} : { channel }), record };
}
