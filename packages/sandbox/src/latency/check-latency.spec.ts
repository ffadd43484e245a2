import { expect, it } from "vitest";
import { fail } from "../rest/operator/check-body.js";
import { refusalBy } from "../spec-support/refused.js";
import { checkDelays, checkLatency } from "./check-latency.js";
import type { LatencyOptions } from "./latency-options.js";

it("writes every delay in one form, of everybody and of accounts that differ", () => {
  expect(checkLatency({})).toEqual({ usual: {}, accounts: new Map() });
  expect(
    checkLatency({
      orderEntry: 0,
      response: { ms: 60_000 },
      feed: { ms: 1, jitterMs: 60_000 },
      accounts: { "100001": { feed: 5 }, "1000": {} },
    }),
  ).toEqual({
    usual: {
      orderEntry: { ms: 0, jitterMs: 0 },
      response: { ms: 60_000, jitterMs: 0 },
      feed: { ms: 1, jitterMs: 60_000 },
    },
    accounts: new Map([
      [100_001, { feed: { ms: 5, jitterMs: 0 } }],
      [1000, {}],
    ]),
  });
});

const ms = "an integer from 0 to 60000";
const number = "the number of an account, from 1000 to 999999999999";

it.each<[unknown, string, string]>([
  [null, "latency", "an object"],
  [[], "latency", "an object"],
  [{ orderEntry: -1 }, "latency.orderEntry", ms],
  [{ response: 60_001 }, "latency.response", ms],
  [{ feed: 0.5 }, "latency.feed", ms],
  [{ feed: "5" }, "latency.feed", "an object"],
  [{ feed: {} }, "latency.feed.ms", ms],
  [{ feed: { ms: 1, jitterMs: -1 } }, "latency.feed.jitterMs", ms],
  [{ feed: { ms: 1, jitter: 1 } }, "latency.feed.jitter", "a known key: ms, jitterMs"],
  [{ other: 1 }, "latency.other", "one of orderEntry, response, feed"],
  [{ accounts: [] }, "latency.accounts", "an object"],
  [{ accounts: { alice: {} } }, "latency.accounts.alice", number],
  [{ accounts: { "999": {} } }, "latency.accounts.999", number],
  [{ accounts: { "01000": {} } }, "latency.accounts.01000", number],
  [{ accounts: { "1000x": {} } }, "latency.accounts.1000x", number],
  [{ accounts: { "1000": { order: 1 } } }, "latency.accounts.1000.order", "one of orderEntry, response, feed"],
])("refuses %j with its place and what it must be", (options, place, rule) => {
  expect(refusalBy(() => checkLatency(options as LatencyOptions))).toEqual([place, rule]);
});

it("leaves keys that are somebody else's to check, and values that are absent", () => {
  const given = { path: "", others: ["account"], refuse: fail };
  expect(checkDelays({ account: "any", feed: 1, response: undefined }, given)).toEqual({
    feed: { ms: 1, jitterMs: 0 },
  });
  expect(refusalBy(() => checkDelays({ feed: -1 }, { path: "at", refuse: fail }))).toEqual(["at.feed", ms]);
  expect(refusalBy(() => checkDelays({ account: 1 }, { path: "at", refuse: fail }))?.[0]).toBe("at.account");
});
