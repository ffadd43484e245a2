import { expect, it } from "vitest";
import { openHost } from "../spec-support/open-host.js";
import { DepthHistory } from "./depth-history.js";

const pair = "4BTC_USDT";

function openHistory() {
  const { host, advance } = openHost([pair]);
  const publish = (): number => {
    advance(200);
    host.apply({ kind: "publish-depth", pair });
    return host.exchange.published(pair)?.seq ?? 0;
  };
  return { history: new DepthHistory(host), publish };
}

it("has the latest state, made once until another one is published, and every one that is still held", () => {
  const { history, publish } = openHistory();
  const first = history.snapshot(pair);
  expect(first).toMatchObject({ kind: "snapshot", pair, seq: 1 });
  expect(history.snapshot(pair)).toBe(first);
  expect(publish()).toBe(2);
  const second = history.snapshot(pair);
  expect(second).toMatchObject({ seq: 2 });
  expect(history.snapshot(pair)).toBe(second);
  expect(history.snapshot(pair, 2)).toBe(second);
  expect(history.snapshot(pair, 1)).toEqual(first);
  expect(history.snapshot(pair)).toBe(second);
});

it("makes the latest state anew once it has forgotten what it made", () => {
  const { history } = openHistory();
  const made = history.snapshot(pair);
  history.forget();
  expect(history.snapshot(pair)).not.toBe(made);
  expect(history.snapshot(pair)).toEqual(made);
});

it("has nothing of pairs and states that there are none of", () => {
  const { history } = openHistory();
  expect(history.snapshot("4NONE_USDT")).toBeUndefined();
  expect(history.snapshot(pair, 2)).toBeUndefined();
  expect(history.earlier("4NONE_USDT", 1)).toBeUndefined();
});

it("finds the state of so many publications ago, or the oldest, and never the present one", () => {
  const { history, publish } = openHistory();
  expect(history.earlier(pair, 1)).toBeUndefined();
  publish();
  publish();
  expect(publish()).toBe(4);
  expect(history.earlier(pair, 1)?.seq).toBe(3);
  expect(history.earlier(pair, 3)?.seq).toBe(1);
  expect(history.earlier(pair, 100)?.seq).toBe(1);
  expect(history.earlier(pair, 0)).toBeUndefined();
});
