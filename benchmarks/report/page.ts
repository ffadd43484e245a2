import { versionsText } from "../runner/report.js";
import type { ReportPicture } from "./charts.js";
import { goalTable } from "./goal-table.js";
import { type KeptCase, originWords } from "./kept-report.js";
import { table } from "./table.js";

const beginMark = "<!-- figures: begin, written by npm run bench -- --write-report -->";
const endMark = "<!-- figures: end -->";

/** Where the pictures are, seen from the page. */
const picturesFolder = "report/pictures";

/**
 * The page with its figures replaced by these.
 *
 * @throws Error when the page has no place for them
 */
export function writeFigures(page: string, cases: readonly KeptCase[], pictures: readonly ReportPicture[]): string {
  const [before, rest] = page.split(beginMark);
  const after = rest?.split(endMark)[1];
  if (before === undefined || after === undefined) {
    throw new Error("BENCHMARKS.md has no place for figures");
  }
  const machines = [...new Set(cases.map(({ origin }) => origin.machine))];
  const head = `Measured on ${machines.join("; ")}. Rates are geometric means over all parts of a case; the load is that of one minute, before a case and after it, and has what the case itself does.`;
  const shown = pictures.map(({ file, words }) => `![${words}](${picturesFolder}/${file})`);
  const sections = [head, goalTable(cases), ...(shown.length > 0 ? ["### Pictures", ...shown] : [])];
  return [
    before,
    beginMark,
    "\n\n",
    [...sections, ...cases.map(caseSection)].join("\n\n"),
    "\n\n",
    endMark,
    after,
  ].join("");
}

function caseSection(report: KeptCase): string {
  const { case: name, unit, measures = {}, notes = [], versions, origin } = report;
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
    `${originWords(origin)}.`,
    table(["", "ours", ...peers], figures),
    ...(extras.length > 0 ? [extras.join("\n")] : []),
    ...notes,
    ...(versions === undefined ? [] : [`Against ${versionsText(versions)}.`]),
  ].join("\n\n");
}

function thousands(rate: number): string {
  return rate >= 10_000 ? `${(rate / 1000).toFixed(1)} k` : String(rate);
}
