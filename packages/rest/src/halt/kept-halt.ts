import type { Clock } from "@depthwire/core";
import type { HaltKeeping, HaltOrder } from "./halt-order.js";

export type { HaltKeeping } from "./halt-order.js";

/** What a {@link KeptHalt} works with. */
export interface KeptHaltParts {
  readonly clock: Clock;
  /** The store; undefined where nothing keeps halts. It may reject. */
  readonly tellStore: ((halt: HaltOrder | undefined) => Promise<void>) | undefined;
  /** Called for the first refusal of each halt, and of each resumption. */
  readonly failed: (halt: HaltOrder | undefined, error: unknown) => void;
}

/** The first and the longest wait before a refused write is repeated, in milliseconds. */
const firstPauseMs = 500;
const maxPauseMs = 5_000;

/** Tells the store of the present halt until it has it: the last word is what is kept. */
export class KeptHalt {
  readonly #parts: KeptHaltParts;
  #wanted: { readonly halt: HaltOrder | undefined } | undefined;
  #keeping: HaltKeeping;
  #isTelling = false;
  #isClosed = false;
  #endPause: () => void = () => undefined;

  constructor(parts: KeptHaltParts) {
    this.#parts = parts;
    this.#keeping = parts.tellStore === undefined ? "no-store" : "kept";
  }

  get keeping(): HaltKeeping {
    return this.#keeping;
  }

  /** From now on this is to be kept. */
  keep(halt: HaltOrder | undefined): void {
    if (this.#keeping !== "no-store") {
      this.#keeping = "writing";
      this.#wanted = { halt };
      this.#endPause();
      void this.#tell();
    }
  }

  /** A store that refuses is not told again. */
  close(): void {
    this.#isClosed = true;
    this.#endPause();
  }

  async #tell(): Promise<void> {
    if (this.#isTelling) {
      return;
    }
    this.#isTelling = true;
    for (let pauseMs = firstPauseMs; this.#wanted !== undefined; ) {
      const wanted = this.#wanted;
      try {
        await this.#parts.tellStore?.(wanted.halt);
        if (wanted === this.#wanted) {
          this.#wanted = undefined;
        }
      } catch (error) {
        if (wanted === this.#wanted) {
          this.#refused(wanted.halt, error);
          if (this.#isClosed) {
            break;
          }
          await this.#pause(pauseMs);
        }
        pauseMs = wanted === this.#wanted ? Math.min(maxPauseMs, pauseMs * 2) : firstPauseMs;
      }
    }
    if (this.#wanted === undefined) {
      this.#keeping = "kept";
    }
    this.#isTelling = false;
  }

  #refused(halt: HaltOrder | undefined, error: unknown): void {
    const isFirst = this.#keeping !== "failed";
    this.#keeping = "failed";
    if (isFirst) {
      this.#parts.failed(halt, error);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.after(ms, () => this.#endPause());
      this.#endPause = () => {
        cancel();
        this.#endPause = () => undefined;
        resolve();
      };
    });
  }
}
