import type { NatsBus } from "@depthwire/nats";
import { Subjects } from "@depthwire/relay";
import { expect, it } from "vitest";
import { backfillFrom } from "./backfill.js";

const asked = { pair: "4BTC_USDT", name: "depth", channel: "4BTC_USDT_depth" };
/** Whoever asks it for something fails. */
const opened = { bus: {} as NatsBus, subjects: new Subjects("main"), address: "" };
const end = { frames: [new Uint8Array(1)], recordedAtMs: 0, endedAtMs: Date.now(), state: new Uint8Array(1) };

it.each([
  ["was never recorded", undefined, "new"],
  ["was recorded until longer ago than was asked for", { ...end, endedAtMs: Date.now() - 5 * 60_001 }, "lost"],
  ["whose book was not whole", { ...end, state: undefined }, "lost"],
])("of a channel that %s nothing is read", async (_, known, answer) => {
  const ends = new Map(known === undefined ? [] : [[asked.channel, known]]);
  expect(await backfillFrom(opened, ends, 5, () => undefined)(asked)).toBe(answer);
});
