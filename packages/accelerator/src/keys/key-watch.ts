import type { CancelTimer, Clock } from "@depthwire/core";
import type { KeyStore } from "./key-store.js";

/** How often the file of a key is looked at, in milliseconds. It is replaced as a whole, so one look tells. */
const lookEveryMs = 500;

/** Notices when another key is put in the place of one. */
export class KeyWatch {
  readonly #store: KeyStore;
  readonly #name: string;
  readonly #clock: Clock;
  readonly #onChange: () => Promise<void>;
  #cancel: CancelTimer | undefined;
  #known: string | undefined;
  #isClosed = false;

  /** @param onChange told of each change, one at a time. It never rejects */
  constructor(store: KeyStore, name: string, clock: Clock, onChange: () => Promise<void>) {
    this.#store = store;
    this.#name = name;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /**
   * Begins to look.
   *
   * @param known the mark of the key that is in use, as {@link KeyStore.markOf} told it before the key was read
   */
  begin(known: string | undefined): void {
    this.#known = known;
    this.#lookLater();
  }

  /** Looks no more. */
  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
  }

  #lookLater(): void {
    if (!this.#isClosed) {
      this.#cancel = this.#clock.after(lookEveryMs, () => void this.#look());
    }
  }

  async #look(): Promise<void> {
    const mark = await this.#store.markOf(this.#name);
    // A key that was removed stays in use until the end.
    if (mark !== undefined && mark !== this.#known && !this.#isClosed) {
      this.#known = mark;
      await this.#onChange();
    }
    this.#lookLater();
  }
}
