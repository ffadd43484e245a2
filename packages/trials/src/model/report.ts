/** What one way of keeping books went through: the file that the model's spec writes. */
export interface ModelWay {
  readonly way: string;
  readonly commands: number;
  /** How often each command was carried out and each thing came of it. */
  readonly happened: Readonly<Record<string, number>>;
}

/** The last line of standard output with `--json`. */
export interface ModelSummary {
  /** Over all ways. */
  readonly commands: number;
  /** Live views that were held against the truth. */
  readonly compared: number;
  /** Whether a live view differed, a book did not recover, or too little happened: the output above says which. */
  readonly verdict: "sound" | "failed";
  readonly seed: number;
  readonly ways: readonly ModelWay[];
}

/** Puts the ways together. */
export function summariseModel(
  ways: readonly ModelWay[],
  seed: number,
  verdict: ModelSummary["verdict"],
): ModelSummary {
  const sum = (pick: (way: ModelWay) => number): number => ways.reduce((total, way) => total + pick(way), 0);
  const compared = sum(({ happened }) => (happened["compared"] ?? 0) + (happened["compared, top levels"] ?? 0));
  return { commands: sum(({ commands }) => commands), compared, verdict, seed, ways };
}

/** A table for people: a row a thing, a column a way. */
export function describeModel({ ways, commands, compared, seed, verdict }: ModelSummary): string {
  const names = [...new Set(ways.flatMap(({ happened }) => Object.keys(happened)))].toSorted();
  const rows = [
    ["", ...ways.map(({ way }) => way)],
    ["commands", ...ways.map((way) => String(way.commands))],
    ...names.map((name) => [name, ...ways.map(({ happened }) => String(happened[name] ?? 0))]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  return [...lines, `${commands} commands, ${compared} live views compared, seed ${seed}: ${verdict}`].join("\n");
}
