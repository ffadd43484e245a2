import type { BookView } from "@depthwire/book";
import { encodeUtf8 } from "@depthwire/core/internal";
import { expect, test } from "vitest";
import { checkpointOf, depthChannelOf, type RecordedChannel, recordedChannelOf } from "./checkpoint.js";

const sides = { asks: [{ price: "101.5", quantity: "1" }], bids: [{ price: "99.5", quantity: "2" }] };

function view(fields: Partial<BookView>): BookView {
  const [asks, bids] = [sides.asks, sides.bids].map((levels) => ({ levels: () => levels }));
  const book = { pair: "4BTC_USDT", status: "live", reason: undefined, seq: 7, updatedAtMs: 8, receivedAtMs: 9 };
  return { ...book, asks, bids, ...fields } as unknown as BookView;
}

const depth = depthChannelOf("4BTC_USDT_depth") as RecordedChannel;

test("a live book's state is kept as the venue would publish it, and one that its feed has in doubt as well", () => {
  const kept = checkpointOf(view({}), 3, depth);
  expect(kept).toMatchObject({ kind: "checkpoint", connection: 3, pair: "4BTC_USDT", receivedAtMs: 9 });
  expect(checkpointOf(view({ status: "stale", reason: "relay-silent" }), 3, depth)).toEqual(kept);
  const ofOther = depthChannelOf("svc_sub_spot_4BTC_USDT_depth") as RecordedChannel;
  const text = new TextDecoder().decode(checkpointOf(view({}), 3, ofOther)?.frame);
  expect(text).toContain('"channel":"svc_sub_spot_4BTC_USDT_depth"');
  expect(kept?.frame).not.toEqual(encodeUtf8(text));
});

test("a book that lost its place, or came without its time, has no state to keep", () => {
  expect(checkpointOf(view({ status: "stale", reason: "disconnected" }), 3, depth)).toBeUndefined();
  expect(checkpointOf(view({ status: "syncing" }), 3, depth)).toBeUndefined();
  expect(checkpointOf(view({ updatedAtMs: Number.NaN }), 3, depth)).toBeUndefined();
});

test("channels of either protocol are taken apart, and other texts are none", () => {
  expect(recordedChannelOf("desk_sub_spot_4BTC_USDT_deals")).toEqual({
    channel: "desk_sub_spot_4BTC_USDT_deals",
    kind: "deals",
    pair: "4BTC_USDT",
    protocol: "channel",
    serviceName: "desk",
  });
  expect(recordedChannelOf("4BTC_USDT_deals")).toMatchObject({ kind: "deals", protocol: "prefix", serviceName: "svc" });
  expect(depthChannelOf("4BTC_USDT_deals")).toBeUndefined();
  expect(["", "4BTC_USDT", "x y_sub_spot_4BTC_USDT_depth", "svc_sub_spot_"].map(recordedChannelOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
