import { ageMs, type Moment } from "../time/moment.js";
import type { MemberBeat } from "./member-beat.js";

/** Another instance, as it was heard last. */
export interface Member {
  readonly name: string;
  readonly owner: string;
  readonly beat: MemberBeat;
  /** Pairs that it can follow; undefined before a beat named them. */
  readonly pairs: readonly string[] | undefined;
  readonly heardAt: Moment;
  /** When it was heard first. */
  readonly joinedAt: Moment;
  /**
   * Looks since it was heard. Silence is counted in looks and not in time: a process that was held up itself must not take all
   * others for dead before it has read what waits for it.
   */
  readonly missed: number;
}

/** So many looks without a word: it is silent. */
const silentLooks = 5;

/** Who else takes part, by what they say. */
export class Members {
  readonly #byOwner = new Map<string, Member>();
  readonly #absentLooks: number;

  /** @param absentLooks looks without a word after which one is taken for gone */
  constructor(absentLooks: number) {
    this.#absentLooks = absentLooks;
  }

  /** Everybody who is not gone, also who is silent. */
  get all(): readonly Member[] {
    return [...this.#byOwner.values()];
  }

  /** Everybody who was heard just now. */
  get present(): readonly Member[] {
    return this.all.filter(({ missed }) => missed < silentLooks);
  }

  /** Owners that have not named their pairs; undefined where all have. */
  get unnamed(): readonly string[] | undefined {
    const owners = this.all.filter(({ pairs }) => pairs === undefined).map(({ owner }) => owner);
    return owners.length === 0 ? undefined : owners;
  }

  /** The one who owns under this name. */
  of(owner: string): Member | undefined {
    return this.#byOwner.get(owner);
  }

  /** Whether the one who owns under this name was heard first so short a time ago, in milliseconds. */
  joinedWithin(owner: string, limitMs: number, now: Moment): boolean {
    const member = this.#byOwner.get(owner);
    return member !== undefined && ageMs(member.joinedAt, now) < limitMs;
  }

  /** Whether anybody of this name is not gone: it owns under another name after each start. */
  isHere(name: string): boolean {
    return this.all.some((member) => member.name === name);
  }

  /** A beat came. Returns `joined` for the first of somebody, `left` for the last, `changed` where it wants or can something else now. */
  hear(beat: MemberBeat, at: Moment): "joined" | "left" | "changed" | "known" {
    const { name, owner } = beat;
    const former = this.#byOwner.get(owner);
    if (beat.state === "left") {
      this.#byOwner.delete(owner);
      return former === undefined ? "known" : "left";
    }
    const pairs = sameList(former?.pairs, beat.pairs) ? former?.pairs : beat.pairs;
    this.#byOwner.set(owner, { name, owner, beat, pairs, heardAt: at, joinedAt: former?.joinedAt ?? at, missed: 0 });
    if (former === undefined) {
      return "joined";
    }
    return former.pairs === pairs && former.beat.state === beat.state ? "known" : "changed";
  }

  /** Time for a beat passed. Returns who is gone. */
  look(): readonly Member[] {
    const gone: Member[] = [];
    for (const [owner, member] of this.#byOwner) {
      const missed = member.missed + 1;
      if (missed >= this.#absentLooks) {
        this.#byOwner.delete(owner);
        gone.push(member);
      } else {
        this.#byOwner.set(owner, { ...member, missed });
      }
    }
    return gone;
  }

  /** Whether all of these instances are here, were heard within the limit, and say that the store of leases is away. */
  agreeThatStoreIsAway(instances: readonly string[], now: Moment, limitMs: number): boolean {
    const present = this.all.filter(({ heardAt }) => ageMs(heardAt, now) <= limitMs);
    const says = (name: string): boolean => present.some((one) => one.name === name);
    return instances.every(says) && this.all.every((one) => present.includes(one) && one.beat.store === "away");
  }
}

/** Whether nothing new was named: the list at hand stays, since much is known about it by now. */
function sameList(present: readonly string[] | undefined, named: readonly string[] | undefined): boolean {
  return (
    named === undefined || (present?.length === named.length && named.every((name, index) => name === present[index]))
  );
}
