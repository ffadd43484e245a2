// One decoded depth message, where the host's `DepthSink` has its columns.
//
// Six sections in the order of core's `DepthSection`: asks and bids that are set, deleted, modified.

/** Most levels of one section. The host makes its sink of the same capacity. */
export const sinkCapacity: usize = 4096;

/** Sections of a sink. */
export const sectionCount: usize = 6;

/** Scaled prices: f64, `sinkCapacity` a section. */
export const prices: usize = memory.data(4096 * 6 * 8, 8);
/** Scaled quantities, beside their prices. */
export const quantities: usize = memory.data(4096 * 6 * 8, 8);
/** Numbers of the message: f64 each, in the order of the three addresses below. */
export const messageNumbers: usize = memory.data(24, 8);
/** The sequence number. */
export const seqNumber: usize = messageNumbers;
/** The update time in epoch milliseconds. */
export const updatedNumber: usize = messageNumbers + 8;
/** What nobody asks for. */
export const unusedNumber: usize = messageNumbers + 16;
/** Levels in each section: i32. */
export const counts: usize = memory.data(4 * 6, 8);

/** Set: all asks of a snapshot, or those that an update sets. The bids of each pair of sections stand behind its asks. */
export const askSetSection: usize = 0;
/** Those that an update deletes. */
export const askDeleteSection: usize = 2;
/** Those that an update modifies. */
export const askModifySection: usize = 4;

/** Forgets the former message. */
export function clearCounts(): void {
  store<u64>(counts, 0);
  store<u64>(counts, 0, 8);
  store<u64>(counts, 0, 16);
}

/** How many levels the section has. */
export function countOf(section: usize): u32 {
  return load<u32>(counts + (section << 2));
}

/** The section has so many levels. */
export function setCount(section: usize, levels: usize): void {
  store<i32>(counts + (section << 2), levels as i32);
}

/** Address of a section's first price. */
export function firstPrice(section: usize): usize {
  return prices + section * (sinkCapacity << 3);
}

/** From a price to its quantity. */
export function quantityOf(price: usize): usize {
  return price + (quantities - prices);
}
