import type { ProtocolErrorCode } from "./error-details.js";

/** The beginnings of the messages of a `ProtocolError`, by code. They stand apart from those of other errors: a bundle contains those that it can throw. */
export const protocolSentences: Readonly<Record<ProtocolErrorCode, string>> = {
  "frame-empty": "The frame has no body",
  "frame-unknown-marker": "The frame begins with no known marker",
  "frame-unknown-compression": "The compressed body is neither zlib nor gzip",
  "frame-corrupt": "The compressed body is damaged",
  "frame-truncated": "The compressed body ends too early",
  "frame-trailing-bytes": "Bytes follow the compressed body",
  "frame-too-large": "The frame is larger than the limit",
  "text-malformed": "The text is not valid UTF-8",
  "text-too-long": "The text is longer than the limit",
  "json-syntax": "The text is not JSON",
  "json-too-deep": "The JSON is too deep",
  "json-duplicate-key": "A JSON object has the same key twice",
  "message-shape": "A message does not have the documented shape",
  "number-malformed": "A number is not a plain decimal",
  "number-too-large": "A number has more digits than can be held exactly",
  "negative-quantity": "A quantity is negative",
  "too-many-levels": "A depth message has too many levels",
  "pair-mismatch": "The payload names another pair than its channel",
  "unknown-channel": "A message came for a channel not subscribed to",
  "response-not-json": "The answer is not JSON",
  "response-shape": "The answer does not have the documented shape",
};
