import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

/**
 * Counts instructions a message with callgrind. A program runs twice, once with more messages than the other time: what it takes to
 * start, to make the corpus and to load it is the same, so the difference belongs to the messages.
 */
export function countInstructions(
  peersFolder: string,
  { warmUp, counted }: CountTerms,
  progress: (text: string) => void,
): CountReport {
  const missing = whyNoCallgrind();
  if (missing !== undefined) return { instructionsPerMessage: {}, notes: [`nothing was counted: ${missing}`] };
  const corpus: CorpusOptions = { seed: 1, levels, updates: warmUp + counted };
  const perMessage = (run: (messages: number) => number): number =>
    Math.round((run(warmUp + counted) - run(warmUp)) / counted);
  const counts: Record<string, number> = {};
  for (const contestant of ["ours", "ours, whole engine"]) {
    counts[contestant] = perMessage((messages) => {
      const orders: CountOrders = { contestant, peersFolder, corpus, messages };
      return callgrind([process.execPath, ...nodeFlags, fileURLToPath(entry), JSON.stringify(orders)]);
    });
    progress(`counts, ${contestant}: done`);
  }
  const native = buildNative(dirname(peersFolder), "x86-64-v3");
  if ("missing" in native) {
    return { instructionsPerMessage: counts, notes: [`without native: ${native.missing}`] };
  }
  counts["native"] = countNative(native.program, corpus, perMessage);
  return { instructionsPerMessage: counts, notes: [] };
}

function countNative(
  program: string,
  corpus: CorpusOptions,
  perMessage: (run: (messages: number) => number) => number,
): number {
  const folder = mkdtempSync(join(tmpdir(), "depthwire-counts-"));
  try {
    const file = join(folder, "corpus");
    writeFileSync(file, corpusBytes(createDepthCorpus(corpus)));
    return perMessage((messages) => callgrind([program], `load ${file}\napply ${messages}\n`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function whyNoCallgrind(): string | undefined {
  const { error, status } = spawnSync("valgrind", ["--version"], { stdio: "ignore" });
  if (error !== undefined) return "valgrind is not installed";
  return status === 0 ? undefined : `valgrind ended with ${status}`;
}

/** @returns instructions of the whole run @throws Error when the program fails */
function callgrind(command: readonly string[], input = ""): number {
  const flags = ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--smc-check=all-non-file"];
  const { status, stderr } = spawnSync("valgrind", [...flags, ...command], { encoding: "utf8", input });
  const total = /Collected : (\d+)/.exec(stderr)?.[1];
  if (status !== 0 || total === undefined) throw new Error(`callgrind ended with ${status}: ${stderr.slice(-500)}`);
  return Number(total);
}
