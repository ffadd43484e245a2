import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serialize } from "node:v8";
import { buildNative, corpusBytes } from "../contestants/native.js";
import { type CorpusOptions, createDepthCorpus } from "../corpus/depth-corpus.js";
import { callgrind, countBetweenMarks, inFolder, whyNoCallgrind } from "./callgrind.js";
import type { CountOrders } from "./count-entry.js";
import { type CountedCase, type CountTerms, corpusOf } from "./counted-case.js";
import { type CountedWork, countedWork } from "./counted-work.js";

/** Instructions a message, by contestant; or why there are none. */
export interface CountReport {
  readonly instructionsPerMessage: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

/** For a figure that is written down. */
export const usualCountTerms: CountTerms = { warmUp: 4_000, counted: 4_000 };

/** Loaded from sources (by a test runner), the process still runs the built file. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../dist/gate/count-entry.js" : "./count-entry.js",
  import.meta.url,
);
/**
 * One thread, nothing left to chance, and no signals in place of bounds checks: the emulator gives none of these for free. WebAssembly is compiled as it
 * is in the end at once: else the count says when that happened.
 */
const nodeFlags = [
  "--predictable",
  "--expose-gc",
  "--no-liftoff",
  "--no-wasm-tier-up",
  "--disable-wasm-trap-handler",
  "--random-seed=1",
  "--hash-seed=1",
];

/** Counts instructions a message with callgrind. Starting, the corpus, full messages and warming up are left out. */
export async function countInstructions(
  peersFolder: string,
  terms: CountTerms,
  progress: (text: string) => void,
): Promise<CountReport> {
  const missing = whyNoCallgrind();
  if (missing !== undefined) {
    return { instructionsPerMessage: {}, notes: [`nothing was counted: ${missing}`] };
  }
  const counts: Record<string, number> = {};
  for (const [contestant, name] of [["ours", "pieces"] as const, ["ours, whole engine", "engine"] as const]) {
    counts[contestant] = Math.round(await countCase(name, await countedWork(name, terms)));
    progress(`counts, ${contestant}: done`);
  }
  const native = buildNative(dirname(peersFolder), "x86-64-v3");
  if ("missing" in native) {
    return { instructionsPerMessage: counts, notes: [`without native: ${native.missing}`] };
  }
  counts["native"] = Math.round(await countNative(native.program, corpusOf("pieces", terms), terms));
  return { instructionsPerMessage: counts, notes: [] };
}

/**
 * Instructions a message of one case.
 *
 * @param repeatEvery every so many messages one is worked on twice
 * @throws Error when the process fails, or its books are wrong at last
 */
export function countCase(
  name: CountedCase,
  work: CountedWork,
  { repeatEvery }: Pick<CountOrders, "repeatEvery"> = {},
): Promise<number> {
  return inFolder(async (folder) => {
    const file = join(folder, "work");
    writeFileSync(file, serialize(work));
    const orders: CountOrders = { name, work: file, ...(repeatEvery === undefined ? {} : { repeatEvery }) };
    const command = [process.execPath, ...nodeFlags, fileURLToPath(entry), JSON.stringify(orders)];
    return (await countBetweenMarks(command)) / work.terms.counted;
  });
}

/** The program leaves nothing to chance: it runs twice, and the difference belongs to the messages that it had more. */
function countNative(program: string, options: CorpusOptions, { warmUp, counted }: CountTerms): Promise<number> {
  return inFolder(async (folder) => {
    const file = join(folder, "corpus");
    const corpus = createDepthCorpus(options);
    writeFileSync(file, corpusBytes(corpus));
    const count = (messages: number): Promise<number> =>
      callgrind([program], ["--callgrind-out-file=/dev/null"], {
        input: `load ${file}\napply ${messages}\n`,
      });
    return ((await count(corpus.updates.length)) - (await count(warmUp))) / counted;
  });
}
