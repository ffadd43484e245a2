import { Piscina } from "piscina";
import { threadModule } from "./built-module.js";

/** A thread that was taken from the stock, for one task. */
export interface TakenThread {
  /** Has this one thread, and runs one task. */
  readonly pool: Piscina;
  /** Its task runs, or is over. */
  settled(): void;
}

/**
 * Threads for one task each, and one more that has loaded its code already: loading takes most of the time until a lost
 * thread's successor runs, and longest where a machine is busy.
 */
export class ThreadStock {
  readonly #entry: URL;
  #spare: Piscina | undefined;
  /** Threads that were taken and have not settled. */
  #starting = 0;
  #state: "open" | "closed" = "open";

  /** @param entry the module that the threads run */
  constructor(entry: URL) {
    this.#entry = entry;
  }

  /** The spare thread, or one that is loading its code. The taker destroys its pool. */
  take(): TakenThread {
    const pool = this.#spare ?? this.#create();
    this.#spare = undefined;
    this.#starting++;
    let settle = (): void => {
      settle = () => {};
      this.#starting--;
      this.#prepare();
    };
    return { pool, settled: () => settle() };
  }

  /** Ends the spare thread. */
  async close(): Promise<void> {
    this.#state = "closed";
    await this.#spare?.destroy();
  }

  /** It waits until all others run: they need the machine more. */
  #prepare(): void {
    if (this.#state === "closed" || this.#spare !== undefined || this.#starting > 0) {
      return;
    }
    const spare = this.#create();
    this.#spare = spare;
    // What is wrong with the code shows when a shard runs it.
    spare.run(undefined).catch(() => {});
  }

  #create(): Piscina {
    const pool = new Piscina({
      ...threadModule(this.#entry),
      minThreads: 0,
      maxThreads: 1,
      // The spare thread runs nothing, and stays.
      idleTimeout: Number.POSITIVE_INFINITY,
      // A shard lives on its event loop: an idle worker must not block it.
      atomics: "disabled",
    });
    // A spare thread that fails while it runs nothing is gone; its pool starts another when it gets its task.
    pool.on("error", () => {});
    return pool;
  }
}
