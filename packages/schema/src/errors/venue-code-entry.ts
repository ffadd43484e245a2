/** What a code is about. */
export type VenueCodeCategory =
  | "account"
  | "authentication"
  | "balance"
  | "batch-query"
  | "connection"
  | "frequency"
  | "order-price"
  | "order-quantity"
  | "order-state"
  | "parameter"
  | "position"
  | "subscription"
  | "undescribed"
  | "venue";

/** A mistake of the published table, as data. */
export interface VenueCodeErratum {
  /** The text in the table describes another code. */
  readonly kind: "published-text-of-another-code";
  /** The code whose meaning the published text states. */
  readonly textBelongsTo: number;
}

/** One code of the venue. */
export interface VenueCodeEntry {
  /** Where it is known from: the table, another sentence of the documents, or the field notes alone. */
  readonly source: "error-table" | "document" | "field-note";
  /** What it is about. */
  readonly category: VenueCodeCategory;
  /** What it means. */
  readonly meaning: string;
  /** The message text as published, its spelling included. Nobody matches on it. */
  readonly publishedText?: string;
  /** What this project's sandbox says when it answers a code that was seen without its meaning: its own choice, and no fact of the service. */
  readonly sandboxText?: string;
  /** Whether the same request may succeed later without being changed. It does not say which calls may be repeated. */
  readonly retryable: boolean;
  /** Whether a call that moves money may have been carried out all the same. */
  readonly ambiguous: boolean;
  /**
   * Set where the refusal speaks of the request and its key alone: whoever sends several copies of one request gets it for each of them. Any other may
   * come from what the first copy did, or from what changed between them.
   */
  readonly refusesEveryCopy?: true;
  /** What is wrong with the published row. */
  readonly errata?: VenueCodeErratum;
}

/** Checks a table of codes and keeps which codes it has. */
export function defineVenueCodes<const Code extends number>(
  codes: Readonly<Record<Code, VenueCodeEntry>>,
): Readonly<Record<Code, VenueCodeEntry>> {
  return codes;
}
