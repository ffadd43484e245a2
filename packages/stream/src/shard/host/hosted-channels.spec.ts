import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { beforeEach, expect, test } from "vitest";
import type { ChannelItem, QueuePolicy } from "../channel/channel-item.js";
import type { ToShard } from "../thread/shard-messages.js";
import { type HostedChannel, HostedChannels } from "./hosted-channels.js";

let clock: FakeClock;
let told: ToShard[];
let heard: ChannelItem[];
let channels: HostedChannels;

const event = (receivedAtMs: number): ChannelItem => ({
  kind: "event",
  receivedAtMs,
  event: { kind: "deals", pair: "4BTC_USDT" as never, dataKind: "incremental", deals: [] },
});

function open(policy: QueuePolicy = { kind: "queue", limit: 10 }): HostedChannel {
  const channel = {
    id: 7,
    text: "4BTC_USDT_deals",
    policy,
    receiveItems: (batch: readonly ChannelItem[]) => heard.push(...batch),
  };
  channels.open(channel);
  return channel;
}

beforeEach(() => {
  told = [];
  heard = [];
  clock = fakeClock();
  channels = new HostedChannels(clock, (message) => told.push(message));
});

test("a channel is opened, read and closed by messages", () => {
  const channel = open();
  channels.read(channel);
  channels.close(channel);
  channels.receive(7, [event(1)]);
  expect(told.map(({ kind }) => kind)).toEqual(["open-channel", "events-read", "close-channel"]);
  expect([heard, channels.size]).toEqual([[], 0]);
});

test("a lost thread is said at once, and its hole before the first message of the next thread", () => {
  open();
  channels.receive(7, [event(10), event(20)]);
  channels.threadLost();
  channels.threadLost();
  channels.introduceAll();
  expect(told.filter(({ kind }) => kind === "open-channel")).toHaveLength(2);
  channels.receive(7, [{ kind: "status", status: "subscribed" }]);
  channels.receive(7, [{ kind: "status", status: "live" }, event(90), event(95)]);
  expect(heard.slice(2)).toEqual([
    { kind: "status", status: "disconnected" },
    { kind: "status", status: "disconnected" },
    { kind: "status", status: "subscribed" },
    { kind: "status", status: "live" },
    { kind: "gap", fromMs: 20, toMs: 90, reason: "thread-lost", dropped: 0, missing: "unknown" },
    event(90),
    event(95),
  ]);
});

test("a thread that was lost before the first message leaves a hole from the opening on", () => {
  const openedAtMs = clock.epochMs();
  open();
  clock.advance(1_000);
  channels.receive(7, [{ kind: "status", status: "subscribed" }]);
  channels.threadLost();
  channels.receive(7, [event(openedAtMs + 5_000)]);
  expect(heard.find(({ kind }) => kind === "gap")).toMatchObject({ fromMs: openedAtMs, toMs: openedAtMs + 5_000 });
});

test("where nothing was subscribed to, or the newest wins, a lost thread leaves no hole", () => {
  open();
  channels.threadLost();
  channels.receive(7, [event(90)]);
  open({ kind: "conflate" });
  channels.receive(7, [event(95)]);
  channels.threadLost();
  channels.receive(7, [event(99)]);
  expect(heard.filter(({ kind }) => kind === "gap")).toEqual([]);
});
