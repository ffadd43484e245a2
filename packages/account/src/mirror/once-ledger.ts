import { ownText } from "@depthwire/core/internal";
import type { Origin } from "./account-event.js";
import { ensure } from "./ensure.js";

/**
 * Whether the venue uses one id for a thing that it pushes and shows when asked. It is not documented, so it is found out once
 * for all and remembered.
 */
export class IdAgreement {
  #isProven = false;

  /** Whether one id was seen from both sides. */
  get isProven(): boolean {
    return this.#isProven;
  }

  prove(): void {
    this.#isProven = true;
  }
}

/** How often something that looks the same was told from each side, and how often it was delivered. */
interface Tally {
  push: number;
  query: number;
  delivered: number;
}

/**
 * Lets each thing through once, though two sources tell it: by id once the ids are known to agree, until then as a multiset of
 * signatures. Whichever source has told more of one signature is right, since neither tells what did not happen.
 */
export class OnceLedger {
  readonly #agreement: IdAgreement;
  readonly #seen: Record<Origin, Set<string>> = { push: new Set(), query: new Set() };
  readonly #deliveredIds = new Set<string>();
  readonly #tallies = new Map<string, Tally>();

  constructor(agreement: IdAgreement) {
    this.#agreement = agreement;
  }

  /** Looks at the ids of one answer before any of it is admitted, so that the order of its records does not matter. */
  observeAnswer(ids: Iterable<string>): void {
    for (const id of ids) {
      if (this.#seen.push.has(id)) {
        this.#agreement.prove();
      }
    }
  }

  /** Whether to deliver this now. Must be called for everything that comes in, in order. */
  admit(origin: Origin, id: string, signature: string): boolean {
    const seen = this.#seen[origin];
    const isRepeated = seen.has(id);
    if (isRepeated && !this.#agreement.isProven) {
      return false;
    }
    if (this.#seen[origin === "push" ? "query" : "push"].has(id)) {
      this.#agreement.prove();
    }
    const tally = this.#tallyOf(signature);
    // Sets keep it: a part of a message would keep the message.
    const ownId = ownText(id);
    if (!isRepeated) {
      seen.add(ownId);
      tally[origin] += 1;
    }
    const isNew = this.#agreement.isProven ? !this.#deliveredIds.has(id) : tally[origin] > tally.delivered;
    if (isNew) {
      tally.delivered += 1;
      this.#deliveredIds.add(ownId);
    }
    return isNew;
  }

  /** Whether one of this signature was delivered that has not been pushed. */
  awaitsPush(signature: string): boolean {
    const tally = this.#tallies.get(signature);
    return tally !== undefined && tally.push < tally.delivered;
  }

  /** Whether it was delivered under this very id, or pushed under it before. */
  isKnown(id: string): boolean {
    return this.#deliveredIds.has(id) || this.#seen.push.has(id);
  }

  #tallyOf(signature: string): Tally {
    return ensure(this.#tallies, signature, () => ({ push: 0, query: 0, delivered: 0 }));
  }
}
