import { emptyHeader, HeaderReader, type RelayHeader } from "@depthwire/relay/internal";
import type { KeptMessage } from "./kept-messages.js";

/** A message that is kept, and may be believed. */
export interface KeptFrame {
  readonly header: Readonly<RelayHeader>;
  /** As it was published. */
  readonly message: Uint8Array;
  /** What stands behind the header. */
  readonly frame: Uint8Array;
  /** Epoch milliseconds by the server's clock. */
  readonly storedAtMs: number;
  /** A later term's was stored before it: a former owner's. */
  readonly isLate: boolean;
}

/** What can be believed of the messages that are kept of one subject. */
export interface SoundFrames {
  /** By term, and by number within it: each number once. Where numbers leave something out, it is missing. */
  readonly frames: readonly KeptFrame[];
  /** Messages that are not believed: none of an owner's, stored once more, or one of several under one number. */
  readonly spoilt: number;
}

/**
 * Puts what is kept of a subject in order. Whoever may read it can have the server store there what it answers, and stored messages once more. So what is no
 * message is left out, a repetition counts once, and of two that differ under one number neither is believed: their number is missing.
 */
export async function readSoundFrames(messages: AsyncIterable<KeptMessage>): Promise<SoundFrames> {
  const reader = new HeaderReader();
  /** By term and number; undefined where several differ. */
  const byNumber = new Map<string, KeptFrame | undefined>();
  let spoilt = 0;
  let newestTerm = 0;
  for await (const { bytes: message, storedAtMs } of messages) {
    const header = emptyHeader();
    const start = reader.read(message, header);
    if (typeof start === "string") {
      spoilt++;
      continue;
    }
    newestTerm = Math.max(newestTerm, header.term);
    const isLate = header.term < newestTerm;
    const number = `${header.term}/${header.relaySeq}`;
    const other = byNumber.get(number);
    if (!byNumber.has(number)) {
      byNumber.set(number, { header, message, frame: message.subarray(start), storedAtMs, isLate });
    } else if (other === undefined || isEqual(other.message, message)) {
      spoilt++;
    } else {
      byNumber.set(number, undefined);
      spoilt += 2;
    }
  }
  const frames = [...byNumber.values()].filter((frame) => frame !== undefined).toSorted(inOrder);
  return { frames, spoilt };
}

function inOrder({ header: one }: KeptFrame, { header: other }: KeptFrame): number {
  return one.term - other.term || one.relaySeq - other.relaySeq;
}

/** Whether two texts of bytes are there, and the same. */
export function isEqual(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other?.length === one.length && one.every((byte, index) => byte === other[index]);
}
