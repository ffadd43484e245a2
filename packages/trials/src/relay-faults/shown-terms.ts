import { shardOf } from "@depthwire/relay";
import type { RelayHeader } from "@depthwire/relay/internal";
import type { ConsumerNote } from "./member-messages.js";

/** A book of a former term may be shown so long after a newer term was heard; or, in a hand-over, after its owner last said that it retires. Milliseconds. */
const formerMs = 500;
/** However often its owner says so, a hand-over ends in so long: its bound, and a tenth of it for a busy machine. Milliseconds. */
const retiringMs = 1_100;

/** What the link pushed last for a pair. */
interface Shown {
  readonly term: number;
  readonly relaySeq: number;
}

/** Holds what a link shows against what came in: no older term behind a newer one, and nothing missing that nobody was told of. */
export class ShownTerms {
  readonly #isLive: (pair: string) => boolean;
  readonly #write: (note: ConsumerNote) => void;
  readonly #shown = new Map<string, Shown>();
  readonly #newest = new Map<string, { readonly term: number; readonly sinceMs: number }>();
  /** When an owner said last that it retires, by shard and term. */
  readonly #retiringAtMs = new Map<string, number>();
  readonly #told = new Set<string>();

  constructor(isLive: (pair: string) => boolean, write: (note: ConsumerNote) => void) {
    this.#isLive = isLive;
    this.#write = write;
  }

  /** Newest term that was heard of a shard; 0 before the first. */
  newestTerm(shard: string): number {
    return this.#newest.get(shard)?.term ?? 0;
  }

  /** Something came in under this term. */
  hear(shard: string, term: number): void {
    if (term > this.newestTerm(shard)) {
      this.#newest.set(shard, { term, sinceMs: performance.now() });
    }
  }

  /** The owner of this term said that it handed the shard over. */
  retires(shard: string, term: number): void {
    this.#retiringAtMs.set(keyOf(shard, term), performance.now());
  }

  /** The link pushed this message to the engine. */
  push(pair: string, { kind, term, relaySeq }: RelayHeader): void {
    const shown = this.#shown.get(pair);
    if (shown !== undefined && term < shown.term) {
      this.#tellOnce({ note: "old-term", pair, what: `term ${term} was pushed behind ${shown.term}` });
    }
    if (kind === "update" && shown?.term === term && relaySeq !== shown.relaySeq + 1) {
      const what = `message ${relaySeq} was pushed behind ${shown.relaySeq} of term ${term}`;
      this.#tellOnce({ note: "silent-loss", pair, what });
    }
    this.#shown.set(pair, { term, relaySeq });
  }

  /** The link has dealt with this message. */
  arrived(pair: string, { term, relaySeq }: RelayHeader): void {
    this.#expectToldLoss(pair, term, relaySeq);
  }

  /** The link has dealt with a beat that counts so many messages of the pair. */
  counted(pair: string, term: number, relaySeq: number): void {
    this.#expectToldLoss(pair, term, relaySeq);
  }

  /** Looks whether a pair's book has been live too long under a term that is over. */
  look(pair: string): void {
    const shown = this.#shown.get(pair);
    const newest = this.#newest.get(shardOf(pair));
    if (shown === undefined || newest === undefined || shown.term >= newest.term || !this.#isLive(pair)) {
      return;
    }
    const overMs = performance.now() - newest.sinceMs;
    const retiringAtMs = this.#retiringAtMs.get(keyOf(shardOf(pair), shown.term)) ?? 0;
    if (overMs > retiringMs || Math.min(overMs, performance.now() - retiringAtMs) > formerMs) {
      const what = `term ${shown.term} is live ${Math.round(overMs)} ms after ${newest.term} was heard`;
      this.#tellOnce({ note: "old-term", pair, what });
    }
  }

  /** What is behind the shown state was lost, or waits for a snapshot: the book must not be live. */
  #expectToldLoss(pair: string, term: number, relaySeq: number): void {
    const shown = this.#shown.get(pair);
    if (shown?.term === term && relaySeq > shown.relaySeq && this.#isLive(pair)) {
      const what = `live at message ${shown.relaySeq} of term ${term}, while ${relaySeq} is known`;
      this.#tellOnce({ note: "silent-loss", pair, what });
    }
  }

  #tellOnce(note: Extract<ConsumerNote, { readonly note: "old-term" | "silent-loss" }>): void {
    const key = `${note.note} ${note.pair} ${note.what}`;
    if (!this.#told.has(key)) {
      this.#told.add(key);
      this.#write(note);
    }
  }
}

function keyOf(shard: string, term: number): string {
  return `${shard} ${term}`;
}
