import { type KeptReport, keptCase, originWords } from "./kept-report.js";
import { table } from "./table.js";

const beginMark = "<!-- figures: begin, written by npm run bench -- --write-report -->";
const endMark = "<!-- figures: end -->";

/**
 * The README with the few figures that it shows.
 *
 * @throws Error when it has no place for them
 */
export function writeReadme(page: string, report: KeptReport): string {
  const [before, rest] = page.split(beginMark);
  const after = rest?.split(endMark)[1];
  if (before === undefined || after === undefined) {
    throw new Error("README.md has no place for figures");
  }
  const rows = [pipelineRow(report), latencyRow(report), signingRow(report), sizeRow(report)];
  const shown = rows.filter((row) => row !== undefined);
  const text = [before, beginMark, "\n\n", table(["what", "measured", "command"], shown), "\n\n", endMark, after];
  return text.join("");
}

type Row = readonly [what: string, measured: string, command: string] | undefined;

function pipelineRow(report: KeptReport): Row {
  const found = keptCase(report, "pipeline");
  if (found === undefined) {
    return undefined;
  }
  const { ours, peers, origin } = found;
  const beside = [
    `ccxt's order book ${thousands(peers["ccxt"])}`,
    `\`inflateSync\` + \`JSON.parse\` + sort ${thousands(peers["naive"])}`,
    ...(peers["native"] === undefined ? [] : [`C++ with libdeflate ${thousands(peers["native"])}`]),
  ];
  return [
    "compressed frame to correct book, one thread",
    `${thousands(ours)} messages/s by the pieces, ${thousands(peers["ours, whole engine"])} by the whole engine; ${beside.join(", ")} (${originWords(origin)})`,
    "`npm run bench -- --case pipeline`",
  ];
}

function latencyRow(report: KeptReport): Row {
  const found = keptCase(report, "latency");
  const middle = found?.parts.find(({ name }) => name === "p50");
  if (found === undefined || middle === undefined) {
    return undefined;
  }
  return [
    "write into a socket in another process → view in `for await`, p50",
    `${middle.ours} µs; \`ws\` + \`JSON.parse\` + a Map ${middle.peers["plain"]} µs (${originWords(found.origin)})`,
    "`npm run bench -- --case latency`",
  ];
}

function signingRow(report: KeptReport): Row {
  const found = keptCase(report, "signing");
  if (found === undefined) {
    return undefined;
  }
  return [
    "one signature under a kept key",
    `${thousands(found.ours)}/s; \`node:crypto\` ${thousands(found.peers["node:crypto"])}/s (${originWords(found.origin)})`,
    "`npm run bench -- --case signing`",
  ];
}

function sizeRow({ sizes }: KeptReport): Row {
  const bytes = sizes.at(-1)?.bytes["book"];
  if (bytes === undefined) {
    return undefined;
  }
  return ["smallest page that keeps books", `${thousands(bytes)}B minified and compressed`, "`npm run size`"];
}

function thousands(value: number | undefined): string {
  return value === undefined ? "–" : `${(value / 1000).toFixed(1)} k`;
}
