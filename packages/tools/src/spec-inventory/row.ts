/** What a row of the inventory is about. */
export type RowKind =
  | "address"
  | "channel"
  | "code"
  | "command"
  | "enumeration"
  | "field"
  | "header"
  | "ignored-field"
  | "limit"
  | "note"
  | "operation"
  | "parameter"
  | "rule"
  | "sample"
  | "sentence"
  | "trigger-rule";

/** One fact of the specification that the code must own: where it stands, and its key; no words of the document. */
export interface InventoryRow {
  /** Stable and unique, for example `d1/order-short-key-form/oi`. */
  readonly id: string;
  readonly document: "document 1" | "document 2" | "field notes";
  /** Heading path as descriptors cite it, for example `Resources, Order, short-key form`. */
  readonly section: string;
  readonly kind: RowKind;
  /** Wire key, path, code, channel, or the number of the rule, sentence or note. */
  readonly key: string;
}
