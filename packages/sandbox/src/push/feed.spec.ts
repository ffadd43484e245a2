import { expect, it } from "vitest";
import { dataKindOf, type Feed, type FeedMessage, feedKey, privateFeed } from "./feed.js";
import { familyAt } from "./push-path.js";

it("names each feed by all that tells it from others", () => {
  const kline: Feed = { kind: "kline", pair: "4BTC_USDT", period: "1min" };
  const keys = [
    kline,
    { ...kline, period: "1hour" },
    { ...kline, pair: "4ETH_USDT" },
    privateFeed("1", "usdt-margined"),
    privateFeed("1", "coin-margined"),
    privateFeed("2", "usdt-margined"),
  ].map(feedKey);
  expect(new Set(keys).size).toBe(6);
  expect(keys[0]).toBe("kline 4BTC_USDT 1min  usdt-margined");
  expect(keys[4]).toBe("private   1 coin-margined");
});

const event = (kind: string): FeedMessage =>
  ({ feed: "private", userId: "1", event: { kind, value: [] } }) as unknown as FeedMessage;
const depth = (kind: string): FeedMessage => ({ feed: "depth", message: { kind } }) as unknown as FeedMessage;

it.each<[string, FeedMessage, string]>([
  ["all assets", event("all-assets"), "full"],
  ["all positions", event("all-positions"), "full"],
  ["all orders", event("all-orders"), "full"],
  ["one order", event("order"), "incremental"],
  ["a snapshot", depth("snapshot"), "full"],
  ["an update", depth("update"), "incremental"],
  ["first deals", { feed: "deals", kind: "full", deals: [] }, "full"],
  ["later deals", { feed: "deals", kind: "incremental", deals: [] }, "incremental"],
])("says of %s how much they say", (_what, message, kind) => {
  expect(dataKindOf(message)).toBe(kind);
});

it.each([
  ["/cbu", "documented", "usdt-margined"],
  ["/cbc", "documented", undefined],
  ["/", "documented", undefined],
  ["/cbu", "tolerant", "usdt-margined"],
  ["/cbc", "tolerant", "coin-margined"],
  ["/", "tolerant", "usdt-margined"],
  ["/other", "tolerant", undefined],
  ["toString", "tolerant", undefined],
] as const)("has at %s, with %s forms, the private streams of: %s", (path, forms, family) => {
  expect(familyAt(path, forms)).toBe(family);
});
