// The depth channels of a shard, found by their bytes: a hash table with open addressing, at most half full.
//
// A record has 128 bytes: the hot state of the channel's book (see `record-layout.ts`), and beside it what the host
// (`records.ts`) wrote of the channel:
//
//   64  u8   length of the channel
//   65  u8   length of the pair, which is how the channel begins
//   66  u8   price scale
//   67  u8   quantity scale
//   68  u16  number of the record
//   72  channel
//
// Records come in chunks, so that a shard of few channels has no memory for many.

/** Bytes of a record. */
const recordBytes: usize = 128;
const recordsInChunk: u32 = 64;
/** u32 each: where a chunk begins. The host makes room for one with all its bytes zero before it writes the first record of it. */
export const recordChunks: usize = memory.data(4 * 256, 8);

const slotMask: u32 = 32767;
/** u16 a slot: 1 + number of the record, or 0. */
const slots: usize = memory.data(32768 * 2, 8);

const quotes: u64 = ((0x22222222 as u64) << 32) | 0x22222222;
const lowBits: u64 = ((0x1010101 as u64) << 32) | 0x1010101;
const highBits: u64 = ((0x80808080 as u64) << 32) | 0x80808080;
const hashFactor: u64 = ((0x9e3779b9 as u64) << 32) | 0x7f4a7c15;

/** No record. */
export const noRecord: usize = 0;

function recordAt(number: u32): usize {
  const chunk = load<u32>(recordChunks + ((number / recordsInChunk) << 2)) as usize;
  return chunk + ((number % recordsInChunk) as usize) * recordBytes;
}

/** The number of a record. */
export function recordNumber(record: usize): u32 {
  return load<u16>(record, 68);
}

/** Address of a record's channel. */
export function channelOf(record: usize): usize {
  return record + 72;
}

/** How many bytes of the channel are the pair. */
export function pairLengthOf(record: usize): usize {
  return load<u8>(record, 65) as usize;
}

/** Decimals of the channel's prices. */
export function priceScaleOf(record: usize): u32 {
  return load<u8>(record, 66);
}

/** Decimals of the channel's quantities. */
export function quantityScaleOf(record: usize): u32 {
  return load<u8>(record, 67);
}

/** Decimals of prices and of quantities, as one number. */
export function scalesOf(record: usize): u32 {
  return load<u16>(record, 66);
}

function channelLengthOf(record: usize): usize {
  return load<u8>(record, 64) as usize;
}

/** The first quote at or behind `at`, or where the search for it left `end` behind. */
export function findQuote(at: usize, end: usize): usize {
  for (; at < end; at += 8) {
    const matches = load<u64>(at) ^ quotes;
    const found = (matches - lowBits) & ~matches & highBits;
    // The lowest byte that looks like a match is one; a higher one may not be.
    if (found !== 0) {
      return at + ((ctz(found) >> 3) as usize);
    }
  }
  return at;
}

/** Whether `length` bytes are the same. Up to seven more are loaded. */
export function isSame(left: usize, right: usize, length: usize): bool {
  while (length >= 8) {
    if (load<u64>(left) !== load<u64>(right)) {
      return false;
    }
    left += 8;
    right += 8;
    length -= 8;
  }
  return ((load<u64>(left) ^ load<u64>(right)) & maskOf(length)) === 0;
}

/** The record whose channel is the `length` bytes at `channel`, or `noRecord`. */
export function findRecord(channel: usize, length: usize): usize {
  let slot = firstSlot(channel, length);
  let entry = entryOf(slot);
  while (entry !== 0) {
    const record = recordAt(entry - 1);
    if (channelLengthOf(record) === length && isSame(channelOf(record), channel, length)) {
      return record;
    }
    slot = (slot + 1) & slotMask;
    entry = entryOf(slot);
  }
  return noRecord;
}

/** Record `number` was written; no other one has its channel. */
export function addChannel(number: u32): void {
  const record = recordAt(number);
  let slot = firstSlot(channelOf(record), channelLengthOf(record));
  while (entryOf(slot) !== 0) {
    slot = (slot + 1) & slotMask;
  }
  setEntry(slot, number + 1);
}

/** The channel of record `number` is no longer known. */
export function removeChannel(number: u32): void {
  const record = recordAt(number);
  let slot = firstSlot(channelOf(record), channelLengthOf(record));
  while (entryOf(slot) !== number + 1) {
    slot = (slot + 1) & slotMask;
  }
  setEntry(slot, 0);
  // The entries behind it may stand there only because this slot was taken.
  slot = (slot + 1) & slotMask;
  for (let moved = entryOf(slot); moved !== 0; moved = entryOf(slot)) {
    setEntry(slot, 0);
    addChannel(moved - 1);
    slot = (slot + 1) & slotMask;
  }
}

function firstSlot(channel: usize, length: usize): u32 {
  let hash: u64 = 0;
  for (; length >= 8; length -= 8, channel += 8) {
    hash = (hash ^ load<u64>(channel)) * hashFactor;
  }
  hash = (hash ^ (load<u64>(channel) & maskOf(length))) * hashFactor;
  return (hash >> 40) as u32 & slotMask;
}

function maskOf(bytes: usize): u64 {
  return ((1 as u64) << ((bytes as u64) << 3)) - 1;
}

function entryOf(slot: u32): u32 {
  return load<u16>(slots + ((slot as usize) << 1));
}

function setEntry(slot: u32, entry: u32): void {
  store<u16>(slots + ((slot as usize) << 1), entry as u16);
}
