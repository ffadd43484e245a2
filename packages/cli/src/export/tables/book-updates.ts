import { DepthSection, type DepthSink } from "@depthwire/core/internal";
import type { TakenDepth } from "../../recordings/market/recorded-market.js";
import type { DecimalSink } from "../table-buffer.js";
import { commonColumns, commonFiller } from "./common-columns.js";
import type { Table } from "./table.js";

/** A section's place in the order in which a book takes them: a later row of the same price wins. */
const sections = [
  { section: DepthSection.askSet, side: "ask", deletes: false },
  { section: DepthSection.bidSet, side: "bid", deletes: false },
  { section: DepthSection.askDelete, side: "ask", deletes: true },
  { section: DepthSection.bidDelete, side: "bid", deletes: true },
  { section: DepthSection.askModify, side: "ask", deletes: false },
  { section: DepthSection.bidModify, side: "bid", deletes: false },
] as const;

/** Every level of every message that a book took: applied in order they are the book. An amount of 0 removes its level. */
export const bookUpdates: Table = {
  name: "book-updates",
  has: "every change of every level, snapshots first",
  kinds: ["depth"],
  columnsOf: () => [...commonColumns, "is_snapshot", "side", "price", "amount"],
  fillerOf(rows, options) {
    const common = commonFiller(rows, options);
    const isSnapshot = rows.flag("is_snapshot");
    const side = rows.text("side");
    const columns = { price: rows.decimal("price", "price"), amount: rows.decimal("amount", "amount") };
    return {
      depth(taken) {
        const { sink } = taken;
        const count = taken.origin === "known" ? 0 : levelsOf(sink);
        if (count === 0) {
          return;
        }
        const first = rows.begin(count);
        common(taken, sink.updatedAtMs, first, first + count);
        isSnapshot.fill(sink.kind === "snapshot", first, first + count);
        let row = first;
        for (const part of sections) {
          if (sink.exact !== undefined || sink.counts[part.section] !== 0) {
            const end = writeSection(taken, part, row, columns);
            side.fill(part.side, row, end);
            row = end;
          }
        }
      },
    };
  },
};

function levelsOf({ counts, exact }: DepthSink): number {
  if (exact !== undefined) {
    return exact.sections.reduce((sum, levels) => sum + levels.length, 0);
  }
  let sum = 0;
  for (let section = 0; section < counts.length; section++) {
    sum += counts[section] as number;
  }
  return sum;
}

/** Returns the row behind the last one. */
function writeSection(
  { sink, channel: { priceScale, quantityScale } }: TakenDepth,
  { section, deletes }: (typeof sections)[number],
  first: number,
  { price, amount }: { readonly price: DecimalSink; readonly amount: DecimalSink },
): number {
  let row = first;
  if (sink.exact !== undefined) {
    const { exact } = sink;
    for (const level of exact.sections[section] ?? []) {
      price.setExact(row, level.price, exact.priceScale);
      amount.setExact(row, deletes ? 0n : level.quantity, exact.quantityScale);
      row++;
    }
    return row;
  }
  const { prices, quantities, capacity } = sink;
  const from = section * capacity;
  const end = from + (sink.counts[section] as number);
  for (let at = from; at < end; at++) {
    price.set(row, prices[at] as number, priceScale);
    amount.set(row, deletes ? 0 : (quantities[at] as number), quantityScale);
    row++;
  }
  return row;
}
