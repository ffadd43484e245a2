import type { CallPriority } from "./priority.js";

/** How many requests may be on their way at once. */
export interface ConnectionOptions {
  /** Most requests on their way at once; each connection carries one at a time. Default 8, as the Node adapter's connections. */
  readonly connections: number;
  /** Connections that only cancels and the search for outcomes may use, so that reads that hang never hold up a halt; default 2. */
  readonly keptConnections: number;
}

/** Defaults of {@link ConnectionOptions}. */
export const defaultConnectionOptions: ConnectionOptions = { connections: 8, keptConnections: 2 };

/** What the kept connections and slots are kept for. */
export function goesFirst(priority: CallPriority): boolean {
  return priority === "cancel" || priority === "outcome";
}

/** Counts the requests that are on their way. Clients that share connections share one of these. */
export class Connections {
  readonly #max: number;
  readonly #kept: number;
  readonly #listeners = new Set<() => void>();
  #used = 0;

  constructor({ connections, keptConnections }: ConnectionOptions = defaultConnectionOptions) {
    this.#max = connections;
    // One connection is anybody's, or nothing but cancels could ever be sent.
    this.#kept = Math.min(keptConnections, connections - 1);
  }

  /** Whether a call of this priority may be sent now. */
  isFree(priority: CallPriority): boolean {
    return this.#used + (goesFirst(priority) ? 0 : this.#kept) < this.#max;
  }

  /** A request goes out. */
  take(): void {
    this.#used++;
  }

  /** It was answered, or cut off. */
  giveBack(): void {
    this.#used--;
    for (const listener of this.#listeners) {
      listener();
    }
  }

  /** Calls back after each connection that was given back. */
  onFree(listener: () => void): void {
    this.#listeners.add(listener);
  }
}
