import { type VenueCode, type VenueCodeEntry, venueCodes } from "@depthwire/schema";
import { redactText } from "../redaction/secret-text.js";
import { DepthwireError, type DepthwireErrorOptions } from "./depthwire-error.js";
import type { VenueErrorDetails } from "./error-details.js";
import { type ErrorFacts, plainFacts } from "./error-facts.js";

declare const notInTable: unique symbol;

/** A number that no document and no field note lists. A `switch` over all known codes leaves exactly this type. */
export type UnknownVenueCode = number & { readonly [notInTable]: true };

/** Whether a code of the venue is one that the documents or the field notes list. */
export function isKnownVenueCode(code: number): code is VenueCode {
  return Object.hasOwn(venueCodes, code);
}

/** The facts of a refusal; the table of the venue's codes says more. */
export const venueFacts: ErrorFacts = /* @__PURE__ */ plainFacts("venue", "The venue refused the request");

/** The venue understood the request and refused it. The message says what the code means, because some published texts belong to other codes. */
export class VenueError extends DepthwireError<"venue-refused"> {
  override readonly name = "VenueError";
  /** The venue's own number: a known one as a literal of the table, else an {@link UnknownVenueCode}. */
  readonly venueCode: VenueCode | UnknownVenueCode;
  /** The table's entry for the code, or undefined if the table has none. */
  readonly entry: VenueCodeEntry | undefined;

  /**
   * `retryable` and `ambiguous` come from the table. Only an operation that must not be repeated can be ambiguous: pass it in `options`.
   *
   * @param details the venue's number and its own words
   */
  constructor(details: VenueErrorDetails["venue-refused"], options: DepthwireErrorOptions = {}) {
    const code = details.venueCode;
    const entry: VenueCodeEntry | undefined = isKnownVenueCode(code) ? venueCodes[code] : undefined;
    // A venue that repeats what it was sent would put key and signature into every log.
    const safe = { ...details, published: redactText(details.published) };
    super("venue-refused", safe, venueFacts, {
      retryable: entry?.retryable ?? false,
      meaning: entry?.meaning,
      ...options,
    });
    this.venueCode = isKnownVenueCode(code) ? code : (code as UnknownVenueCode);
    this.entry = entry;
  }
}
