import { createWasmInflate, scannerFor, TextScanner } from "@depthwire/book/internal";
import type { Inflate } from "@depthwire/core";
import { attempt } from "../attempt.js";
import { damageBytes } from "../generate/bytes.js";
import { leniently } from "../generate/deflate.js";
import { fuzzLimits, textOf, utf8 } from "../generate/frames.js";
import type { FuzzTarget, OpenTarget } from "../target.js";
import { type BookWorld, createWorld, openBooks } from "../targets/books.js";
import { uncaughtIn } from "../targets/compare.js";
import { levelCapacity } from "../targets/depth-subject.js";
import { openInflateTarget } from "../targets/inflate.js";
import { countCommas, neverEnds, unlockByBytes } from "./faulty-readers.js";

function openReader(read: (input: Uint8Array) => unknown, bytes: number, patience: OpenTarget["patience"]): OpenTarget {
  return {
    seeds: [],
    patience,
    generate: (random) => new Uint8Array(Math.ceil(random() * bytes)).fill(0x2c),
    mutate: (input, random) => damageBytes(input, random, bytes),
    run: (input) => {
      const found = attempt(() => read(input));
      return { taken: found.kind === "taken", findings: uncaughtIn(found) };
    },
  };
}

/** Inflates whatever it can, and looks at no checksum. */
const careless: Inflate = {
  output: new Uint8Array(fuzzLimits.maxInflatedBytes),
  inflate(source, start, end, maxInflatedBytes) {
    const text = leniently(source.subarray(start, end), maxInflatedBytes) ?? new Uint8Array();
    this.output.set(text);
    return text.length;
  },
};

/** A book that does not hear of modified levels. */
function deafWorld(): BookWorld {
  const world = createWorld(new TextScanner(levelCapacity));
  return { ...world, take: (bytes, nowMs) => world.take(utf8(textOf(bytes).replaceAll('"mod"', '"nod"')), nowMs) };
}

const patient = { ms: 1_000, usPerByte: 0 };

/** Targets with a fault that was put in, to show that each judge sees what it must. No ordinary run has them. */
export const plantedTargets: readonly FuzzTarget[] = [
  { name: "planted-uncaught", share: 1, open: async () => openReader(unlockByBytes, 12, patient) },
  { name: "planted-slow", share: 1, open: async () => openReader(countCommas, 12_000, { ms: 2, usPerByte: 0.1 }) },
  { name: "planted-endless", share: 1, open: async () => openReader(neverEnds, 12, patient) },
  { name: "planted-lenient", share: 1, open: async () => openInflateTarget({ careless }) },
  {
    name: "planted-books",
    share: 1,
    open: async () => {
      const scanner = scannerFor(createWasmInflate(fuzzLimits), levelCapacity);
      return openBooks(() => ({ create: () => ({ plain: deafWorld(), wasm: createWorld(scanner) }) }));
    },
  },
];
