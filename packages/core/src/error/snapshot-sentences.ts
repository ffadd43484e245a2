import type { SnapshotErrorCode } from "./error-details.js";

/** The beginnings of the messages of a `SnapshotError`, by code. They stand apart from those of other errors: a bundle contains those that it can throw. */
export const snapshotSentences: Readonly<Record<SnapshotErrorCode, string>> = {
  "snapshot-unknown": "The sandbox has no snapshot of this name",
  "snapshots-full": "The sandbox holds as many as it may",
  "snapshot-unavailable": "The sandbox cannot take, fork or go back to a snapshot",
};
