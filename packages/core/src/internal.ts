/** For siblings alone: not part of the public interface, and without any promise. */
export { decodeBatchCommands, decodeBatchForm, decodeBatchParams } from "./batch-query/decode-request.js";
export { encodeBatchRequest } from "./batch-query/encode-request.js";
export { decodeBase64, decodeBase64Bytes, encodeBase64 } from "./bytes/base64.js";
export { decodeForm, encodeForm, maxFormLength } from "./bytes/form.js";
export type { OwnBytes } from "./bytes/own-bytes.js";
export { decodeUtf8, encodeUtf8 } from "./bytes/utf8.js";
export { type ChannelClientMessage, decodeChannelClientMessage } from "./channel-protocol/client-message.js";
export { channelDepthCodec, encodeChannelDepth } from "./channel-protocol/depth-message.js";
export { channelLoginCodec, encodeChannelLogin } from "./channel-protocol/login.js";
export {
  type ChannelData,
  type ChannelDataInput,
  type ChannelEnvelopeData,
  type ChannelEnvelopeMessage,
  type ChannelServerMessage,
  decodeChannelEnvelopes,
  decodeChannelMessage,
  encodeChannelData,
  encodeChannelLoginAcknowledgement,
  type InflateBudget,
  unpackChannelData,
} from "./channel-protocol/message.js";
export {
  channelSubscribeCodec,
  channelUnsubscribeCodec,
  encodeChannelSubscribe,
  encodeChannelSubscription,
  encodeChannelUnsubscribe,
} from "./channel-protocol/subscribe.js";
export {
  type Decimal,
  type DecimalVerdict,
  decimalsOf,
  judgeDecimal,
  maxDecimalDigits,
  parseDecimal,
  readDecimal,
} from "./decimal/decimal.js";
export { dropDecimals, expandExponent, formatScaled, toScaled, trimDecimal } from "./decimal/format-decimal.js";
export { createDepthChannel, type DepthChannel, type DepthScales, maxDepthScale } from "./depth/depth-channel.js";
export {
  absentNumber,
  type DepthColumns,
  DepthSection,
  DepthSink,
  depthSectionCount,
  type ExactDepth,
  type ExactLevel,
} from "./depth/depth-sink.js";
export type { DepthReadOutcome } from "./depth/fill-depth.js";
export { readChannelDepth, readDepth } from "./depth/read-depth.js";
export { crc32 } from "./digest/crc32.js";
export { createHmacMd5, createSecretHmac } from "./digest/hmac-md5.js";
export { md5Hex } from "./digest/md5.js";
export type { VenueErrorCode } from "./error/error-details.js";
export { plainFacts } from "./error/error-facts.js";
export { protocolErrorOf } from "./error/protocol-error-of.js";
export { recordingSentences } from "./error/recording-sentences.js";
export { relaySentences } from "./error/relay-sentences.js";
export { snapshotSentences } from "./error/snapshot-sentences.js";
export { ExactNumber, jsonNumber } from "./json/exact-number.js";
export {
  defaultJsonLimits,
  hasKey,
  isJsonObject,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
} from "./json/json-value.js";
export { parseExact, parseExactBytes } from "./json/parse-exact.js";
export { type JsonWritable, writeOrdered } from "./json/write-ordered.js";
export {
  type ChannelParameters,
  type ChannelParts,
  createChannelParser,
  formatChannel,
  type ParseChannel,
} from "./names/channel-parts.js";
export {
  abortSignal,
  anything,
  callback,
  checkOptions,
  decimalText,
  either,
  flag,
  numberAbove0,
  numberFrom0,
  type OptionRule,
  type OptionTable,
  objectWith,
  oneOf,
  required,
  someText,
  wholeFrom,
} from "./options/check-options.js";
export { AbortListeners } from "./ports/abort-listeners.js";
export { queueTurnEnd } from "./ports/microtask.js";
export {
  clientMessageLimits,
  decodeClientMessage,
  type PrefixClientMessage,
} from "./prefix-protocol/client-message.js";
export {
  type DepthRowSides,
  type DepthSnapshotInput,
  type DepthUpdateInput,
  encodeDepthSnapshot,
  encodeDepthUpdate,
  prefixDepthCodec,
} from "./prefix-protocol/depth-message.js";
export {
  createFrameBody,
  decodeFrame,
  type EncodedFrame,
  encodeFrame,
  type FrameBody,
  type FrameEncoding,
  type FrameStyle,
} from "./prefix-protocol/frame.js";
export { encodeLogin, encodeLogout, prefixLoginCodec, prefixLogoutCodec } from "./prefix-protocol/login.js";
export {
  decodePrefixMessage,
  encodeLoginAcknowledgement,
  encodePrefixData,
  type PrefixData,
  type PrefixDataInput,
  type PrefixMessage,
} from "./prefix-protocol/message.js";
export { encodePrivateEvent, privateEventCodec } from "./prefix-protocol/private-event.js";
export {
  decodePrefixDeals,
  encodePrefixDeal,
  encodePrefixDealList,
  prefixDealsCodec,
} from "./prefix-protocol/rows/deal.js";
export { encodePrefixKlines, prefixKlinesCodec } from "./prefix-protocol/rows/kline.js";
export {
  type DecodedTicker,
  decodePrefixTicker,
  encodePrefixTicker,
  type TickerOrder,
  tickerCodec,
  usdFirstTickerCodec,
} from "./prefix-protocol/rows/ticker.js";
export {
  encodeSubscribe,
  encodeUnsubscribe,
  prefixSubscribeCodec,
  prefixUnsubscribeCodec,
} from "./prefix-protocol/subscribe.js";
export {
  decodeHeartbeat,
  decodeRefusal,
  encodeErrorMessage,
  encodePing,
  encodePong,
  type PushHeartbeat,
  type PushRefusal,
} from "./push-control.js";
export { decodeChannelEvent, decodePrefixEvent } from "./push-event.js";
export { type Codec, compileRecord, decodeJson, encodeJson } from "./record/compile.js";
export { shapeParts } from "./record/shape-parts.js";
export type { StandardIssue, StandardResult, StandardSchema, StandardSchemaProps } from "./record/standard-schema.js";
export { type RedactingLogger, redactingLogger } from "./redaction/redacting-logger.js";
export { looksSecret, redacted, redactText } from "./redaction/secret-text.js";
export { checkParams, type KnownMarket } from "./rest/check-params.js";
export { type CompiledOperation, compileOperation } from "./rest/compile-operation.js";
export {
  decodeRequest,
  decodeRequestSignature,
  type ReceivedRequest,
  type RequestSignature,
  verifyRequest,
} from "./rest/decode-request.js";
export { decodeResponse } from "./rest/decode-response.js";
export { encodePublicRequest, encodeSignedRequest, headerName, type RequestSigning } from "./rest/encode-request.js";
export { commandEcho, encodeRefusal, encodeResponse } from "./rest/encode-response.js";
export { type CountedPage, hasNextWalletPage, mayHaveNextPage } from "./rest/paging.js";
export { fullJitterMs, type JitterOptions } from "./retry/full-jitter.js";
export { ownText } from "./text/own-text.js";
export type * from "./types.js";
