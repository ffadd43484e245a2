import { SnapshotError } from "./snapshot-error.js";

/** Most forks that run at once, those of forks included. */
export const maxForks = 8;

/** A running fork, as far as others know it. */
export interface ForkInfo {
  /** The snapshot from which it began. */
  readonly snapshot: string;
  readonly port: number;
  readonly restUrl: string;
  readonly pushUrl: string;
}

/** What a desk needs of a fork. */
export interface ForkedVenue {
  readonly port: number;
  readonly restUrl: string;
  readonly pushUrl: string;
  close(): Promise<void>;
}

/** Forks as the operator has them. */
export interface ForkDesk {
  /** @throws SnapshotError `snapshot-unknown`, `snapshots-full`, `snapshot-unavailable`; ValidationError `option-invalid` for a port that cannot be had */
  open(name: string, port: number): Promise<ForkInfo>;
  list(): readonly ForkInfo[];
  /** Ends a fork. @returns whether there was one at this port */
  end(port: number): Promise<boolean>;
}

/** Every running fork of one sandbox, and of its forks. */
export class Forks<Venue extends ForkedVenue> {
  readonly #running: Map<Venue, string> = new Map();
  readonly #opening: Set<Promise<Venue>> = new Set();
  #hasEnded = false;

  /** Begins one. @throws SnapshotError `snapshots-full`; `snapshot-unavailable` once no more begin */
  async open(snapshot: string, begin: () => Promise<Venue>): Promise<Venue> {
    if (this.#hasEnded) {
      throw ended();
    }
    if (this.#running.size + this.#opening.size >= maxForks) {
      throw new SnapshotError("snapshots-full", { what: "forks", max: maxForks });
    }
    const opening = begin();
    this.#opening.add(opening);
    try {
      const venue = await opening;
      if (this.#hasEnded) {
        await venue.close();
        throw ended();
      }
      this.#running.set(venue, snapshot);
      return venue;
    } finally {
      this.#opening.delete(opening);
    }
  }

  /** One has ended. */
  forget(venue: Venue): void {
    this.#running.delete(venue);
  }

  list(): readonly ForkInfo[] {
    return [...this.#running].map(([{ port, restUrl, pushUrl }, snapshot]) => ({ snapshot, port, restUrl, pushUrl }));
  }

  /** Ends the one at a port. @returns whether there was one */
  async end(port: number): Promise<boolean> {
    const venue = [...this.#running.keys()].find((one) => one.port === port);
    await venue?.close();
    return venue !== undefined;
  }

  /** From now on none begins: the first sandbox ends. */
  beginNoMore(): void {
    this.#hasEnded = true;
  }

  /** Ends all of them for good, those too that are still opening. */
  async closeAll(): Promise<void> {
    this.beginNoMore();
    const begun = await Promise.allSettled(this.#opening);
    // Why one did not open is told to who asked for it.
    const late = begun.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Promise.all([...this.#running.keys(), ...late].map((venue) => venue.close()));
  }
}

function ended(): SnapshotError {
  return new SnapshotError("snapshot-unavailable", { because: "ended" });
}
