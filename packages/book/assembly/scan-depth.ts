// Decodes one depth message of protocol A straight from its bytes into the sink, in the memory that its text was inflated
// to. It knows the forms that core's `scanDepth` knows and no other.

import { findQuote, findRecord, noRecord, recordNumber } from "./channels";
import { followBook, leftToHost } from "./follow-book";
import { finer, scanInteger, unexpected } from "./scan-decimal";
import { scanPayload } from "./scan-payload";
import { clearCounts, unusedNumber } from "./sink";

/** The form is not known here: the host decides what it is. */
const unexpectedMessage: i32 = -1;
/** A decimal is finer than the channel's scale: this minus the number of the channel's record. */
const finerMessage: i32 = -2;
/** The sink holds a snapshot. */
const snapshotOutcome: i32 = 3;

// Texts as numbers, the first character lowest.

/** `{"topic"` */
const messageStart: u64 = ((0x22636970 as u64) << 32) | 0x6f74227b;
/** `:"` */
const beforeChannel: u32 = 0x223a;
/** `","t":` */
const beforeKind: u64 = 0x3a2274222c22;
/** `,"d":{` */
const beforePayload: u64 = 0x7b3a2264222c;
const sixBytes: u64 = 0xffffffffffff;
const closeBrace: u32 = 0x7d;

/**
 * Scans the message at the addresses `start` to `end`, and applies it where the record's book was handed over and nothing about it is odd.
 * `owner` is the connection that it came on; 0 applies nothing. Answers 4 × the number of its channel's record, and more: 0 for an update,
 * 1 or 2 for an update that was applied wholly or to levels alone (see `followBook`), 3 for a snapshot; or, negative, why the sink means nothing.
 *
 * Whatever stands behind the message is loaded, and believed nowhere: the last byte is a brace, which ends every number, and
 * the payload must end on it.
 */
export function scanDepth(start: usize, end: usize, owner: u32, receivedAtMs: f64): i32 {
  if (load<u8>(end - 1) !== closeBrace) {
    return unexpectedMessage;
  }
  if (load<u64>(start) !== messageStart || load<u16>(start, 8) !== beforeChannel) {
    return unexpectedMessage;
  }
  const channel = start + 10;
  const channelEnd = findQuote(channel, end);
  if (channelEnd >= end || (load<u64>(channelEnd) & sixBytes) !== beforeKind) {
    return unexpectedMessage;
  }
  // Which kind it is stands in the payload's keys, whatever this integer says.
  const kindEnd = scanInteger(channelEnd + 6, unusedNumber);
  if (kindEnd === unexpected || (load<u64>(kindEnd) & sixBytes) !== beforePayload) {
    return unexpectedMessage;
  }
  const record = findRecord(channel, channelEnd - channel);
  if (record === noRecord) {
    return unexpectedMessage;
  }
  clearCounts();
  const position = scanPayload(kindEnd + 5, record);
  if (position === finer) {
    return finerMessage - (recordNumber(record) as i32);
  }
  if (position >>> 1 !== end - 1) {
    return unexpectedMessage;
  }
  const outcome =
    (position & 1) !== 0 ? snapshotOutcome : owner !== 0 ? followBook(record, owner, receivedAtMs) : leftToHost;
  return ((recordNumber(record) << 2) as i32) | outcome;
}
