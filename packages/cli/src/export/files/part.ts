import type { ParquetWriter } from "hyparquet-writer";
import type { Column } from "../columns.js";

/** Where the columns of some rows are in a Parquet file. */
export type RowGroup = ParquetWriter["row_groups"][number];

/** A piece of a file: rows of one table from one stretch of a recording. Plain data: it crosses threads. */
export interface Part {
  /** Of which output it is a piece: a table's name, or a pair. */
  readonly output: string;
  /** Where the piece is. */
  readonly path: string;
  readonly rows: number;
  /** Of Parquet: where its columns are, counted from the piece's beginning. */
  readonly rowGroups: readonly RowGroup[];
}

/** Writes a piece. */
export interface PartWriter {
  /** Adds rows. */
  write(columns: readonly Column[], rows: number): void;
  /** Ends it. */
  close(): Part;
}
