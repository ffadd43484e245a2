import type { RelayHeader } from "../wire/header.js";

/** A message that came before the snapshot that it stands behind. */
export interface KeptMessage {
  readonly header: RelayHeader;
  readonly frame: Uint8Array;
}

/** Most messages that wait for one snapshot: some seconds of a busy pair. More than that, and the snapshot is asked for again. */
const maxKept = 2_000;

/** Messages of the newest term that wait for a snapshot. What was kept of an older term never stands behind a newer snapshot. */
export class KeptMessages {
  #messages: KeptMessage[] = [];
  #term = 0;

  /** @param frame copied by nobody: it must be the receiver's own */
  add(header: RelayHeader, frame: Uint8Array): void {
    if (header.term > this.#term) {
      this.#term = header.term;
      this.#messages = [];
    }
    if (header.term === this.#term) {
      if (this.#messages.length >= maxKept) {
        // The rest has a hole before it, which its numbers tell.
        this.#messages = [];
      }
      this.#messages.push({ header, frame });
    }
  }

  /** Nothing waits any more. */
  clear(): void {
    this.#messages = [];
    this.#term = 0;
  }

  /**
   * Gives out what stands behind the state at `relaySeq` of this term. Messages of a newer term stay, all others go: the next
   * state has what was behind a hole, or no owner published it. Kept once more, it would be a hole behind every state.
   */
  takeBehind(term: number, relaySeq: number): { readonly next: readonly KeptMessage[]; readonly others: number } {
    const later = this.#term === term ? this.#messages.filter(({ header }) => header.relaySeq > relaySeq) : [];
    if (this.#term <= term) {
      this.#messages = [];
    }
    const hole = later.findIndex(({ header }, index) => header.relaySeq !== relaySeq + 1 + index);
    const next = hole < 0 ? later : later.slice(0, hole);
    return { next, others: later.length - next.length };
  }
}
