/** One limit: a bound, what it bounds, its unit, and the rule that states it. Decimals are text. */
export interface Limit {
  /** Smallest value. */
  readonly min?: number | string;
  /** Largest value. */
  readonly max?: number | string;
  /** What holds where nobody says anything. */
  readonly assumed?: number | string;
  /** The unit of all three. */
  readonly unit: string;
  /** Who states it: a document, a field note, or this project where both are silent. */
  readonly source: "document" | "field-note" | "project";
  /** The section that states it. */
  readonly spec: string;
}
