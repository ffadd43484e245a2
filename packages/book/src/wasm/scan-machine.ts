import type { DepthColumns } from "@depthwire/core/internal";

/** A scanner without manners: records and columns in a memory that grows, results as numbers. */
export interface ScanMachine extends DepthColumns {
  /** Where texts that were not inflated here are copied to. */
  readonly source: Uint8Array;
  /** Where inflated texts stand. */
  readonly text: Uint8Array;
  /** The sequence number and the update time of the latest message. */
  readonly messageNumbers: Float64Array;
  /** Most levels of one section. */
  readonly sinkCapacity: number;
  /** Record `number` was written. */
  addChannel(number: number): void;
  /** The channel of record `number` is no longer known. */
  removeChannel(number: number): void;
  /**
   * Scans the message between two addresses of the memory, and applies it where it can, unless `owner` is 0. Returns 4 × the number of
   * the channel's record, plus one of {@link ScanResult}; {@link unknownMessage}; or {@link finerMessage} minus the number of the record.
   */
  scanDepth(start: number, end: number, owner: number, receivedAtMs: number): number;
}

/** The form is not known to the scanner. */
export const unknownMessage = -1;
/** A decimal was finer than the record's scale. */
export const finerMessage = -2;

/** What was scanned, and whether it was applied: see `assembly/follow-book.ts`. */
export const ScanResult = { update: 0, followed: 1, levelsApplied: 2, snapshot: 3 } as const;

/** Where the parts of a channel stand in its record, in bytes: see `assembly/channels.ts`. */
export const ChannelField = { lengthsAndScales: 64, number: 68, channel: 72 } as const;
/** Bytes of a record, how many are made room for at once, and most of them: see `assembly/channels.ts`. */
export const recordBytes = 128;
export const recordsInChunk = 64;
export const maxRecords = 16_384;
/** Longest channel of a record. */
export const maxChannelBytes = 55;
