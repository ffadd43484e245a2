import { bookSnapshots } from "./book-snapshots.js";
import { bookUpdates } from "./book-updates.js";
import { fills } from "./fills.js";
import { klines } from "./klines.js";
import type { Table } from "./table.js";
import { trades } from "./trades.js";

/** Every table, in the order in which they are listed. */
export const tables: readonly Table[] = [trades, bookUpdates, bookSnapshots, klines, fills];

/** The table of this name. */
export function tableOf(name: string): Table | undefined {
  return tables.find((table) => table.name === name);
}
