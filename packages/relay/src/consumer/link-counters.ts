import type { BeatFault } from "../wire/beat.js";
import type { EchoFault } from "../wire/echo.js";
import type { HeaderFault } from "../wire/header.js";

/** Why a message of the bus was of no use. */
export type MessageFault = HeaderFault | BeatFault | EchoFault | "unexpected-kind";

/** What happened on a link since its start. Plain numbers. */
export interface LinkCounts {
  /** Frames that were handed to the engine. */
  frames: number;
  /** Snapshots that were asked for, and that were taken. */
  snapshotsAsked: number;
  snapshots: number;
  /** Messages of former owners, which were dropped. */
  oldTerm: number;
  /** Messages whose numbers went back. */
  numbersBack: number;
  /** Holes, found by a number or by a beat. */
  gaps: number;
  /** Frames that the engine had no room for. */
  notTaken: number;
  /** Messages that could not be read, by what was wrong. */
  malformed: Partial<Record<MessageFault, number>>;
}

/** Nothing yet. */
export function noLinkCounts(): LinkCounts {
  return {
    frames: 0,
    snapshotsAsked: 0,
    snapshots: 0,
    oldTerm: 0,
    numbersBack: 0,
    gaps: 0,
    notTaken: 0,
    malformed: {},
  };
}

/** Counts a message that could not be read. */
export function countMalformed({ malformed }: LinkCounts, fault: MessageFault): void {
  malformed[fault] = (malformed[fault] ?? 0) + 1;
}
