import { formatScaled, trimDecimal } from "@depthwire/core/internal";
import type { Column, DecimalColumn } from "../columns.js";
import type { Part, PartWriter } from "./part.js";
import { PartFile } from "./part-file.js";

/** Texts are joined up to so many characters before they are written. */
const chunkLength = 1 << 18;

/** Makes a line of a row. */
type FormatRow = (columns: readonly Column[], row: number) => string;

/** Lines of a text file. */
export class TextPart implements PartWriter {
  readonly #output: string;
  readonly #file: PartFile;
  readonly #format: FormatRow;
  #rows = 0;

  constructor(output: string, path: string, format: "csv" | "ndjson") {
    this.#output = output;
    this.#file = new PartFile(path);
    this.#format = format === "csv" ? csvRow : jsonRow;
  }

  write(columns: readonly Column[], rows: number): void {
    let chunk = "";
    for (let row = 0; row < rows; row++) {
      chunk += this.#format(columns, row);
      if (chunk.length > chunkLength) {
        this.#file.append(Buffer.from(chunk));
        chunk = "";
      }
    }
    this.#file.append(Buffer.from(chunk));
    this.#rows += rows;
  }

  close(): Part {
    this.#file.close();
    return { output: this.#output, path: this.#file.path, rows: this.#rows, rowGroups: [] };
  }
}

/** The first line of a CSV file. */
export function csvHeader(names: readonly string[]): string {
  return `${names.map(csvText).join(",")}\n`;
}

function csvRow(columns: readonly Column[], row: number): string {
  let line = "";
  for (const [index, column] of columns.entries()) {
    line += index === 0 ? "" : ",";
    line += column.kind === "text" ? csvText(column.at(row)) : (plainValue(column, row) ?? "");
  }
  return `${line}\n`;
}

/** Decimals are texts: no reader rounds them unasked. */
function jsonRow(columns: readonly Column[], row: number): string {
  let line = "{";
  for (const [index, column] of columns.entries()) {
    const value = column.kind === "text" ? column.at(row) : plainValue(column, row);
    const written = column.kind === "text" || column.kind === "decimal" ? JSON.stringify(value ?? null) : value;
    line += `${index === 0 ? "" : ","}${JSON.stringify(column.name)}:${written}`;
  }
  return `${line}}\n`;
}

function plainValue(column: Exclude<Column, { readonly kind: "text" }>, row: number): string | undefined {
  switch (column.kind) {
    case "flag":
      return String(column.at(row));
    case "time":
      return String(column.values[row]);
    case "decimal":
      return decimalText(column, row);
  }
}

function decimalText(column: DecimalColumn, row: number): string | undefined {
  const value = column.at(row);
  return value === undefined ? undefined : trimDecimal(formatScaled(value, column.form.scale));
}

/** A comma, a quotation mark or a line's end needs quotation marks around it. @spec RFC 4180, 2.6 */
function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
