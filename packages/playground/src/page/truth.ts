import type { ShownBook } from "../engine/engine-message.js";
import { bestText } from "../venue/best-levels.js";

/** So many published states are remembered: the line delays the book behind them. */
const keptStates = 200;

/** How the client's live books compared with the exchange's own memory. */
export interface Comparison {
  readonly compared: number;
  readonly different: number;
}

/** Holds each live state of the client's book against what the exchange itself published under that number. */
export class TruthKeeper {
  readonly #published = new Map<number, string>();
  #comparedSeq = 0;
  #compared = 0;
  #different = 0;

  /** What the exchange published. */
  published(seq: number, best: string): void {
    this.#published.set(seq, best);
    for (const old of this.#published.keys()) {
      if (this.#published.size <= keptStates) {
        break;
      }
      this.#published.delete(old);
    }
  }

  /** Compares a state once, where it claims to be live. */
  compare({ status, seq, asks, bids }: ShownBook): Comparison {
    const truth = this.#published.get(seq);
    if (status === "live" && truth !== undefined && seq !== this.#comparedSeq) {
      this.#comparedSeq = seq;
      this.#compared += 1;
      this.#different += bestText(asks, bids) === truth ? 0 : 1;
    }
    return { compared: this.#compared, different: this.#different };
  }
}
