import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ScaleAnswer } from "../runner/scale-entry.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { atMost } from "./goals.js";

/** Loaded from sources (by a test runner), the process still runs the built file. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../dist/runner/scale-entry.js" : "../runner/scale-entry.js",
  import.meta.url,
);
const kibibyte = 1024;

/** What a message costs with 1 to 10,000 pairs, what a pair takes in memory, and what a message leaves on the heap. */
export const scale: BenchmarkCase = {
  name: "scale",
  run: async (context) => {
    const counts = context.short ? [1, 10] : [1, 10, 100, 1_000, 10_000];
    const answers = counts.map((pairs) => {
      const answer = ask(pairs, 20, context);
      context.progress(`scale, ${pairs} pairs: done`);
      return answer;
    });
    const memoryPairs = context.short ? 10 : 1_000;
    const small = answers[counts.indexOf(memoryPairs)] as ScaleAnswer;
    const large = ask(memoryPairs, 200, context);
    const rates = answers.map(({ messagesPerSecond }) => Math.round(messagesPerSecond));
    const costs = (rates[0] as number) / (rates.at(-1) as number) - 1;
    const heapBytes = Math.max(...answers.map(({ heapBytesPerMessage }) => heapBytesPerMessage));
    const parts = counts.map((pairs, index) => ({
      name: `${pairs} pairs`,
      ours: rates[index] as number,
      peers: {},
      ratios: {},
    }));
    return [
      {
        case: "scale",
        unit: "messages/s",
        ours: rates.at(-1) as number,
        peers: {},
        ratios: {},
        parts,
        measures: {
          "more a message at the most pairs, part of one": Math.round(costs * 1000) / 1000,
          "KiB a pair of 20 levels a side": Math.round((small.bytesPerPair / kibibyte) * 10) / 10,
          "KiB a pair of 200 levels a side": Math.round((large.bytesPerPair / kibibyte) * 10) / 10,
          "bytes of heap a message": Math.round(heapBytes * 10) / 10,
        },
        goals: [
          atMost("scale-cost", 0.2, "more a message from 1 to the most pairs", costs),
          atMost("scale-memory-20", 4, "KiB a pair at 20 levels a side", small.bytesPerPair / kibibyte),
          atMost("scale-memory-200", 12, "KiB a pair at 200 levels a side", large.bytesPerPair / kibibyte),
          atMost("scale-allocation", 1, "bytes of heap a message in the steady state", heapBytes),
        ],
      },
    ];
  },
};

function ask(pairs: number, levels: number, { short, passes }: CaseContext): ScaleAnswer {
  const updates = short ? 500 : 20_000;
  const flags = ["--expose-gc", "--max-semi-space-size=128"];
  const args = [...flags, fileURLToPath(entry), ...[pairs, levels, updates, passes].map(String)];
  const text = execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(text) as ScaleAnswer;
}
