import type { BeatFault } from "../wire/beat.js";
import type { EchoFault } from "../wire/echo.js";
import type { HeaderFault } from "../wire/header.js";

/** Why a message of the bus was of no use. */
export type MessageFault =
  | HeaderFault
  | BeatFault
  | EchoFault
  /** A kind that this subject does not carry. */
  | "unexpected-kind"
  /** A frame of the push protocol that the engine does not speak. */
  | "other-protocol"
  /** A frame that is longer than the venue's may be. */
  | "frame-too-large"
  /** A beat that names a pair of another shard. */
  | "unknown-pair"
  /** A term too far ahead of the time for any owner to have it. */
  | "term-ahead";

/** What happened on a link since its start. Plain numbers. */
export interface LinkCounts {
  /** Frames that were handed to the engine: of books, and of other channels. */
  frames: number;
  events: number;
  /** Words of owners on what their own books are called. */
  statuses: number;
  /** States that were asked for, and that were taken. */
  snapshotsAsked: number;
  snapshots: number;
  /** Messages that were missed while this reader was away, and were given to it afterwards. */
  resumed: number;
  /** Channels that could not go on where this reader had left off: what was missed is lost. */
  notResumed: number;
  /** Messages of former owners, which were dropped. */
  oldTerm: number;
  /** Messages under a larger term than any beat named, which were dropped: of somebody who is no owner, or whose first beat was lost. */
  unheardTerm: number;
  /** Messages whose numbers went back. */
  numbersBack: number;
  /** Times that two owners were heard under one term. */
  contested: number;
  /** Holes, found by a number or by a beat. */
  gaps: number;
  /** Messages of channels besides books that were not handed on; streams of these channels told a gap. */
  missedEvents: number;
  /** Frames that the engine had no room for. */
  notTaken: number;
  /** Messages that could not be used, by what was wrong. */
  malformed: Partial<Record<MessageFault, number>>;
}

/** Nothing yet. */
export function noLinkCounts(): LinkCounts {
  return {
    frames: 0,
    events: 0,
    statuses: 0,
    snapshotsAsked: 0,
    snapshots: 0,
    resumed: 0,
    notResumed: 0,
    oldTerm: 0,
    unheardTerm: 0,
    numbersBack: 0,
    contested: 0,
    gaps: 0,
    missedEvents: 0,
    notTaken: 0,
    malformed: {},
  };
}

/** Counts a message that could not be used. */
export function countMalformed({ malformed }: LinkCounts, fault: MessageFault): void {
  malformed[fault] = (malformed[fault] ?? 0) + 1;
}

/** Counts a channel that could not go on where its reader had left off. */
export function countNotResumed(counts: LinkCounts): void {
  counts.gaps++;
  counts.notResumed++;
}
