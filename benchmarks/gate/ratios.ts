import { createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import { createInflate } from "@depthwire/book";
import { createHmacMd5 } from "@depthwire/core/internal";
import { decodeSegment } from "@depthwire/recording";
import { textOfFrame } from "../contestants/json-message.js";
import { createPieces } from "../contestants/pieces.js";
import { createWholeEngine } from "../contestants/whole-engine.js";
import { requestSecret } from "../corpus/request-texts.js";
import type { CountedCase } from "./counted-case.js";
import type { CountedWork } from "./counted-work.js";

/** Ours and the plain way over the same messages. */
interface Pair {
  /** Before each slice of ours; not measured. */
  readonly begin?: () => void;
  readonly ours: () => void;
  readonly plain: () => void;
}

const slices = 80;

/**
 * The least processor time of ours and of the plain way: `inflateSync` and `JSON.parse` of the same frames, or `node:crypto`. Both take turns in short
 * slices, and the least of each counts, over all measurements: whatever disturbs the machine only ever adds.
 */
export class LeastTimes {
  readonly #pair: Pair;
  #ours = Number.POSITIVE_INFINITY;
  #plain = Number.POSITIVE_INFINITY;

  constructor(name: CountedCase, work: CountedWork) {
    this.#pair = pairOf(name, work);
  }

  /** How many times as fast as the plain way ours is. */
  get ratio(): number {
    return Math.round((this.#plain / this.#ours) * 100) / 100;
  }

  measure(): void {
    const { begin, ours, plain } = this.#pair;
    for (let slice = 0; slice < slices; slice++) {
      this.#plain = Math.min(this.#plain, cpuUsOf(plain));
      begin?.();
      this.#ours = Math.min(this.#ours, cpuUsOf(ours));
    }
  }
}

function pairOf(name: CountedCase, work: CountedWork): Pair {
  switch (work.kind) {
    case "texts": {
      const hmac = createHmacMd5(new TextEncoder().encode(requestSecret));
      return {
        ours: () => eachOf(work.texts, (text) => hmac.hex(text)),
        plain: () => eachOf(work.texts, (text) => createHmac("md5", requestSecret).update(text).digest("hex")),
      };
    }
    case "segment":
      return {
        ours: () => void decodeSegment(work.segment, {}, { crc32 }),
        plain: () => eachOf(work.corpus.updates, parsePlainly),
      };
    case "books": {
      const contestant = name === "engine" ? createWholeEngine(createInflate) : createPieces();
      return {
        begin: () => contestant.load(work.corpus),
        ours: () => eachOf(work.corpus.updates, (frame) => contestant.apply(frame)),
        plain: () => eachOf(work.corpus.updates, parsePlainly),
      };
    }
  }
}

function parsePlainly(frame: Uint8Array): unknown {
  return JSON.parse(textOfFrame(frame));
}

function eachOf<Item>(items: readonly Item[], step: (item: Item) => unknown): void {
  for (const item of items) {
    step(item);
  }
}

/** Never nothing: the clock of the processor's time has steps. */
function cpuUsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}
