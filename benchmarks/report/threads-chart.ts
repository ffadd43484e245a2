import { palette } from "@depthwire/cli/internal";
import { type KeptCase, type KeptReport, keptCase, originWords } from "./kept-report.js";
import { drawRows } from "./rows-chart.js";

const thousand = 1_000;
const names = ["inline", "one shard", "ours"] as const;
const rowWords = { inline: "inline", "one shard": "one shard", ours: "two shards" } as const;

/** What shards bring, from memory and from sockets. */
export function drawThreads(report: KeptReport): string | undefined {
  const memory = keptCase(report, "threads, from memory");
  const sockets = keptCase(report, "threads, from sockets");
  if (memory === undefined || sockets === undefined) {
    return undefined;
  }
  const rows = [
    ...rowsOf(memory, "from memory", palette[0] ?? ""),
    ...rowsOf(sockets, "from sockets", palette[1] ?? ""),
  ];
  const most = Math.max(...rows.flatMap(({ segments }) => segments.map(({ value }) => value)));
  return drawRows({
    title: "Threads",
    subtitle: `compressed updates, books of 200 levels a side; ${originWords(memory.origin)}`,
    // Room for the words behind the longest bar.
    x: { kind: "number", label: "thousand messages a second", from: 0, to: most * 1.35 },
    form: "bars",
    rows,
    legend: [],
  });
}

function rowsOf({ ours, peers, measures = {} }: KeptCase, from: string, colour: string) {
  return names.flatMap((name) => {
    const rate = name === "ours" ? ours : peers[name];
    const cpuUs = measures[`CPU of ${name}, µs a message`];
    if (rate === undefined) {
      return [];
    }
    const label = `${Math.round(rate / thousand)}${cpuUs === undefined ? "" : `, CPU ${cpuUs.toFixed(1)} µs each`}`;
    return [{ name: `${rowWords[name]}, ${from}`, segments: [{ value: rate / thousand, colour }], label }];
  });
}
