import type { LiveState } from "./live-state.js";
import { totalParts } from "./table.js";

/** The state as one line, for logs and pipes: the totals, then the books that are not live and why. */
export function renderStatusLine(state: LiveState): string {
  const troubled = state.rows
    .filter((row) => row.status !== "live")
    .map((row) => `${row.pair} ${row.status}${row.reason === undefined ? "" : ` (${row.reason})`}`);
  const shown = troubled.slice(0, 3);
  const more = troubled.length > shown.length ? [`and ${troubled.length - shown.length} more`] : [];
  return [...totalParts(state), ...shown, ...more].join("  ");
}
