import type { RelayInstanceEvent } from "./instance-event.js";
import type { MemberBeat } from "./member-beat.js";

/** What {@link Strangers} compare. */
export interface StrangersParts {
  readonly owner: string;
  /** {@link venueMark} of the venue that this instance means. */
  readonly venue: string | undefined;
  readonly leaseMs: number;
  readonly tell: (event: RelayInstanceEvent) => void;
}

/** How far this instance has come, as compared with whom it hears. */
export interface Standing {
  /** It has just begun to listen. */
  readonly isListening: boolean;
  /** Beats that it sent. */
  readonly beats: number;
}

/** Those who cannot take part together with this instance: they mean another venue, or keep leases of another length. Whoever came later owns nothing. */
export class Strangers {
  readonly #parts: StrangersParts;
  /** Those that this was told of, by owner. */
  readonly #known = new Set<string>();
  #isRefused = false;

  constructor(parts: StrangersParts) {
    this.#parts = parts;
  }

  /** Others were there before, with whom this instance cannot take part. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Who still listens came later, and of two such who counted fewer beats. Whoever takes part stays, whatever a stranger counts. */
  isOne(beat: MemberBeat, { isListening, beats }: Standing): boolean {
    const { tell, owner } = this.#parts;
    const difference = this.#differenceOf(beat);
    if (difference === undefined) {
      return false;
    }
    if (!this.#known.has(beat.owner)) {
      this.#known.add(beat.owner);
      const isLater = isListening && (beats < beat.beat || (beats === beat.beat && owner > beat.owner));
      this.#isRefused ||= isLater;
      const told = { instance: beat.name, part: isLater ? "joins" : "stays" } as const;
      tell(
        difference === "venue"
          ? { kind: "venue-differs", ...told }
          : { kind: "lease-differs", ...told, leaseMs: difference },
      );
    }
    return true;
  }

  /** `venue`, or the other one's length of leases. Who does not say differs in nothing. */
  #differenceOf({ venue, leaseMs }: MemberBeat): "venue" | number | undefined {
    const own = this.#parts;
    if (own.venue !== undefined && venue !== undefined && venue !== own.venue) {
      return "venue";
    }
    return leaseMs === own.leaseMs ? undefined : leaseMs;
  }
}
