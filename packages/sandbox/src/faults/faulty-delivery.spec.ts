import { expect, it } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { Barrier } from "../host/barrier.js";
import type { Feed, FeedMessage } from "../push/feed.js";
import type { Outlet } from "../push/outlet/outlet.js";
import { frameOf } from "../spec-support/heard-connection.js";
import type { FaultRule } from "./fault.js";
import { FaultPlan } from "./fault-plan.js";
import { type Audience, FaultyDelivery } from "./faulty-delivery.js";

const feed: Feed = { kind: "depth", pair: "4BTC_USDT", period: "" };
const outlet = { name: "spec", text: () => "" } as unknown as Outlet;

function open(...rules: readonly FaultRule[]) {
  const clock = new VirtualClock(0);
  const plan = new FaultPlan(1);
  for (const rule of rules) {
    plan.add(rule);
  }
  const usual = (_outlet: Outlet, _feed: Feed, message: FeedMessage) => {
    const { text } = message as unknown as { text: string };
    if (text === "unwritable") {
      throw new Error("broken");
    }
    return frameOf(text);
  };
  const sources = { random: plan.random, usual, earlier: () => undefined, bestAsk: () => undefined };
  const delivery = new FaultyDelivery(plan, sources, clock, new Barrier());
  const done: string[] = [];
  const audienceOf = (name: string): Audience => ({
    outlet,
    send: ({ data }) => done.push(`${clock.epochMs()} ${name} ${new TextDecoder().decode(data)}`),
    cut: () => done.push(`${name} (cut)`),
    close: (code) => done.push(`${name} (close ${code})`),
    silence: () => done.push(`${name} (silence)`),
  });
  const deliver = (text: string, target: "updates" | "snapshots" = "updates", of = feed): void => {
    const audiences = target === "updates" ? [audienceOf("a"), audienceOf("b")] : [audienceOf("new")];
    delivery.deliver(of, { feed: "depth", text } as unknown as FeedMessage, target, audiences);
  };
  return { clock, delivery, done, deliver };
}

it("tells everybody at once without a fault", () => {
  const { done, deliver } = open();
  deliver("one");
  deliver("two", "snapshots");
  expect(done).toEqual(["0 a one", "0 b one", "0 new two"]);
});

it.each<[FaultRule, readonly string[]]>([
  [{ kind: "cut" }, ["a (cut)", "b (cut)"]],
  [{ kind: "close" }, ["a (close 1013)", "b (close 1013)"]],
  [{ kind: "close", code: 4001 }, ["a (close 4001)", "b (close 4001)"]],
  [{ kind: "black-hole" }, ["a (silence)", "b (silence)"]],
])("ends or silences connections in place of a message: %j", (rule, wanted) => {
  const { done, deliver } = open(rule);
  deliver("one");
  expect(done).toEqual(wanted);
});

it("sends a message after the one that follows it", () => {
  const { done, deliver } = open({ kind: "reorder", count: 2 });
  deliver("one");
  deliver("two");
  expect(done).toEqual([]);
  deliver("three");
  deliver("four");
  expect(done.filter((line) => line.includes(" a "))).toEqual(["0 a three", "0 a one", "0 a two", "0 a four"]);
});

it("sends a message late, and what follows it behind it, other feeds at once", () => {
  const { clock, done, deliver } = open({ kind: "delay" });
  deliver("one");
  clock.advance(50);
  deliver("two");
  deliver("elsewhere", "updates", { ...feed, pair: "4ETH_USDT" });
  clock.advance(149);
  expect(done).toEqual(["50 a elsewhere", "50 b elsewhere"]);
  clock.advance(1);
  deliver("three");
  expect(done.filter((line) => line.includes(" a ")).slice(1)).toEqual(["200 a one", "200 a two", "200 a three"]);
});

it("waits for the latest of several late messages, and never less long", () => {
  const { clock, done, deliver } = open(
    { kind: "delay", ms: 100 },
    { kind: "delay", ms: 300 },
    { kind: "delay", ms: 10 },
  );
  deliver("one");
  deliver("two");
  deliver("three");
  clock.advance(299);
  expect(done).toEqual([]);
  clock.advance(1);
  expect(done.filter((line) => line.includes(" a "))).toEqual(["300 a one", "300 a two", "300 a three"]);
});

it("greets newcomers late, each for himself", () => {
  const { clock, done, deliver } = open({ kind: "delay", on: "snapshots", ms: 30 });
  deliver("one", "snapshots");
  deliver("two", "snapshots");
  deliver("three");
  clock.advance(30);
  expect(done).toEqual(["0 new two", "0 a three", "0 b three", "30 new one"]);
});

it("forgets what waits when it is told to stop", () => {
  const { clock, delivery, done, deliver } = open(
    { kind: "delay", on: "snapshots", ms: 30 },
    { kind: "reorder" },
    { kind: "delay", ms: 30 },
  );
  deliver("greeting", "snapshots");
  deliver("overtaken");
  deliver("late", "updates", { ...feed, pair: "4ETH_USDT" });
  delivery.stop();
  clock.advance(1000);
  deliver("next");
  deliver("next there", "updates", { ...feed, pair: "4ETH_USDT" });
  expect(done.filter((line) => !line.includes(" b "))).toEqual(["1000 a next", "1000 a next there"]);
});

it("ends the connections of those whom a message cannot be written for", () => {
  const { done, deliver } = open();
  deliver("unwritable");
  deliver("next");
  expect(done).toEqual(["a (close 1011)", "b (close 1011)", "0 a next", "0 b next"]);
});
