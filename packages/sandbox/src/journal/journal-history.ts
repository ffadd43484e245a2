/** What becomes of commands that a snapshot has made unnecessary. */
export type JournalHistory = "trim" | "keep";

/** A step on the way of commands to the disk. */
export type JournalStep =
  | "page-begun"
  | "page-written"
  | "snapshot-begun"
  | "snapshot-part-written"
  | "snapshot-written"
  | "trimmed";
