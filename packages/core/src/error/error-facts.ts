/** Which class carries a code. */
export type ErrorKind =
  | "protocol"
  | "validation"
  | "venue"
  | "transport"
  | "outcome"
  | "recording"
  | "store"
  | "lease"
  | "relay"
  | "snapshot";

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

/** Facts of a code of which no repetition helps, and behind which nothing has happened. */
export function plainFacts(kind: ErrorKind, sentence: string): ErrorFacts {
  return { kind, sentence, retryable: false, ambiguous: false };
}
