import type { ErrorCode } from "./error-details.js";

/** Which class carries a code. */
export type ErrorKind = "protocol" | "validation" | "venue" | "transport";

/** What is true of every error of one code. */
export interface ErrorEntry {
  readonly kind: ErrorKind;
  /** What happened, as one sentence. It is the beginning of the error's message. */
  readonly sentence: string;
  /** What a person does about it. */
  readonly remedy: string;
  /** Whether the same call may succeed when it is made again. */
  readonly retryable: boolean;
  /** Whether the venue may have acted although the call failed. */
  readonly ambiguous: boolean;
}

const damaged =
  "Nothing to do for one frame: it is dropped and counted, and the book resyncs. Many of them point at a proxy that changes bytes.";
const otherVersion =
  "The venue sends something that neither document describes. Record the frame and compare it with the field notes.";

function protocol(sentence: string, remedy: string): ErrorEntry {
  return { kind: "protocol", sentence, remedy, retryable: false, ambiguous: false };
}

function validation(sentence: string, remedy: string): ErrorEntry {
  return { kind: "validation", sentence, remedy, retryable: false, ambiguous: false };
}

function transport(sentence: string, remedy: string, retryable: "retryable" | "final"): ErrorEntry {
  return { kind: "transport", sentence, remedy, retryable: retryable === "retryable", ambiguous: false };
}

/** Every error code with its kind, its sentence and what to do. `docs/errors.md` is made from it. */
export const errorCodes: Readonly<Record<ErrorCode, ErrorEntry>> = {
  "frame-empty": protocol("The frame has no body", damaged),
  "frame-unknown-marker": protocol("The first byte of the frame is no marker", otherVersion),
  "frame-unknown-compression": protocol("The body is marked as compressed but is neither zlib nor gzip", damaged),
  "frame-corrupt": protocol("The compressed body is damaged", damaged),
  "frame-truncated": protocol("The compressed body ends too early", damaged),
  "frame-trailing-bytes": protocol("Bytes follow the end of the compressed body", damaged),
  "frame-too-large": protocol(
    "The frame is larger than the limit",
    "Raise the frame limits if the venue really sends such frames.",
  ),
  "text-malformed": protocol("The text is not valid UTF-8", damaged),
  "text-too-long": protocol("The text is longer than the limit", "Raise the limit if such texts are expected."),
  "json-syntax": protocol("The text is not JSON", damaged),
  "json-too-deep": protocol("The JSON is nested too deeply", otherVersion),
  "json-duplicate-key": protocol("A JSON object has the same key twice", otherVersion),
  "message-shape": protocol("A message does not have the documented shape", otherVersion),
  "number-malformed": protocol("A number is not written as a plain decimal", otherVersion),
  "number-too-large": protocol("A number has more digits than can be held exactly", otherVersion),
  "negative-quantity": protocol("A quantity is negative", otherVersion),
  "too-many-levels": protocol(
    "A depth message has too many levels",
    "Raise the sink's capacity if the venue sends more.",
  ),
  "pair-mismatch": protocol("The payload belongs to another pair than its topic", otherVersion),
  "unknown-topic": protocol(
    "A message came for a topic that nobody subscribed to",
    "Harmless once after an unsubscribe. Otherwise compare the subscriptions on both sides.",
  ),
  "response-not-json": protocol(
    "The answer is not JSON",
    "Often a page of a proxy or of maintenance: look at the HTTP status and at the address.",
  ),
  "response-shape": protocol("The answer is JSON, but not what the operation answers", otherVersion),
  "option-invalid": validation("An option is not usable", "Correct the option."),
  "value-invalid": validation("A value is not usable", "Correct the value."),
  "credential-invalid": validation("The API key or its secret is not usable", "Copy both again from the account page."),
  "venue-refused": {
    kind: "venue",
    sentence: "The venue refused the request",
    remedy: "Look up `venueCode` in the table of venue codes.",
    retryable: false,
    ambiguous: false,
  },
  "connect-failed": transport(
    "The connection could not be made",
    "Check address, network and proxy; the session tries again by itself.",
    "retryable",
  ),
  "connection-lost": transport(
    "The connection broke",
    "Nothing for streams: they resume by themselves. For calls see `ambiguous`.",
    "retryable",
  ),
  "timed-out": transport(
    "No answer came in time",
    "Try again, or raise the time limit. For calls see `ambiguous`.",
    "retryable",
  ),
  aborted: transport("The caller's signal ended the call", "Nothing: this was asked for.", "final"),
  closed: transport("The object is closed", "Open a new one.", "final"),
  "thread-ended": transport(
    "A worker thread ended",
    "Nothing: it is replaced. Report it if it happens again.",
    "retryable",
  ),
};
