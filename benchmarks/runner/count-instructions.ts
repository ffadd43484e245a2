import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildNative, corpusBytes } from "../contestants/native.js";
import { type CorpusOptions, createDepthCorpus } from "../corpus/depth-corpus.js";
import type { CountOrders } from "./count-entry.js";

/** Instructions a message, by contestant; or why there are none. */
export interface CountReport {
  readonly instructionsPerMessage: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

/** How much is counted. */
export interface CountTerms {
  /** Messages before those that are counted: code is compiled meanwhile. */
  readonly warmUp: number;
  readonly counted: number;
}

/** For a figure that is written down. */
export const usualCountTerms: CountTerms = { warmUp: 4_000, counted: 4_000 };

/** Loaded from sources (by a test runner), the process still runs the built file. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../dist/runner/count-entry.js" : "./count-entry.js",
  import.meta.url,
);
const levels = 200;
/** One thread, and no signals in place of bounds checks: the emulator gives neither for free. */
const nodeFlags = ["--single-threaded", "--disable-wasm-trap-handler", "--random-seed=1", "--hash-seed=1"];

/** Counts instructions a message with callgrind. Starting, the corpus, full messages and warming up are left out. */
export function countInstructions(
  peersFolder: string,
  { warmUp, counted }: CountTerms,
  progress: (text: string) => void,
): CountReport {
  const missing = whyNoCallgrind();
  if (missing !== undefined) {
    return { instructionsPerMessage: {}, notes: [`nothing was counted: ${missing}`] };
  }
  const corpus: CorpusOptions = { seed: 1, levels, updates: warmUp + counted };
  const counts: Record<string, number> = {};
  for (const contestant of ["ours", "ours, whole engine"]) {
    const orders: CountOrders = { contestant, peersFolder, corpus, warmUp };
    const command = [process.execPath, ...nodeFlags, fileURLToPath(entry), JSON.stringify(orders)];
    counts[contestant] = Math.round(countBetweenMarks(command) / counted);
    progress(`counts, ${contestant}: done`);
  }
  const native = buildNative(dirname(peersFolder), "x86-64-v3");
  if ("missing" in native) {
    return { instructionsPerMessage: counts, notes: [`without native: ${native.missing}`] };
  }
  counts["native"] = Math.round(countNative(native.program, corpus, warmUp) / counted);
  return { instructionsPerMessage: counts, notes: [] };
}

/** Between the two marks of `count-entry`: what was written down last but for the end, and is not next to nothing. */
function countBetweenMarks(command: readonly string[]): number {
  return inFolder((folder) => {
    callgrind(command, ["--dump-before=umask", `--callgrind-out-file=${join(folder, "out")}`]);
    // One call of Node's may call the C library twice: between those two lie a few instructions.
    const [, ...behindFirst] = readdirSync(folder)
      .filter((name) => name.startsWith("out."))
      .sort((left, right) => Number(left.slice(4)) - Number(right.slice(4)))
      .map((name) => Number(/^totals: (\d+)$/m.exec(readFileSync(join(folder, name), "utf8"))?.[1] ?? 0));
    if (behindFirst.length === 0) {
      throw new Error("callgrind saw no mark: it does not know the C library's functions by name");
    }
    return Math.max(...behindFirst);
  });
}

/** The program leaves nothing to chance: it runs twice, and the difference belongs to the messages that it had more. */
function countNative(program: string, options: CorpusOptions, warmUp: number): number {
  return inFolder((folder) => {
    const file = join(folder, "corpus");
    const corpus = createDepthCorpus(options);
    writeFileSync(file, corpusBytes(corpus));
    const count = (messages: number): number =>
      callgrind([program], ["--callgrind-out-file=/dev/null"], `load ${file}\napply ${messages}\n`);
    return count(corpus.updates.length) - count(warmUp);
  });
}

function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "depthwire-counts-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function whyNoCallgrind(): string | undefined {
  const { error, status } = spawnSync("valgrind", ["--version"], { stdio: "ignore" });
  if (error !== undefined) {
    return "valgrind is not installed";
  }
  return status === 0 ? undefined : `valgrind ended with ${status}`;
}

/** @returns instructions of the whole run @throws Error when the program fails */
function callgrind(command: readonly string[], flags: readonly string[], input = ""): number {
  const all = ["--tool=callgrind", "--smc-check=all-non-file", ...flags, ...command];
  const { status, stderr } = spawnSync("valgrind", all, { encoding: "utf8", input });
  const total = /Collected : (\d+)/.exec(stderr)?.[1];
  if (status !== 0 || total === undefined) {
    throw new Error(`callgrind ended with ${status}: ${stderr.slice(-500)}`);
  }
  return Number(total);
}
