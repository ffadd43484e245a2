import type { TransportErrorCode } from "./error-details.js";
import type { ErrorFacts } from "./error-facts.js";

function transport(sentence: string, retryable: "retryable" | "final"): ErrorFacts {
  return { kind: "transport", sentence, retryable: retryable === "retryable", ambiguous: false };
}

/** The facts of a `TransportError`, by code. */
export const transportFacts: Readonly<Record<TransportErrorCode, ErrorFacts>> = {
  "connect-failed": transport("The connection could not be made", "retryable"),
  "connection-lost": transport("The connection broke", "retryable"),
  "not-placed": transport("The order was not placed, and its request cannot arrive any more", "retryable"),
  cors: transport("The browser kept the answer from the page: the venue may not allow the page's origin", "final"),
  "timed-out": transport("No answer came in time", "retryable"),
  aborted: transport("The caller's signal ended the call", "final"),
  closed: transport("The object is closed", "final"),
  "thread-ended": transport("A worker thread ended", "retryable"),
  "queue-full": transport("Too many calls wait for the frequency limit", "retryable"),
  "clock-unreliable": transport("The venue's time is not known well enough to sign a request", "retryable"),
};
