import type { BookVerdict } from "@depthwire/book";
import { type InconclusiveCause, inconclusive } from "@depthwire/book/internal";

/** Questions to a shard that are not answered yet. Each is answered once, even if the shard never does. */
export class PendingVerdicts {
  readonly #resolvers = new Map<number, (verdict: BookVerdict) => void>();
  #next = 1;

  /** Sends a question under a number of its own; resolves with the answer. */
  ask(send: (request: number) => void): Promise<BookVerdict> {
    return new Promise((resolve) => {
      const request = this.#next++;
      this.#resolvers.set(request, resolve);
      send(request);
    });
  }

  /** The shard answered. */
  answer(request: number, verdict: BookVerdict): void {
    this.#resolvers.get(request)?.(verdict);
    this.#resolvers.delete(request);
  }

  /** No answer can come any longer. */
  abandon(cause: InconclusiveCause): void {
    for (const resolve of this.#resolvers.values()) {
      resolve(inconclusive(cause));
    }
    this.#resolvers.clear();
  }
}
