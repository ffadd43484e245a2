import type { ErrorCode } from "./error-details.js";

/** Which class carries a code. */
export type ErrorKind = "protocol" | "validation" | "venue" | "transport" | "outcome" | "recording" | "store";

/** What an error of one code needs to know about itself. */
export interface ErrorFacts {
  readonly kind: ErrorKind;
  /** What happened, as one sentence. It is the beginning of the error's message. */
  readonly sentence: string;
  /** Whether the same call may succeed when it is made again. */
  readonly retryable: boolean;
  /** Whether the venue may have acted although the call failed. */
  readonly ambiguous: boolean;
}

function protocol(sentence: string): ErrorFacts {
  return { kind: "protocol", sentence, retryable: false, ambiguous: false };
}

function validation(sentence: string): ErrorFacts {
  return { kind: "validation", sentence, retryable: false, ambiguous: false };
}

function transport(sentence: string, retryable: "retryable" | "final"): ErrorFacts {
  return { kind: "transport", sentence, retryable: retryable === "retryable", ambiguous: false };
}

function recording(sentence: string): ErrorFacts {
  return { kind: "recording", sentence, retryable: false, ambiguous: false };
}

function store(sentence: string): ErrorFacts {
  return { kind: "store", sentence, retryable: false, ambiguous: false };
}

/** The facts of every error code. The remedies are in another file, so that they add nothing to a web page. */
export const errorFacts: Readonly<Record<ErrorCode, ErrorFacts>> = {
  "frame-empty": protocol("The frame has no body"),
  "frame-unknown-marker": protocol("The first byte of the frame is not a known marker"),
  "frame-unknown-compression": protocol("The body is marked as compressed but is neither zlib nor gzip"),
  "frame-corrupt": protocol("The compressed body is damaged"),
  "frame-truncated": protocol("The compressed body ends too early"),
  "frame-trailing-bytes": protocol("Bytes follow the end of the compressed body"),
  "frame-too-large": protocol("The frame is larger than the limit"),
  "text-malformed": protocol("The text is not valid UTF-8"),
  "text-too-long": protocol("The text is longer than the limit"),
  "json-syntax": protocol("The text is not JSON"),
  "json-too-deep": protocol("The JSON is nested too deeply"),
  "json-duplicate-key": protocol("A JSON object has the same key twice"),
  "message-shape": protocol("A message does not have the documented shape"),
  "number-malformed": protocol("A number is not written as a plain decimal"),
  "number-too-large": protocol("A number has more digits than can be held exactly"),
  "negative-quantity": protocol("A quantity is negative"),
  "too-many-levels": protocol("A depth message has too many levels"),
  "pair-mismatch": protocol("The payload names a pair other than its channel's"),
  "unknown-channel": protocol("A message came for a channel without a subscription"),
  "response-not-json": protocol("The answer is not JSON"),
  "response-shape": protocol("The answer is JSON, but not of the operation's form"),
  "option-invalid": validation("An option is not usable"),
  "value-invalid": validation("A value is not usable"),
  "credential-invalid": validation("The API key or its secret is not usable"),
  "market-rule": validation("The order breaks a rule of its market"),
  "limit-exceeded": validation("The order is beyond a limit that the caller set"),
  halted: validation("Trading is halted"),
  "venue-refused": { kind: "venue", sentence: "The venue refused the request", retryable: false, ambiguous: false },
  "connect-failed": transport("The connection could not be made", "retryable"),
  "connection-lost": transport("The connection broke", "retryable"),
  "not-placed": transport("The order was not placed, and its request cannot arrive any more", "retryable"),
  "timed-out": transport("No answer came in time", "retryable"),
  aborted: transport("The caller's signal ended the call", "final"),
  closed: transport("The object is closed", "final"),
  "thread-ended": transport("A worker thread ended", "retryable"),
  "queue-full": transport("Too many calls wait for the frequency limit", "retryable"),
  "clock-unreliable": transport("The venue's time is not known well enough to sign a request", "retryable"),
  "outcome-unknown": {
    kind: "outcome",
    sentence: "The call was cut off, and the venue may have carried it out",
    retryable: false,
    ambiguous: true,
  },
  "recording-corrupt": recording("The recording is damaged"),
  "recording-version": recording("The recording is of an unknown version"),
  "recording-truncated": recording("The recording ends too early"),
  "recording-absent": recording("There is no recording"),
  "replay-stalled": recording("The replay waits for a loop that does not come back"),
  "store-absent": store("The database that keeps data in a directory is not installed"),
  "store-locked": store("The data directory is in use"),
  "store-foreign": store("The data directory holds something else"),
  "store-version": store("The data directory is of another version"),
  "store-settings": store("The data were made with other settings"),
  "store-changed": store("A file of the data directory is not as the last clean close left it"),
  "store-older": store("The data directory holds less than was acknowledged"),
  "store-corrupt": store("The data directory is damaged"),
  "store-failed": store("The data directory cannot be used"),
  "file-locked": store("The file is in use"),
  "file-foreign": store("The file holds something else"),
  "file-corrupt": store("The file is damaged"),
  "file-failed": store("The file cannot be used"),
};
