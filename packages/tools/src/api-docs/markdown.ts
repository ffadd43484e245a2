/** First line of every generated page. */
export const generatedNotice: string =
  "<!-- Generated from the descriptors by packages/tools/src/api-docs. Do not edit; run `npm run api-docs`. -->";

/** A table; bars inside cells are escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), `|${header.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}
