/** What an owner has published since its start. Plain numbers. */
export interface OwnerCounts {
  /** Frames of books. */
  frames: number;
  /** Frames of other channels. */
  events: number;
  /** Changes of what a book or another channel is called. */
  statuses: number;
  beats: number;
  /** States that were given on request, each to whoever had asked for it by then. */
  snapshots: number;
  views: number;
  /** Questions of consumers whether they hear it, answered. */
  echoes: number;
  /** Questions that were not answered, since one connection asked too much or too many waited. */
  refused: number;
  /** Questions and beats that could not be read, and requests for what it does not follow. */
  malformed: number;
  /** Times that another owner spoke under its own term. */
  contested: number;
}

/** Nothing yet. */
export function noOwnerCounts(): OwnerCounts {
  return {
    frames: 0,
    events: 0,
    statuses: 0,
    beats: 0,
    snapshots: 0,
    views: 0,
    echoes: 0,
    refused: 0,
    malformed: 0,
    contested: 0,
  };
}
