import { parseDecimal } from "@depthwire/core/internal";
import type { DecimalSink } from "../table-buffer.js";

/** Puts a decimal that came as text into its column; undefined: there is none. */
export function setText(column: DecimalSink, row: number, text: string | undefined): void {
  if (text === undefined) {
    column.setAbsent(row);
  } else {
    const { digits, scale } = parseDecimal(text);
    column.setExact(row, digits, scale);
  }
}
