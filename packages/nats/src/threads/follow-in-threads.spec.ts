import { existsSync } from "node:fs";
import { createTrustMemory, TrustBoard } from "@depthwire/relay/internal";
import { expect, it } from "vitest";
import { followInThreads } from "./follow-in-threads.js";
import type { FollowerThreadData } from "./follower-thread.js";
import { processTime } from "./process-time.js";

const bus = { servers: ["nats://127.0.0.1:1"], name: "spec" };

it("what follows a relay in threads can be sent to them, and the module that they run is there", () => {
  const { addresses, shards, shardModule } = followInThreads(bus, "venue", 3);
  expect([addresses, shards]).toEqual([["ws://relay"], 3]);
  expect(existsSync(new URL(shardModule.url))).toBe(true);
  expect(shardModule.url).toMatch(/\/dist\/threads\/follower-thread\.js$/);
  const sent = structuredClone(shardModule.data) as FollowerThreadData;
  expect(sent).toMatchObject({ bus, venue: "venue" });
});

it("a book is in doubt until its thread has said that it can be trusted", () => {
  const { shardModule, shardFor, doubtOf } = followInThreads(bus, "venue", 2);
  const { trust } = shardModule.data as FollowerThreadData;
  expect(trust.byteLength).toBe(createTrustMemory().byteLength);
  expect(shardFor("4BTC_USDT")).toBe(shardFor("4BTC_USDT"));
  expect(doubtOf("4BTC_USDT")).toBe(new TrustBoard(trust, processTime).doubtOf("4BTC_USDT"));
  expect(doubtOf("4BTC_USDT")).toBeDefined();
});

it("the clock of a process goes on in every thread alike, beside the wall's", () => {
  const before = processTime.monotonicMs();
  const until = performance.now() + 2;
  while (performance.now() < until) {
    // Two milliseconds pass.
  }
  const passedMs = processTime.monotonicMs() - before;
  expect(passedMs).toBeGreaterThan(1);
  expect(Math.abs(processTime.monotonicMs() - Number(process.hrtime.bigint()) / 1e6)).toBeLessThan(10_000);
  expect(Math.abs(processTime.wallMs() - Date.now())).toBeLessThan(10_000);
});
