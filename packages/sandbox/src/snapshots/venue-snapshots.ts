import type { Clock } from "@depthwire/core";
import type { Command } from "@depthwire/exchange";
import type { Appointment } from "../clock/agenda.js";
import type { ClockPosition, SteerableClock } from "../clock/steerable-clock.js";
import type { ExchangeHost } from "../host/exchange-host.js";
import type { FeedPublisher } from "../push/feed-publisher.js";
import type { Hub } from "../push/hub.js";
import type { PrivateSessions } from "../push/private-sessions.js";
import type { Rewindable } from "./rewindable.js";
import { SnapshotError } from "./snapshot-error.js";
import { checkSnapshotName } from "./snapshot-name.js";
import { bytesOf, copyState, type StateCopy, stateOf } from "./state-copy.js";

/** Most snapshots that a venue holds. */
export const maxSnapshots = 32;

/** Most memory that a venue's snapshots take together, in bytes. */
export const maxSnapshotBytes: number = 512 * 1024 * 1024;

/** How long clients have for their goodbye, in the machine's milliseconds. */
const goodbyeMs = 200;

/** What is known of a snapshot. */
export interface SnapshotInfo {
  readonly name: string;
  /** The venue's time in it, in epoch milliseconds. */
  readonly atMs: number;
  /** How many ticks the market had had. */
  readonly ticks: number;
  /** What it takes of memory at most, in bytes: finished records that it shares with others are counted. */
  readonly bytes: number;
}

/** A venue as it was between two commands. */
export interface VenueSnapshot extends SnapshotInfo {
  readonly copy: StateCopy;
  /** Number of the last command that is kept in a directory; 0 without one. */
  readonly command: number;
  readonly clock: ClockPosition;
  /** What was due. */
  readonly agenda: readonly Appointment[];
  /** What each part remembered, by its name. */
  readonly parts: ReadonlyMap<string, unknown>;
  /** What takes back what a scenario had set for a time. */
  readonly takingBack: readonly Command[];
}

/** What of a venue is kept and goes back. */
export interface SnapshotSubject {
  readonly host: ExchangeHost;
  /** The venue's time. */
  readonly clock: SteerableClock;
  /** The machine's time. */
  readonly machine: Clock;
  readonly hub: Hub;
  readonly feeds: FeedPublisher;
  /** What takes back what a scenario has set for a time. */
  readonly takingBack: () => readonly Command[];
  /** Whether somebody else's market is mirrored: it does not go back. */
  readonly isFed: boolean;
}

/** Snapshots of one venue, by name. They are in memory and end with it. */
export class VenueSnapshots {
  readonly #subject: SnapshotSubject;
  readonly #parts: Map<string, Rewindable> = new Map();
  readonly #snapshots: Map<string, VenueSnapshot> = new Map();
  #sessions: PrivateSessions | undefined;
  #hasEnded = false;

  constructor(subject: SnapshotSubject) {
    this.#subject = subject;
    this.include("host", subject.host);
  }

  /** From now on what this part remembers belongs to snapshots. */
  include(name: string, part: Rewindable): void {
    this.#parts.set(name, part);
  }

  /** Who has logged in is not lost when the venue goes back. */
  includeSessions(sessions: PrivateSessions): void {
    this.#sessions = sessions;
  }

  /** The venue ends: from now on nothing is taken, forked or gone back to. */
  end(): void {
    this.#hasEnded = true;
  }

  /**
   * Keeps the venue as it is now. Another snapshot of that name is forgotten.
   *
   * @throws ValidationError `value-invalid` for the name
   * @throws SnapshotError `snapshots-full`, `snapshot-unavailable`
   */
  take(name: string): SnapshotInfo {
    checkSnapshotName(name, "name");
    this.#check();
    const others = this.list().filter((one) => one.name !== name);
    if (others.length >= maxSnapshots) {
      throw new SnapshotError("snapshots-full", { what: "snapshots", max: maxSnapshots });
    }
    const snapshot = this.#copy(name);
    if (others.reduce((sum, { bytes }) => sum + bytes, snapshot.bytes) > maxSnapshotBytes) {
      throw new SnapshotError("snapshots-full", { what: "bytes", max: maxSnapshotBytes });
    }
    this.#snapshots.delete(name);
    this.#snapshots.set(name, snapshot);
    return infoOf(snapshot);
  }

  /** All of them, in the order in which they were taken. */
  list(): readonly SnapshotInfo[] {
    return [...this.#snapshots.values()].map(infoOf);
  }

  /** Whether there is one. */
  has(name: string): boolean {
    return this.#snapshots.has(name);
  }

  /** One of them, for a fork. @throws SnapshotError `snapshot-unknown`, `snapshot-unavailable` */
  find(name: string): VenueSnapshot {
    const found = this.#snapshots.get(name);
    if (found === undefined) {
      throw new SnapshotError("snapshot-unknown", { name, known: [...this.#snapshots.keys()].join(", ") });
    }
    this.#check();
    return found;
  }

  /** Forgets one. @throws SnapshotError `snapshot-unknown` */
  remove(name: string): void {
    if (!this.#snapshots.delete(name)) {
      throw new SnapshotError("snapshot-unknown", { name, known: [...this.#snapshots.keys()].join(", ") });
    }
  }

  /**
   * The venue is again as it was: accounts, books, numbers to come, time, chance, and what was due. Push clients are sent away with 1001 as
   * at a restart; requests that are under way are refused with 4003, since they were never sent.
   *
   * @throws SnapshotError `snapshot-unknown`, `snapshot-unavailable`
   */
  goBack(name: string): SnapshotInfo {
    const snapshot = this.find(name);
    const { host, hub, feeds, machine } = this.#subject;
    // Decoded first: where that failed nothing would have happened.
    const state = stateOf(snapshot.copy);
    this.#sessions?.forget();
    machine.after(goodbyeMs, hub.sendAway("the sandbox goes back to a snapshot"));
    host.goBackTo(state, snapshot.command);
    feeds.goneBack();
    this.adopt(snapshot);
    return infoOf(snapshot);
  }

  /** Everything beside the exchange's state becomes as it was in a snapshot, which may be another venue's. */
  adopt({ clock, agenda, parts, takingBack }: VenueSnapshot): void {
    const { host } = this.#subject;
    this.#subject.clock.returnTo(clock);
    for (const [name, part] of this.#parts) {
      if (parts.has(name)) {
        part.restore(parts.get(name));
      }
    }
    host.agenda.restore(agenda);
    for (const command of takingBack) {
      host.apply(command);
    }
  }

  #copy(name: string): VenueSnapshot {
    const { host, clock, takingBack } = this.#subject;
    const copy = copyState(host.exchange.state);
    return {
      name,
      atMs: host.now(),
      ticks: host.exchange.state.ticks,
      bytes: bytesOf(copy),
      copy,
      command: host.lastCommand,
      clock: clock.position(),
      agenda: host.agenda.save(),
      parts: new Map([...this.#parts].map(([part, rewindable]) => [part, rewindable.save()])),
      takingBack: takingBack(),
    };
  }

  #check(): void {
    const { host, isFed } = this.#subject;
    const hasEnded = this.#hasEnded || host.hasEnded;
    const because = isFed ? "feed" : hasEnded ? "ended" : host.isTelling ? "telling" : undefined;
    if (because !== undefined) {
      throw new SnapshotError("snapshot-unavailable", { because });
    }
  }
}

function infoOf({ name, atMs, ticks, bytes }: VenueSnapshot): SnapshotInfo {
  return { name, atMs, ticks, bytes };
}
