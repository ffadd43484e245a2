import type { DepthCorpus } from "../corpus/depth-corpus.js";

/** When each message of a corpus was in the hands of a user: a state of a book holds every message up to its `seq`. */
export class Arrivals {
  readonly #atUs: number[] = [];
  /** By pair: its messages that have not come, in order. */
  readonly #waiting = new Map<string, { readonly indices: number[]; next: number }>();
  readonly #seqs: readonly number[];
  #arrived = 0;
  #wanted = 0;
  #tell: (() => void) | undefined;

  constructor({ updatePairs, updateSeqs }: Pick<DepthCorpus, "updatePairs" | "updateSeqs">) {
    this.#seqs = updateSeqs;
    for (const [index, pair] of updatePairs.entries()) {
      const waiting = this.#waiting.get(pair);
      if (waiting === undefined) {
        this.#waiting.set(pair, { indices: [index], next: 0 });
      } else {
        waiting.indices.push(index);
      }
    }
  }

  /** A user got a state of a book. */
  note(pair: string, seq: number, atUs: number): void {
    const waiting = this.#waiting.get(pair);
    if (waiting === undefined) {
      return;
    }
    for (;;) {
      const index = waiting.indices[waiting.next];
      if (index === undefined || (this.#seqs[index] as number) > seq) {
        break;
      }
      this.#atUs[index] = atUs;
      waiting.next += 1;
      this.#arrived += 1;
    }
    if (this.#arrived >= this.#wanted) {
      this.#tell?.();
    }
  }

  /** Times of messages from `from` on, before `to`, once all of them have come; all before them came earlier. */
  async until(from: number, to: number): Promise<readonly number[]> {
    this.#wanted = to;
    if (this.#arrived < to) {
      await new Promise<void>((resolve) => {
        this.#tell = resolve;
      });
    }
    return this.#atUs.slice(from, to);
  }
}

/** The value that so large a part of the values does not pass. @throws RangeError when there are none */
export function percentile(values: readonly number[], part: number): number {
  if (values.length === 0) {
    throw new RangeError("there are no values");
  }
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] as number;
}
