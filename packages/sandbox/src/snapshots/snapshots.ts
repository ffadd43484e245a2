import type { SnapshotInfo } from "./venue-snapshots.js";

/** What can be done with a venue's snapshots, without a second venue. */
export interface SnapshotDesk {
  /**
   * Keeps the venue as it is now, in memory: accounts, books, records, time, chance, ordered faults and refusals. Another snapshot of that
   * name is forgotten.
   *
   * @param name 1 to 64 letters, digits, dots, hyphens and underscores
   * @throws ValidationError `value-invalid` for the name
   * @throws SnapshotError `snapshots-full`, `snapshot-unavailable`
   */
  take(name: string): SnapshotInfo;
  /** All of them, in the order in which they were taken. */
  list(): readonly SnapshotInfo[];
  /** Forgets one. @throws SnapshotError `snapshot-unknown` */
  remove(name: string): void;
  /**
   * The venue is again as it was, at once: the same calls lead to the same answers, ids and prices. Push clients are sent away with 1001 as at
   * a restart, and requests that are under way are refused with 4003: there they were never sent. A scenario that plays is stopped. The
   * snapshot stays.
   *
   * @throws SnapshotError `snapshot-unknown`, `snapshot-unavailable`
   */
  goBack(name: string): SnapshotInfo;
}

/** A venue's snapshots. */
export interface Snapshots<Fork, Options = never> extends SnapshotDesk {
  /**
   * Begins a second venue from a snapshot: it goes on as this one would after going back, and neither knows of the other. It keeps nothing
   * in a directory and has this venue's settings otherwise.
   *
   * @throws SnapshotError `snapshot-unknown`, `snapshots-full`, `snapshot-unavailable`
   */
  fork(name: string, ...options: [Options] extends [never] ? [] : [options?: Options]): Fork;
}
