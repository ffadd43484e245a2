import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { type PairShape, type TextLevel, unitsToText } from "../corpus/market.js";
import type { Contender } from "../runner/contender.js";
import { checkBooks } from "./check-books.js";

/** What the program prints of one book: scaled integers, best first. */
type NativeBooks = Readonly<Record<string, Readonly<Record<"asks" | "bids", readonly [number, number][]>>>>;

/** How the native program came about, or why not. */
export type NativeBuild = { readonly program: string } | { readonly missing: string };

/** What the compiler may use: all that this machine has, or what an emulator knows too. */
export type NativeMachine = "native" | "x86-64-v3";

/**
 * Compiles `native/flat-books.cpp`, which wants g++ and libdeflate's headers (Debian: `libdeflate-dev`). Without them the
 * comparison is left out, and the report says why.
 */
export function buildNative(benchmarksFolder: string, machine: NativeMachine = "native"): NativeBuild {
  const folder = join(benchmarksFolder, "dist/native");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, `flat-books-${machine}`);
  const source = join(benchmarksFolder, "native/flat-books.cpp");
  const flags = ["-O3", `-march=${machine}`, "-std=c++17", "-o", program, source, "-ldeflate"];
  const compiler = spawnSync("g++", flags, { encoding: "utf8" });
  if (compiler.error !== undefined) {
    return { missing: "g++ is not installed" };
  }
  if (compiler.status === 0) {
    return { program };
  }
  return {
    missing: /libdeflate/.test(compiler.stderr)
      ? "libdeflate is not installed"
      : "native/flat-books.cpp does not compile",
  };
}

/** Starts the native program. */
export function startNative(program: string): Contender {
  const child = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const folder = mkdtempSync(join(tmpdir(), "depthwire-native-"));
  let corpus: DepthCorpus | undefined;
  const ask = async (order: string): Promise<string> => tell(child, lines, order);
  return {
    name: "native",
    load: async (options) => {
      corpus = createDepthCorpus(options);
      const file = join(folder, "corpus");
      writeFileSync(file, corpusBytes(corpus));
      await ask(`load ${file}`);
    },
    run: async (minMs) => {
      const [operations, elapsedMs] = (await ask(`run ${minMs}`)).split(" ").map(Number);
      checkNative(JSON.parse(await ask("books")) as NativeBooks, corpus);
      return { operations: operations as number, elapsedMs: elapsedMs as number };
    },
    close: () => {
      child.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function tell(
  child: ChildProcessByStdio<Writable, Readable, null>,
  lines: AsyncIterator<string>,
  order: string,
): Promise<string> {
  child.stdin.write(`${order}\n`);
  const { value, done } = await lines.next();
  if (done === true) {
    throw new Error("native: the program ended");
  }
  return value;
}

function checkNative(books: NativeBooks, corpus: DepthCorpus | undefined): void {
  if (corpus === undefined) {
    throw new Error("native: no corpus was loaded");
  }
  const { pairs } = corpus;
  const texts = (pair: string, side: "asks" | "bids"): TextLevel[] => {
    const { priceScale, quantityScale } = pairs.find((shape) => shape.pair === pair) as PairShape;
    return (books[pair]?.[side] ?? []).map(([price, quantity]) => [
      unitsToText(price, priceScale),
      unitsToText(quantity, quantityScale),
    ]);
  };
  checkBooks({ name: "native", book: (pair) => ({ asks: texts(pair, "asks"), bids: texts(pair, "bids") }) }, corpus);
}

/** A corpus as the native program reads it. Numbers are little-endian 32 bit: pairs (name, two scales), full messages, updates; each list begins with its length. */
export function corpusBytes({ pairs, snapshots, updates }: DepthCorpus): Buffer {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const counted = (bytes: Uint8Array): Buffer[] => [number(bytes.length), Buffer.from(bytes)];
  const frames = (list: readonly Uint8Array[]): Buffer[] => [number(list.length), ...list.flatMap(counted)];
  const shapes = pairs.flatMap(({ pair, priceScale, quantityScale }) => [
    ...counted(Buffer.from(pair)),
    number(priceScale),
    number(quantityScale),
  ]);
  return Buffer.concat([number(pairs.length), ...shapes, ...frames(snapshots), ...frames(updates)]);
}
