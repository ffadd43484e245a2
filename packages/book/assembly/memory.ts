// The module's memory:
//
//   … __heap_base    decode tables, channels, sink and scratch: every `memory.data` of these files
//   sourceArea …     what the host copied in, `sourceCapacity` bytes and padding
//   textArea …       the inflated text, `textCapacity` bytes and padding
//   behind it        levels of books, as the host asks for them
//
// Nothing in it is cleared between calls: every call writes what it reads.

const pageBytes: usize = 65536;
/** 2 MiB: the levels of a hundred small books. */
const minGrowth: i64 = 32;

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
  levelsEnd = (textArea + textCapacity + textPadding + 7) & ~7;
  const missingPages = wantedPages - memory.size();
  return missingPages <= 0 || memory.grow(missingPages) >= 0 ? 1 : 0;
}

/** Where levels can be placed next. */
let levelsEnd: usize = 0;

/** Address of `bytes` more bytes for levels, a multiple of 8; 0 where the host has not that much memory. The memory may grow. */
export function reserveLevels(bytes: u32): u32 {
  const start = levelsEnd;
  const missing = ((start + bytes) as i64) - ((memory.size() as i64) << 16);
  if (missing > 0) {
    // Growing costs the host all its views: it is done seldom, and unused pages cost nothing.
    const pages = max<i64>((missing + (pageBytes as i64) - 1) / (pageBytes as i64), minGrowth) as i32;
    if (memory.grow(pages) < 0) {
      return 0;
    }
  }
  levelsEnd = start + bytes;
  return start as u32;
}

/** The text goes up to `end` now. */
export function moveTextEnd(end: usize): void {
  textEnd = end;
}
