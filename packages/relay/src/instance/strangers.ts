import type { RelayInstanceEvent } from "./instance-event.js";
import type { MemberBeat } from "./member-beat.js";

/** What {@link Strangers} compare. */
export interface StrangersParts {
  /** Its name in the plan. */
  readonly name: string;
  readonly owner: string;
  /** {@link venueMark} of the venue that this instance means. */
  readonly venue: string | undefined;
  readonly leaseMs: number;
  readonly tell: (event: RelayInstanceEvent) => void;
}

/** How far this instance has come. */
export interface OwnStanding {
  /** It has just begun, and listens who else is there. */
  readonly isListening: boolean;
  /** What it writes into the plan is under way: whether it stands there is not known. */
  readonly isJoining: boolean;
  /** Whether an instance of this name stands in the plan. */
  readonly isInPlan: (name: string) => boolean;
}

/**
 * Those who cannot take part together with this instance: they mean another venue, or keep leases of another length. Of two such instances one owns nothing, and
 * both find the same one, in whatever order their words arrive: each beat of the other one is judged anew until one of the two is refused.
 */
export class Strangers {
  readonly #parts: StrangersParts;
  /** What was told of each, by owner. */
  readonly #told = new Map<string, "joins" | "stays">();
  #isRefused = false;

  constructor(parts: StrangersParts) {
    this.#parts = parts;
  }

  /** Others are there, with whom this instance cannot take part, and it is the one that owns nothing. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Hears one beat of another instance. Returns whether it is a stranger's. */
  isOne(beat: MemberBeat, own: OwnStanding): boolean {
    const difference = this.#differenceOf(beat);
    if (difference === undefined) {
      return false;
    }
    this.#isRefused ||= this.#yieldsTo(beat, own);
    const part = this.#isRefused ? "joins" : "stays";
    if (this.#told.get(beat.owner) !== part) {
      this.#told.set(beat.owner, part);
      const told = { instance: beat.name, part } as const;
      this.#parts.tell(
        difference === "venue"
          ? { kind: "venue-differs", ...told }
          : { kind: "lease-differs", ...told, leaseMs: difference },
      );
    }
    return true;
  }

  /**
   * Who listens yields to who takes part. Of two that take part the one yields that does not stand in the plan, which nobody writes who was not let in; else the
   * one yields whose name as an owner is larger, and of two lives of one name the older.
   */
  #yieldsTo({ standing, state, name, owner }: MemberBeat, { isListening, isJoining, isInPlan }: OwnStanding): boolean {
    if (standing === "refused" || state === "left") {
      return false;
    }
    const isItsListening = standing === "listens";
    if (isListening !== isItsListening) {
      return isListening;
    }
    if (!isListening && isJoining) {
      return false;
    }
    const own = this.#parts;
    const isIn = isInPlan(own.name);
    if (!isListening && isIn !== isInPlan(name)) {
      return !isIn;
    }
    return !isListening && name === own.name ? owner > own.owner : owner < own.owner;
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
