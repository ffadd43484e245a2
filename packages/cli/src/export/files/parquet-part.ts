import { ByteWriter, type ColumnSource, ParquetWriter } from "hyparquet-writer";
import type { Column, DecimalColumn } from "../columns.js";
import { narrowDigits, wideDigits } from "../columns.js";
import type { Part, PartWriter } from "./part.js";
import { PartFile } from "./part-file.js";

/** `PAR1`: stands once at the beginning of a file, and not before each of its pieces. */
export const magicBytes = 4;

type SchemaElement = ParquetWriter["schema"][number];

/** How a file says who wrote it. */
export const createdBy = "depthwire";

const wideBytes = 16;

/** The schema of a file with these columns. */
export function parquetSchema(columns: readonly Column[]): SchemaElement[] {
  return [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)];
}

function elementOf(column: Column): SchemaElement {
  const { name } = column;
  switch (column.kind) {
    case "text":
      return { name, repetition_type: "REQUIRED", type: "BYTE_ARRAY", converted_type: "UTF8" };
    case "flag":
      return { name, repetition_type: "REQUIRED", type: "BOOLEAN" };
    case "time":
      return { name, repetition_type: "REQUIRED", type: "INT64" };
    case "decimal": {
      const { scale, width } = column.form;
      const precision = width === "narrow" ? narrowDigits : wideDigits;
      const stored =
        width === "narrow"
          ? ({ type: "INT64" } as const)
          : ({ type: "FIXED_LEN_BYTE_ARRAY", type_length: wideBytes } as const);
      const decimal = { converted_type: "DECIMAL", scale, precision } as const;
      return { name, repetition_type: "OPTIONAL", ...stored, ...decimal };
    }
  }
}

/** The values of a column as the writer takes them. */
export function sourceOf(column: Column, rows: number): ColumnSource {
  // Pages are as long as row groups, so an index of them would say nothing.
  const common = { name: column.name, offsetIndex: false };
  switch (column.kind) {
    case "text":
    case "flag":
      return { ...common, data: column.taken(rows) };
    case "time":
      return { ...common, data: column.values.subarray(0, rows) };
    case "decimal":
      return { ...common, data: decimalsOf(column, rows) };
  }
}

function decimalsOf(column: DecimalColumn, rows: number): ColumnSource["data"] {
  if (column.absentCount > 0) {
    return Array.from({ length: rows }, (_, row) => column.at(row));
  }
  return column.form.width === "narrow" ? column.narrow.subarray(0, rows) : column.wide.slice(0, rows);
}

/** Row groups of a Parquet file without its beginning and end. */
export class ParquetPart implements PartWriter {
  readonly #output: string;
  readonly #file: PartFile;
  readonly #bytes = new ByteWriter();
  #writer: ParquetWriter | undefined;

  constructor(output: string, path: string) {
    this.#output = output;
    this.#file = new PartFile(path);
  }

  write(columns: readonly Column[], rows: number): void {
    const writer = this.#writer ?? this.#start(columns);
    const done = writer.write({ columnData: columns.map((column) => sourceOf(column, rows)), rowGroupSize: rows });
    if (done !== undefined) {
      throw new TypeError("the Parquet writer became asynchronous");
    }
    this.#flush();
  }

  close(): Part {
    this.#file.close();
    const { num_rows: rows = 0n, row_groups: rowGroups = [] } = this.#writer ?? {};
    return { output: this.#output, path: this.#file.path, rows: Number(rows), rowGroups };
  }

  #start(columns: readonly Column[]): ParquetWriter {
    const writer = new ParquetWriter({ writer: this.#bytes, schema: parquetSchema(columns), createdBy });
    // Offsets count from where the first column begins.
    this.#bytes.index = 0;
    this.#bytes.offset = 0;
    this.#writer = writer;
    return writer;
  }

  #flush(): void {
    this.#file.append(this.#bytes.getBytes());
    this.#bytes.index = 0;
  }
}
