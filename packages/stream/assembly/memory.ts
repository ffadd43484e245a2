// The module's memory:
//
//   … __heap_base    decode tables, channels, sink and scratch: every `memory.data` of these files
//   sourceArea …     what the host copied in, `sourceCapacity` bytes and padding
//   textArea …       the inflated text, `textCapacity` bytes and padding
//
// Nothing in it is cleared between calls: every call writes what it reads.

const pageBytes: usize = 65536;

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
  const missingPages = wantedPages - memory.size();
  return missingPages <= 0 || memory.grow(missingPages) >= 0 ? 1 : 0;
}

/** The text goes up to `end` now. */
export function moveTextEnd(end: usize): void {
  textEnd = end;
}
