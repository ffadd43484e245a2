// The module's memory:
//
//   … __heap_base    decode tables, channels, sink and scratch: every `memory.data` of these files
//   sourceArea …     what the host copied in, `sourceCapacity` bytes and padding
//   textArea …       the inflated text, `textCapacity` bytes and padding; a longer text gets another place, once
//   behind it        records of channels and levels of books, as the host asks for them
//
// Nothing in it is cleared between calls: every call writes what it reads.

const pageBytes: usize = 65536;
/** The memory grows by an eighth of what it is and 128 KiB, if the host has that much. */
const minGrowth: i32 = 2;

/**
 * The bit reader loads 8 bytes at once and may stand up to 8 bytes behind the end of the source; the code lengths of a
 * dynamic block are read without a look at the end (at most 316 symbols of 14 bits, 553 bytes).
 */
const sourcePadding: usize = 1024;

/** Between two looks at the limit at most 3 literals and a match of 258 bytes are written, the match in steps of 16. */
const textPadding: usize = 512;

/** Where the host copies the message to. */
export const sourceArea: usize = (__heap_base + 63) & ~63;

/** Where the inflated text stands. */
export let textArea: usize = 0;

/** Address behind the text so far. */
export let textEnd: usize = 0;

/** Makes room for a source and a text of these lengths. Answers 1, or 0 where the host has not that much memory. */
export function reserveMemory(sourceCapacity: u32, textCapacity: u32): i32 {
  textArea = (sourceArea + sourceCapacity + sourcePadding + 63) & ~63;
  const wantedPages = ((textArea + textCapacity + textPadding + pageBytes - 1) / pageBytes) as i32;
  levelsEnd = ((textArea + textCapacity + textPadding + 127) & ~127) as u64;
  const missingPages = wantedPages - memory.size();
  return missingPages <= 0 || memory.grow(missingPages) >= 0 ? 1 : 0;
}

/** Where records and levels can be placed next: behind the last address when the memory is as large as it can be. */
let levelsEnd: u64 = 0;

/** Address of `bytes` more bytes, a multiple of 128, as `bytes` is; 0 where the host has not that much memory. The memory may grow. */
export function reserveLevels(bytes: u32): u32 {
  const start = levelsEnd;
  const end = start + (bytes as u64);
  const pages = memory.size();
  const missing = (((end + pageBytes - 1) / pageBytes) as i32) - pages;
  // Growing costs the host all its views: it is done seldom, but rather often than not at all.
  if (missing > 0 && memory.grow(max(missing, minGrowth + (pages >> 3))) < 0 && memory.grow(missing) < 0) {
    return 0;
  }
  levelsEnd = end;
  return start as u32;
}

/** Texts stand at `address` from now on, where there is room for the longest, and for the padding. */
export function placeText(address: u32): void {
  textArea = address as usize;
}

/** The text goes up to `end` now. */
export function moveTextEnd(end: usize): void {
  textEnd = end;
}
