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
  #opening = 0;

  /** Begins one. @throws SnapshotError `snapshots-full` */
  async open(snapshot: string, begin: () => Promise<Venue>): Promise<Venue> {
    if (this.#running.size + this.#opening >= maxForks) {
      throw new SnapshotError("snapshots-full", { what: "forks", max: maxForks });
    }
    this.#opening += 1;
    try {
      const venue = await begin();
      this.#running.set(venue, snapshot);
      return venue;
    } finally {
      this.#opening -= 1;
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

  /** Ends all of them. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((venue) => venue.close()));
  }
}
