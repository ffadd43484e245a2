import { type BenchmarkReport, type CaseReport, versionsText } from "./report.js";

/** When and where a report was measured. */
export interface ReportOrigin {
  /** `2026-11-21`. */
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
}

const beginMark = "<!-- figures: begin, written by npm run bench -- --write-report -->";
const endMark = "<!-- figures: end -->";

/**
 * The page with its figures replaced by those of the report.
 *
 * @throws Error when the page has no place for them
 */
export function writeFigures(page: string, { cases }: Pick<BenchmarkReport, "cases">, origin: ReportOrigin): string {
  const [before, rest] = page.split(beginMark);
  const after = rest?.split(endMark)[1];
  if (before === undefined || after === undefined) {
    throw new Error("BENCHMARKS.md has no place for figures");
  }
  const { date, commit, machine } = origin;
  const head = `${date}, commit ${commit}, ${machine}. Rates are geometric means over all parts of a case.`;
  return [
    before,
    beginMark,
    "\n\n",
    [head, ...cases.map(caseSection), goalTable(cases)].join("\n\n"),
    "\n\n",
    endMark,
    after,
  ].join("");
}

function caseSection(report: CaseReport): string {
  const { case: name, unit, measures = {}, notes = [], versions } = report;
  const peers = Object.keys(report.peers);
  const rows = report.parts.length > 1 ? [...report.parts, { ...report, name: "**together**" }] : report.parts;
  const figures = rows.map(({ name: part, ours, peers: rates, ratios }) => [
    part,
    thousands(ours),
    ...peers.map((peer) => `${thousands(rates[peer] ?? 0)} (${ratios[peer]}×)`),
  ]);
  const extras = Object.entries(measures).map(([what, value]) => `- ${what}: ${value}`);
  return [
    `### \`${name}\`, ${unit}`,
    table(["", "ours", ...peers], figures),
    ...(extras.length > 0 ? [extras.join("\n")] : []),
    ...notes,
    ...(versions === undefined ? [] : [`Against ${versionsText(versions)}.`]),
  ].join("\n\n");
}

function goalTable(cases: readonly CaseReport[]): string {
  const rows = cases.flatMap(({ goals = [] }) =>
    goals.map(({ id, wanted, got, met }) => [
      `\`${id}\``,
      wanted,
      got === undefined ? "–" : String(got),
      met ? "yes" : "**no**",
    ]),
  );
  return ["### Goals", table(["goal", "wanted", "got", "met"], rows)].join("\n\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function thousands(rate: number): string {
  return rate >= 10_000 ? `${(rate / 1000).toFixed(1)} k` : String(rate);
}
