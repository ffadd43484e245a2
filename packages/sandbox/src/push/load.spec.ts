import { describe, expect, it, onTestFinished } from "vitest";
import type { SandboxOptions } from "../options.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { Follower } from "../spec-support/follower.js";
import { PushClient } from "../spec-support/push-client.js";

const pair = "4BTC_USDT";
/** Fewer than the venue holds, so that some may come while they are asked for. */
const statesCompared = 150;

async function begin(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox({ pairs: 3, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function listen(sandbox: Sandbox, ...pairs: readonly string[]): Promise<PushClient> {
  const client = await PushClient.open(sandbox.pushUrl);
  onTestFinished(() => client.close());
  for (const name of pairs) {
    client.send({ sub: `${name}_depth` });
  }
  return client;
}

describe("load", () => {
  it("comes on top: states that differ, one seq after the other, each of them the truth and none crossed", async () => {
    const sandbox = await begin({ rate: 200, depthIntervalMs: 1_000 });
    const client = await listen(sandbox, pair);
    await client.next(() => client.received.length >= 120);
    // The load stands still when nobody listens: what the client saw last is still held, however slow the machine is.
    client.socket.close();
    await client.closed;
    const newest = sandbox.exchange.published(pair)?.seq ?? 0;
    const follower = new Follower();
    let before = "";
    let lastMs = 0;
    let compared = 0;
    for (const { json } of client.received) {
      const d = json?.d;
      if (d === undefined) {
        throw new Error("no payload");
      }
      if (follower.seq > 0) {
        expect(d.seq).toBe(follower.seq + 1);
      }
      expect(d.ut).toBeGreaterThan(lastMs);
      lastMs = d.ut;
      follower.receive(d);
      const rows = follower.rows();
      const now = JSON.stringify(rows);
      expect(now).not.toBe(before);
      before = now;
      expect(Number(rows.asks?.[0]?.[1])).toBeGreaterThan(Number(rows.bids?.[0]?.[1]));
      if (d.seq <= newest - statesCompared) {
        continue;
      }
      const truth = await (await fetch(`${sandbox.restUrl}/_sandbox/book/${pair}?seq=${d.seq}`)).json();
      expect(truth).toMatchObject(rows);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
  });

  it("is spread over the pairs that somebody listens to, and is not there while nobody does", async () => {
    const sandbox = await begin({ rate: 900, depthIntervalMs: 60_000 });
    const quiet = sandbox.pairs.map((name) => sandbox.exchange.published(name)?.seq);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sandbox.pairs.map((name) => sandbox.exchange.published(name)?.seq)).toEqual(quiet);
    const [first = "", second = "", third = ""] = sandbox.pairs;
    const client = await listen(sandbox, first, second);
    // Counted from when both are there: the first one had the whole rate until then.
    await client.nextJson((json) => json.topic === `${second}_depth`);
    const from = client.received.length;
    await client.next(() => client.received.length > from + 600);
    const counted = client.received.slice(from);
    const shareOf = (name: string): number =>
      counted.filter(({ json }) => json?.topic === `${name}_depth`).length / counted.length;
    for (const name of [first, second]) {
      expect(shareOf(name)).toBeGreaterThan(0.4);
    }
    expect(sandbox.exchange.published(third)?.seq).toBe(quiet[2]);
  });

  it("moves no money and no order: the next publication is the book again", async () => {
    const sandbox = await begin({ rate: 1000, tickIntervalMs: 60_000, depthIntervalMs: 400 });
    const client = await listen(sandbox, pair);
    const follower = new Follower();
    const states: string[] = [];
    let followed = 0;
    // With the market standing still, what is published by the interval is what was there in the beginning. Each frame
    // is followed: what the venue holds at the moment of a look is soon the load's again, and a busy machine looks late.
    await client.next(() => {
      for (const { json } of client.received.slice(followed)) {
        followed += 1;
        if (json?.d !== undefined) {
          follower.receive(json.d);
          states.push(JSON.stringify(follower.rows()));
        }
      }
      return states.length > 700 && states.lastIndexOf(states[0] ?? "") > 0;
    });
    expect(new Set(states).size).toBeGreaterThan(10);
    expect(states.lastIndexOf(states[0] ?? "")).toBeGreaterThan(0);
  });

  it("is checked", async () => {
    await expect(startSandbox({ rate: -1 })).rejects.toThrow("rate");
  });
});
