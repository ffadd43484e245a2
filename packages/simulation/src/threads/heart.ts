import type { Process } from "../kernel/process.js";

/** A thread's word is raised so often, in milliseconds. */
const beatEveryMs = 25;

/** The word in shared memory that a thread keeps raising once it has answered its first message: it stands still while the thread does. */
export class Heart {
  readonly #process: Process;
  readonly #word = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #beat: () => void;
  #hasBegun = false;

  /** @param beat told of each beat */
  constructor(process: Process, beat: () => void) {
    this.#process = process;
    this.#beat = beat;
  }

  /** The word, as another thread reads it. */
  readonly read = (): number => Atomics.load(this.#word, 0);

  /** The shard sent a message. The first beat comes once the loop of the thread has come round after it. */
  answered(): void {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#process.clock.after(0, () => this.#raise());
    }
  }

  #raise(): void {
    Atomics.add(this.#word, 0, 1);
    this.#beat();
    this.#process.clock.after(beatEveryMs, () => this.#raise());
  }
}
