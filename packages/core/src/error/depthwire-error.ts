import type { ErrorCode, ErrorDetails } from "./error-details.js";
import type { ErrorFacts } from "./error-facts.js";

/** What an error may carry besides its code and details. */
export interface DepthwireErrorOptions {
  /** The error underneath. It never holds a secret. */
  readonly cause?: unknown;
  /** Overrides the code's own `retryable` if a call knows better. */
  readonly retryable?: boolean;
  /** Overrides the code's own `ambiguous` if a call knows better. */
  readonly ambiguous?: boolean;
  /** The venue's operation that failed, if the details do not name it. */
  readonly operation?: string;
  /** What the message says after the code's own sentence. */
  readonly meaning?: string | undefined;
}

/** What `JSON.stringify` makes of an error: no stack, no cause. */
export interface DepthwireErrorJson {
  readonly name: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly ambiguous: boolean;
  readonly operation?: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * The base of every error that Depthwire throws. Tell errors apart by `code`, never by `message`.
 * The message is made from the table of codes and the details, which hold no secrets.
 */
export abstract class DepthwireError<Code extends ErrorCode = ErrorCode> extends Error {
  /** The error's code, from a closed union; `docs/errors.md` has an entry for each. */
  readonly code: Code;
  /** Metadata whose type depends on the code. */
  readonly details: ErrorDetails[Code];
  /** Whether the same call may succeed when it is made again. */
  readonly retryable: boolean;
  /** Whether the venue may have acted although the call failed. */
  readonly ambiguous: boolean;
  /** Name of the venue's operation that failed; undefined if no operation failed. */
  readonly operation: string | undefined;

  /**
   * Subclasses fix which codes they carry.
   *
   * @param facts of the code: each class brings those of its own codes, so that a bundle has no sentence that it cannot throw
   */
  constructor(code: Code, details: ErrorDetails[Code], facts: ErrorFacts, options: DepthwireErrorOptions = {}) {
    const clipped = clipDetails(details);
    super(
      messageOf(code, clipped, facts.sentence, options.meaning),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.details = clipped;
    this.retryable = options.retryable ?? facts.retryable;
    this.ambiguous = options.ambiguous ?? facts.ambiguous;
    this.operation = "operation" in clipped ? clipped.operation : options.operation;
  }

  /** The error as plain data, without stack and cause. */
  toJSON(): DepthwireErrorJson {
    return {
      name: this.name,
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ambiguous: this.ambiguous,
      ...(this.operation === undefined ? {} : { operation: this.operation }),
      details: { ...this.details },
    };
  }
}

/** Longest text in the details of an error. */
const maxDetailLength = 200;

/** Details may contain a peer's text, so they are bounded: an error must not carry a whole frame into a log. */
function clipDetails<Details extends object>(details: Details): Details {
  const isLong = Object.values(details).some((value) => typeof value === "string" && value.length > maxDetailLength);
  if (!isLong) {
    return details;
  }
  const clipped = Object.entries(details).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" && value.length > maxDetailLength ? `${value.slice(0, maxDetailLength)}…` : value,
  ]);
  return Object.fromEntries(clipped) as Details;
}

function messageOf(code: ErrorCode, details: object, what: string, meaning: string | undefined): string {
  const fields = Object.entries(details).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const sentence = `${what}${meaning === undefined ? "" : `: ${meaning}`}`;
  return fields.length === 0 ? `${sentence} (${code})` : `${sentence} (${code}: ${fields.join(", ")})`;
}
