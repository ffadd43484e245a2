import { setTimeout as sleep } from "node:timers/promises";
import { Credential, connect, createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient } from "@depthwire/rest";
import { startSandbox } from "@depthwire/sandbox";
import { startFaultProxy } from "@depthwire/testkit";
import { expect, it, onTestFinished } from "vitest";
import { quoteBothSides } from "../../../../docs/examples/quote-both-sides.js";

const pair = "4BTC_USDT";
/** A whole minute where it is asked for: the same, only longer. */
const forMs = Number(process.env["DEPTHWIRE_QUOTE_MS"] ?? "16000");
const cuts = 10;
/** Short, so that what was cut off is certain soon. */
const toleranceMs = 1_000;

it(
  "quotes both sides, is cut off ten times, and ends with the venue's own position",
  async () => {
    const timing = { tickIntervalMs: 50, depthIntervalMs: 50, timestampToleranceMs: toleranceMs };
    const sandbox = await startSandbox({ pairs: [pair], seed: 5, requestsPerWindow: 0, ...timing });
    onTestFinished(() => sandbox.close());
    const proxy = await startFaultProxy({ port: sandbox.port });
    onTestFinished(() => proxy.close());
    const credential = new Credential(sandbox.credential);
    const venue = connect({
      addresses: [`ws://127.0.0.1:${proxy.port}${new URL(sandbox.pushUrl).pathname}`],
      restAddress: `http://127.0.0.1:${proxy.port}`,
      http: { proxy: "none" },
      rest: { throttle: { limit: 1_000, reserve: {} } },
      backoff: { firstWindowMs: 100, maxWindowMs: 300 },
      resync: { snapshotTimeoutMs: 500, firstWindowMs: 50 },
    });
    onTestFinished(() => venue.close());
    const account = venue.account(credential, {
      trader: { outcomes: { toleranceMs, marginMs: 300 } },
      // It is whole again before the next cut.
      mirror: { settleMs: 200 },
    });
    const quoting = quoteBothSides({ venue, account, pair, quantity: "0.01", distance: "0.5", forMs });
    for (let cut = 0; cut < cuts; cut++) {
      await sleep(forMs / (cuts + 1));
      proxy.cut(cut % 2 === 0 ? "reset" : "end");
    }
    const own = await quoting;

    const http = createNodeHttpClient({ proxy: "none" });
    onTestFinished(() => http.close());
    const ports = { clock: createNodeClock(), random: Math.random, http: http.request };
    const direct = createRestClient({ addresses: { rest: sandbox.restUrl }, credential }, ports);
    const positions = await direct.usdt.getPositions({ pair });
    const heldOf = (side: string): number => Number(positions.find((one) => one.side === side)?.quantity ?? 0);
    expect({ long: Number(own.long), short: Number(own.short) }).toEqual({
      long: heldOf("long"),
      short: heldOf("short"),
    });
    // It did trade, on both sides, and nothing of it waits any more.
    expect(Math.min(heldOf("long"), heldOf("short"))).toBeGreaterThan(0);
    expect(own.orders).toBeGreaterThan(5);
    expect((await direct.usdt.getOpenOrders({ pair, side: "open-long" })).orders).toEqual([]);
    expect((await direct.usdt.getOpenOrders({ pair, side: "open-short" })).orders).toEqual([]);
  },
  forMs + 240_000,
);
