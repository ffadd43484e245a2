import { Credential, type DepthwireError, defaultFrameLimits, type HttpRequest } from "@depthwire/core";
import {
  type ChannelData,
  type CompiledOperation,
  createChannelParser,
  decodeChannelEvent,
  decodeChannelMessage,
  decodePrefixEvent,
  decodePrefixMessage,
  decodeRequest,
  decodeResponse,
  encodePublicRequest,
  encodeResponse,
  encodeSignedRequest,
  encodeUtf8,
  type PrefixData,
  type PushEvent,
  type TickerOrder,
} from "@depthwire/core/internal";
import type { InputOf } from "@depthwire/schema";
import { channelProtocolChannels, prefixProtocolChannels } from "@depthwire/schema/internal";
import { createZlibInflate } from "@depthwire/testkit";

/** The secret of the field notes' samples. */
export const sampleCredential: Credential = new Credential({
  apiKey: "key",
  apiSecret: "c708ac3e70d115ec29efbee197330627d7edf842",
});

/** Signing with the sample's secret at the sample's time. */
export const sampleSigning = {
  credential: sampleCredential,
  timestampMs: 1_602_679_943_911,
  serviceName: "svc",
} as const;

/** What a call throws; a call that throws nothing fails the test. */
export function thrownBy(run: () => unknown): DepthwireError {
  try {
    run();
  } catch (error) {
    return error as DepthwireError;
  }
  throw new Error("nothing was thrown");
}

/** The signed request of an operation. */
export function signedRequest<Params, Result>(
  operation: CompiledOperation<Params, Result>,
  params: InputOf<Params>,
): HttpRequest {
  return encodeSignedRequest(operation, params, sampleSigning);
}

/** The body of a signed request. */
export function bodyOf<Params, Result>(operation: CompiledOperation<Params, Result>, params: InputOf<Params>): string {
  return signedRequest(operation, params).body ?? "";
}

/** Path and query of a public request. */
export function targetOf<Params, Result>(
  operation: CompiledOperation<Params, Result>,
  params: InputOf<Params>,
): string {
  return encodePublicRequest(operation, params).target;
}

/** What a server reads from a JSON body. */
export function received<Params, Result>(operation: CompiledOperation<Params, Result>, body: string): Params {
  return decodeRequest(operation, { query: "", header: () => undefined, body });
}

/** What a server reads from a query. */
export function queried<Params, Result>(operation: CompiledOperation<Params, Result>, query: string): Params {
  return decodeRequest(operation, { query, header: () => undefined, body: "" });
}

/** What a client reads from an answer. */
export function answered<Params, Result>(
  operation: CompiledOperation<Params, Result>,
  text: string,
  options: { readonly status?: number; readonly index?: number } = {},
): Result {
  return decodeResponse(operation, { status: options.status ?? 200, body: encodeUtf8(text) }, options.index);
}

/** The answer's text and what a client reads from it. */
export function throughAnswer<Params, Result>(
  operation: CompiledOperation<Params, Result>,
  result: InputOf<Result>,
): { readonly wire: Record<string, unknown>; readonly value: Result } {
  const text = encodeResponse(operation, result);
  return { wire: JSON.parse(text) as Record<string, unknown>, value: answered(operation, text) };
}

const parsePrefixChannel = createChannelParser(prefixProtocolChannels, "svc");
const parseChannel = createChannelParser(channelProtocolChannels, "svc");

/** What a client reads from a message of protocol A. */
export function prefixEvent(text: string, order?: TickerOrder): PushEvent {
  const bytes = encodeUtf8(text);
  return decodePrefixEvent(decodePrefixMessage(bytes, 0, bytes.length) as PrefixData, parsePrefixChannel, order);
}

/** What a client reads from a message of protocol B. */
export function channelEvent(text: string): PushEvent {
  const [message] = decodeChannelMessage(encodeUtf8(text), createZlibInflate(), defaultFrameLimits);
  return decodeChannelEvent(message as ChannelData, parseChannel);
}
