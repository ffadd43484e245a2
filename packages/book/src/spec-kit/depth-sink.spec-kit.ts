import { DepthSection, DepthSink } from "@depthwire/core/internal";

/** `[price, quantity]` as scaled integers. */
export type ScaledRow = readonly [price: number, quantity: number];

/** A depth message as a spec writes it. */
export interface SinkContent {
  readonly kind: "snapshot" | "update";
  readonly seq?: number;
  readonly ut?: number;
  readonly asks?: readonly ScaledRow[];
  readonly bids?: readonly ScaledRow[];
  readonly deleteAsks?: readonly number[];
  readonly deleteBids?: readonly number[];
  readonly modifyAsks?: readonly ScaledRow[];
  readonly modifyBids?: readonly ScaledRow[];
}

/** A sink that holds the message. */
export function sinkOf(content: SinkContent, sink: DepthSink = new DepthSink(64)): DepthSink {
  sink.clear();
  sink.kind = content.kind;
  sink.seq = content.seq ?? -1;
  sink.updatedAtMs = content.ut ?? -1;
  const deleted = (prices: readonly number[] = []): ScaledRow[] => prices.map((price) => [price, 0]);
  fill(sink, DepthSection.askSet, content.asks ?? []);
  fill(sink, DepthSection.bidSet, content.bids ?? []);
  fill(sink, DepthSection.askDelete, deleted(content.deleteAsks));
  fill(sink, DepthSection.bidDelete, deleted(content.deleteBids));
  fill(sink, DepthSection.askModify, content.modifyAsks ?? []);
  fill(sink, DepthSection.bidModify, content.modifyBids ?? []);
  return sink;
}

function fill(sink: DepthSink, section: number, rows: readonly ScaledRow[]): void {
  for (const [index, [price, quantity]] of rows.entries()) {
    sink.prices[section * sink.capacity + index] = price;
    sink.quantities[section * sink.capacity + index] = quantity;
  }
  sink.counts[section] = rows.length;
}
