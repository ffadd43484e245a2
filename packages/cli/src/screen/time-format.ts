/** The time of day, UTC, with milliseconds: `09:05:01.250`. */
export function clockTime(epochMs: number): string {
  return isoOf(epochMs).slice(11, 23);
}

/** Day and time of day, UTC: `2026-11-23 09:05:01`. */
export function dayAndTime(epochMs: number): string {
  return isoOf(epochMs).slice(0, 19).replace("T", " ");
}

/** A recording may hold any number where a time belongs. */
function isoOf(epochMs: number): string {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? "?".repeat(23) : date.toISOString();
}
