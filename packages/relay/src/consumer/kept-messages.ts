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

  /** Gives out what was kept of this term, in order. Messages of a newer one stay, those of an older one go. */
  takeOf(term: number): readonly KeptMessage[] {
    const messages = this.#term === term ? this.#messages : [];
    if (this.#term <= term) {
      this.#messages = [];
    }
    return messages;
  }
}
