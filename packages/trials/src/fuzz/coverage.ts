import { type Profiler, Session } from "node:inspector";

/** One function of a script, cut into the blocks that V8 has told of so far. */
interface KnownFunction {
  /** Where blocks begin, ascending; the last ends at the function's end. */
  readonly starts: number[];
  /** Which classes of counts were seen of each block. */
  readonly seen: number[];
}

/** Counts of one input, by classes: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more. The first bit says that the block was reached at all. */
function classOf(count: number): number {
  if (count < 4) {
    return 1 << count;
  }
  return count < 8 ? 1 << 4 : count < 16 ? 1 << 5 : count < 32 ? 1 << 6 : count < 128 ? 1 << 7 : 1 << 8;
}

const reached = 1;

/** Code whose coverage guides: packages as they are built. The harness itself is not what is tried, but for what is planted in it. */
const guiding = /\/packages\/(?!trials\/|testkit\/|tools\/)[a-z]+\/dist\/|\/trials\/dist\/fuzz\/planted\//;

/** Of one input the counts of each block matter; of a batch only which blocks were reached. */
export type Look = "one-input" | "batch";

/**
 * Which code of this thread ran, by V8's own block counts. V8 counts in the code that it runs anyway, also in optimised code, so nothing
 * is instrumented beforehand; asking for the counts takes 1 to 2 ms, whatever ran.
 */
export class Coverage {
  readonly #session = new Session();
  readonly #functions = new Map<string, KnownFunction>();
  readonly #features = new Set<string>();
  #edges = 0;

  constructor() {
    this.#session.connect();
    this.#post("Profiler.enable");
    this.#post("Profiler.startPreciseCoverage", { callCount: true, detailed: true, allowTriggeredUpdates: false });
  }

  /** Pairs of a block and a class of counts, and features. */
  get edges(): number {
    return this.#edges + this.#features.size;
  }

  /** Forgets what has run since the last question. */
  reset(): void {
    this.#take();
  }

  /**
   * What has run since the last question that had never run before.
   *
   * @param keep whether it counts as seen from now on
   * @returns how many edges were new
   */
  look(how: Look, keep: boolean): number {
    let fresh = 0;
    for (const { url, scriptId, functions } of this.#take()) {
      if (guiding.test(url)) {
        for (const one of functions) {
          fresh += this.#lookAt(scriptId, one, how, keep);
        }
      }
    }
    this.#edges += keep ? fresh : 0;
    return fresh;
  }

  /** Notes what was seen of an input beside code. @returns whether any of it is new */
  note(features: readonly string[]): boolean {
    const before = this.#features.size;
    for (const feature of features) {
      this.#features.add(feature);
    }
    return this.#features.size > before;
  }

  close(): void {
    this.#session.disconnect();
  }

  #lookAt(scriptId: string, { ranges }: Profiler.FunctionCoverage, how: Look, keep: boolean): number {
    const [whole] = ranges;
    if (whole === undefined || whole.count === 0) {
      return 0;
    }
    const known = this.#functionOf(`${scriptId}:${whole.startOffset}:${whole.endOffset}`, whole);
    for (const { startOffset, endOffset } of ranges) {
      cut(known, startOffset);
      cut(known, endOffset);
    }
    // Ranges come from the outside to the inside: an inner one says more about its blocks.
    const counts = known.starts.map(() => whole.count);
    for (const { startOffset, endOffset, count } of ranges.slice(1)) {
      for (let at = placeOf(known, startOffset); at < known.starts.length; at++) {
        if ((known.starts[at] as number) >= endOffset) {
          break;
        }
        counts[at] = count;
      }
    }
    return markAll(known, counts, how, keep);
  }

  #functionOf(key: string, whole: Profiler.CoverageRange): KnownFunction {
    const known = this.#functions.get(key) ?? { starts: [whole.startOffset, whole.endOffset], seen: [0, 0] };
    this.#functions.set(key, known);
    return known;
  }

  #take(): readonly Profiler.ScriptCoverage[] {
    return (this.#post("Profiler.takePreciseCoverage") as Profiler.TakePreciseCoverageReturnType).result;
  }

  /** The session of a thread's own isolate answers at once. */
  #post(method: string, params: object = {}): unknown {
    let answer: unknown;
    let failure: Error | null = null;
    this.#session.post(method, params, (error, result) => {
      failure = error;
      answer = result;
    });
    if (failure !== null) {
      throw failure as Error;
    }
    return answer;
  }
}

/** Index of the block that begins at `offset`. */
function placeOf({ starts }: KnownFunction, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) < offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Makes `offset` the beginning of a block. Both halves of a block that was cut have been seen as the whole was. */
function cut(known: KnownFunction, offset: number): void {
  const at = placeOf(known, offset);
  if (known.starts[at] !== offset) {
    known.starts.splice(at, 0, offset);
    known.seen.splice(at, 0, known.seen[at - 1] ?? 0);
  }
}

function markAll({ seen }: KnownFunction, counts: readonly number[], how: Look, keep: boolean): number {
  let fresh = 0;
  // The last entry stands behind the function's end.
  for (let at = 0; at < seen.length - 1; at++) {
    const count = counts[at] as number;
    if (count === 0) {
      continue;
    }
    const bits = how === "batch" ? reached : reached | classOf(count);
    const unseen = bits & ~(seen[at] as number);
    if (unseen !== 0) {
      fresh += unseen === (unseen & -unseen) ? 1 : 2;
      seen[at] = keep ? (seen[at] as number) | bits : (seen[at] as number);
    }
  }
  return fresh;
}
