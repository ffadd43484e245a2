import { fakeClock } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { nextEntry } from "../spec-support/channel-entry.js";
import { Follower } from "../spec-support/follower.js";
import { loginOf } from "../spec-support/private-listener.js";
import { PushClient, type Received } from "../spec-support/push-client.js";
import type { FaultRule } from "./fault.js";

const pair = "4BTC_USDT";
const channel = `${pair}_depth`;

let sandbox: Sandbox;
let client: PushClient;

beforeEach(async () => {
  sandbox = await startSandbox({ pairs: 2, depthIntervalMs: 20, tickIntervalMs: 20 });
  client = await PushClient.open(sandbox.pushUrl);
  client.send({ sub: channel });
  await client.nextJson((json) => json.t === 1);
});

afterEach(async () => {
  client.close();
  await sandbox.close();
});

/** Orders a fault and returns the messages around it: from the latest one before it to the third that was published behind it. */
async function around(rule: FaultRule): Promise<readonly Received[]> {
  const from = Math.max(0, client.received.length - 1);
  sandbox.faults.add(rule);
  await expect.poll(() => sandbox.faults.pending()).toEqual([]);
  expect(sandbox.faults.applied()).toEqual({ [rule.kind]: rule.count ?? 1 });
  // A starved client is behind: it may have read nothing yet of what the fault did.
  const told = sandbox.exchange.published(pair)?.seq ?? 0;
  await client.nextJson(({ d }) => (d?.seq ?? 0) > told + 2);
  return client.received.slice(from);
}

function seqsOf(messages: readonly Received[]): (number | undefined)[] {
  return messages.map(({ json }) => json?.d?.seq);
}

/** Steps between the numbers of neighbouring messages. */
function stepsOf(messages: readonly Received[]): number[] {
  const seqs = seqsOf(messages).map((seq) => seq ?? Number.NaN);
  return seqs.slice(1).map((seq, i) => seq - (seqs[i] ?? 0));
}

/** The first message other than an ordinary update of the pair. */
async function odd(rule: FaultRule): Promise<Received> {
  const from = client.received.length;
  sandbox.faults.add(rule);
  const isOdd = ({ json }: Received): boolean => json?.t !== 1 || json.d?.pair !== pair;
  const message = await client.next((one) => client.received.indexOf(one) >= from && isOdd(one));
  return message;
}

describe("faults in the order of messages", () => {
  it("drop leaves messages out", async () => {
    expect(stepsOf(await around({ kind: "drop", count: 3 }))).toContain(4);
  });

  it("duplicate sends one twice", async () => {
    expect(stepsOf(await around({ kind: "duplicate" }))).toContain(0);
  });

  it("reorder sends one behind its follower", async () => {
    const steps = stepsOf(await around({ kind: "reorder" }));
    expect(steps.join()).toContain("2,-1,2");
  });

  it("old-snapshot sends an earlier state again", async () => {
    for (let i = 0; i < 6; i++) {
      await client.next();
    }
    const old = await odd({ kind: "old-snapshot", by: 5 });
    expect(old.json?.t).toBe(0);
    const next = await client.next();
    expect(next.json?.d?.seq).toBe((old.json?.d?.seq ?? 0) + 5);
    const d = old.json?.d;
    const truth = sandbox.exchange.published(pair, d?.seq);
    expect(d?.ut).toBe(truth?.updatedAtMs);
    expect([d?.asks?.length, d?.bids?.length]).toEqual([
      truth?.window.asks.prices.length,
      truth?.window.bids.prices.length,
    ]);
  });

  it("old-snapshot goes back as far as it can when states are missing", async () => {
    const old = await odd({ kind: "old-snapshot", by: 255 });
    expect(old.json?.d?.seq).toBe(1);
  });

  it("gap steps the number of the truth itself: nothing is lost", async () => {
    const messages = await around({ kind: "gap", by: 3 });
    expect(stepsOf(messages)).toContain(4);
    const follower = new Follower();
    for (const { json } of client.received) {
      if (json?.d !== undefined) {
        follower.receive(json.d);
      }
    }
    const truth = await (await fetch(`${sandbox.restUrl}/_sandbox/book/${pair}?seq=${follower.seq}`)).json();
    expect(truth).toMatchObject(follower.rows());
  });

  it("delay holds a message and those behind it back, in order", async () => {
    const from = client.received.length;
    // Long: how far the truth is ahead is what counts, and a busy machine takes its time.
    sandbox.faults.add({ kind: "delay", ms: 1_500 });
    const before = sandbox.exchange.published(pair)?.seq ?? 0;
    const seq = (): number => sandbox.exchange.published(pair)?.seq ?? 0;
    await expect.poll(seq, { interval: 2 }).toBeGreaterThanOrEqual(before + 3);
    expect(client.received.length - from).toBeLessThanOrEqual(1);
    await client.next(({ json }) => (json?.d?.seq ?? 0) >= before + 6);
    expect(new Set(stepsOf(client.received.slice(1)))).toEqual(new Set([1]));
  });

  it("cut ends the connection without a word", async () => {
    sandbox.faults.add({ kind: "cut" });
    expect(await client.closed).toBe(1006);
  });

  it("refuse turns new connections away, as often as wanted", async () => {
    sandbox.faults.add({ kind: "refuse", count: 2 });
    await expect(PushClient.open(sandbox.pushUrl)).rejects.toThrow("503");
    await expect(PushClient.open(sandbox.pushUrl)).rejects.toThrow("503");
    (await PushClient.open(sandbox.pushUrl)).close();
  });
});

describe("faults in the bytes of messages", () => {
  it("corrupt damages a compressed body", async () => {
    expect(await odd({ kind: "corrupt" })).toMatchObject({ binary: true, marker: 0x31, json: undefined });
  });

  it("truncate leaves the first bytes", async () => {
    const cut = await odd({ kind: "truncate", bytes: 40 });
    expect(cut).toMatchObject({ binary: true, marker: 0x31, json: undefined });
    // Forty bytes of the body, behind the marker.
    expect(cut.bytes.length).toBe(41);
  });

  it("unknown-marker", async () => {
    sandbox.faults.add({ kind: "unknown-marker" });
    expect((await client.next(({ marker }) => marker === 0x37)).bytes.length).toBeGreaterThan(100);
  });

  it("not-json", async () => {
    expect((await odd({ kind: "not-json" })).json).toBeUndefined();
  });

  it("wrong-shape", async () => {
    sandbox.faults.add({ kind: "wrong-shape" });
    const wrong = await client.nextJson((json) => JSON.stringify(json.d?.add).includes("none"));
    expect(wrong.t).toBe(1);
  });

  it.each([
    ["kline", `${pair}_kline_1min`],
    ["tag-price-kline", `${pair}TAGPRICE_kline_1min`],
    ["deals", `${pair}_deals`],
    ["ticker", `${pair}_ticker`],
  ] as const)("wrong-shape of %s keeps the channel", async (kind, channel) => {
    sandbox.faults.add({ kind: "wrong-shape", channel: kind, on: "snapshots" });
    client.send({ sub: channel });
    expect((await client.nextJson((json) => json.topic === channel)).d).toBe("none");
  });

  it("wrong-shape of the private stream, and of protocol B's candles", async () => {
    sandbox.faults.add({ kind: "wrong-shape", channel: "private", on: "snapshots" });
    client.send(loginOf(sandbox.credential));
    expect((await client.nextJson(({ topic, d }) => topic === "ALL_ALL_login" && !d?.result)).d).toBe("none");
    sandbox.faults.add({ kind: "wrong-shape", channel: "kline", on: "snapshots" });
    const second = await PushClient.open(sandbox.pushUrl);
    const candles = `svc_sub_spot_${pair}_kline_1min`;
    second.send({ event: "addChannel", channel: candles, binary: 0 });
    expect(Object.keys((await nextEntry(second, candles)).data as object)).toEqual(["unexpected"]);
    second.close();
  });

  it("wrong-pair", async () => {
    const { json } = await odd({ kind: "wrong-pair" });
    expect(json?.topic).toBe(channel);
    expect(json?.d?.pair).toBe("4OTHER_USDT");
  });

  it("ambiguous has a price in add and del of one side", async () => {
    sandbox.faults.add({ kind: "ambiguous" });
    await client.nextJson(({ d }) =>
      (["asks", "bids"] as const).some((side) => {
        const added = (d?.add?.[side] ?? []).map(([, price]) => price);
        return (d?.del?.[side] ?? []).some(([, price]) => added.includes(price));
      }),
    );
  });

  it("crossed puts a bid on the best ask", async () => {
    sandbox.faults.add({ kind: "crossed" });
    const { d } = await client.nextJson(({ d }) => {
      const truth = d === undefined ? undefined : sandbox.exchange.published(pair, d.seq);
      const ask = (truth?.window.asks.prices[0] ?? 0) / 10;
      return (d?.add?.bids ?? []).some(([, price]) => Number(price) === ask);
    });
    expect(d?.pair).toBe(pair);
  });

  it("bomb is small and inflates beyond any limit", async () => {
    const bomb = await odd({ kind: "bomb", bytes: 6_000_000 });
    expect(bomb.bytes.length).toBeLessThan(20_000);
    expect(JSON.stringify(bomb.json).length).toBeGreaterThan(6_000_000);
  });

  it("oversize is long as it is", async () => {
    expect((await odd({ kind: "oversize" })).bytes.length).toBeGreaterThan(256 * 1024);
  });
});

describe("where faults apply", () => {
  it("snapshots, when asked: a newcomer gets an update first", async () => {
    sandbox.faults.add({ kind: "drop", on: "snapshots" });
    const second = await PushClient.open(sandbox.pushUrl);
    second.send({ sub: channel });
    expect((await second.nextJson()).t).toBe(1);
    second.close();
  });

  it("the pair that was named and no other", async () => {
    sandbox.faults.add({ kind: "drop", pair: "4ETH_USDT", count: 5 });
    await client.nextJson();
    await client.nextJson();
    expect(sandbox.faults.pending()).toEqual([{ kind: "drop", pair: "4ETH_USDT", count: 5 }]);
    sandbox.faults.clear();
    expect(sandbox.faults.pending()).toEqual([]);
  });

  it("by chance, the same for one seed", () => {
    expect(() => sandbox.faults.add({ kind: "drop", probability: 2 })).toThrow("probability");
    sandbox.faults.add({ kind: "drop", pair: "4NONE_USDT", probability: 0.5, count: 1000 });
    const taken = Array.from(
      { length: 40 },
      () => sandbox.faults.takeForMessage({ kind: "depth", pair: "4NONE_USDT", period: "" }, "updates") !== undefined,
    );
    expect(new Set(taken)).toEqual(new Set([true, false]));
  });

  it("no longer than the sandbox: what was late is forgotten with it", async () => {
    const clock = fakeClock();
    const other = await startSandbox({ pairs: [pair], clock });
    const rule = { kind: "delay", ms: 600_000 } as const;
    other.faults.add({ ...rule, on: "snapshots" }, rule);
    const second = await PushClient.open(other.pushUrl);
    second.send({ sub: channel });
    while (other.faults.pending().length > 0) {
      clock.advance(100);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    second.close();
    await other.close();
    expect(clock.pending()).toBe(0);
  });

  it("never the truth: after many faults a fresh subscription still equals it", async () => {
    for (const kind of ["drop", "corrupt", "crossed", "ambiguous", "wrong-pair", "gap", "reorder"] as const) {
      sandbox.faults.add({ kind, count: 2 });
    }
    await client.next(() => sandbox.faults.pending().length === 0);
    const second = await PushClient.open(sandbox.pushUrl);
    second.send({ sub: channel });
    const follower = new Follower();
    for (let i = 0; i < 10; i++) {
      const { d } = await second.nextJson();
      if (d === undefined) {
        throw new Error("no payload");
      }
      follower.receive(d);
      const truth = await (await fetch(`${sandbox.restUrl}/_sandbox/book/${pair}?seq=${d.seq}`)).json();
      expect(truth).toMatchObject(follower.rows());
    }
    second.close();
  });
});
