import type { Json } from "@duckdb/node-api";

/** Rows for people: columns as wide as they need to be, numbers at the right. */
export function textTable(names: readonly string[], rows: readonly (readonly Json[])[]): string {
  const cells = rows.map((row) => row.map(cellText));
  const widths = names.map((name, index) => Math.max(name.length, ...cells.map((row) => (row[index] ?? "").length)));
  const isNumeric = names.map((_, index) => cells.every((row) => /^(-?\d+(\.\d+)?)?$/.test(row[index] ?? "")));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return isNumeric[index] === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return `${[line(names), rule, ...cells.map(line)].join("\n")}\n`;
}

function cellText(value: Json | undefined): string {
  if (value === null || value === undefined) {
    return "";
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
