import type { DepthColumns } from "@depthwire/core/internal";

/** A scanner without manners: records and columns in a memory of a fixed size, results as numbers. */
export interface ScanMachine extends DepthColumns {
  /** Where texts that were not inflated here are copied to. */
  readonly source: Uint8Array;
  /** Where inflated texts stand. */
  readonly text: Uint8Array;
  /** Records of channels: {@link recordWords} words each. */
  readonly records: Uint32Array;
  /** The sequence number and the update time of the latest message. */
  readonly numbers: Float64Array;
  /** Most levels of one section. */
  readonly sinkCapacity: number;
  /** Record `index` was written. */
  addChannel(index: number): void;
  /** Record `index` is no longer used. */
  removeChannel(index: number): void;
  /**
   * Scans the message between two addresses of the memory. Returns 2 × the number of the channel's record, plus 1 for a
   * snapshot; {@link unknownMessage}; or {@link finerMessage} minus the number of the record.
   */
  scanDepth(start: number, end: number): number;
}

/** The form is not known to the scanner. */
export const unknownMessage = -1;
/** A decimal was finer than the record's scale. */
export const finerMessage = -2;

/** Words of 32 bits of one record: see `assembly/channels.ts`. */
export const recordWords = 20;
/** Words of a record, by their content. */
export const RecordWord = { channelLength: 0, pairLength: 1, priceScale: 2, quantityScale: 3, channel: 4 } as const;
/** Longest channel of a record; what reads it loads up to seven bytes more. */
export const maxChannelBytes: number = (recordWords - RecordWord.channel) * 4 - 8;
