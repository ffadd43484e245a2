import { canonicalText, type Exchange } from "@depthwire/exchange/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import type { InMemoryVenue } from "../in-memory.js";
import { asJson, open, operate, order, post } from "../spec-support/memory-venue.js";
import { loginOf } from "../spec-support/private-listener.js";
import { paths } from "../spec-support/rest-door.js";
import { hmacMd5, type KeyPair } from "../spec-support/rest-kit.js";

/** A few seconds of everything: pushes, orders, a cancellation that is under way, a new account, operator's wishes. */
async function live(venue: InMemoryVenue): Promise<readonly string[]> {
  const trace: string[] = [];
  const socket = venue.connect({
    opened: () => socket.send(JSON.stringify({ sub: "4BTC_USDT_depth" })),
    message: (bytes) => trace.push(`push ${new TextDecoder().decode(bytes)}`),
    controlFrame: () => trace.push("control"),
    closed: (code) => trace.push(`closed ${code}`),
  });
  await venue.elapse(730);
  const reply = async (answer: Promise<string>): Promise<string> => {
    const text = await venue.settle(answer);
    trace.push(`${venue.clock.epochMs()} ${text}`);
    return text;
  };
  const placed = await reply(post(venue, paths.open, order()));
  const [, id = ""] = /"order_id":"?(\d+)/.exec(placed) ?? [];
  await reply(post(venue, paths.open, order({ order_type: 1, price: "", price_type: 1 })));
  await reply(post(venue, paths.close, { order_id: id }));
  trace.push(
    JSON.stringify((await operate(venue, "POST", "accounts", { funds: [{ coin: "USDT", amount: "5" }] })).body),
  );
  await venue.elapse(2_345);
  await reply(post(venue, paths.assets, {}));
  trace.push(canonicalText((venue.exchange as Exchange).state));
  socket.close(1000);
  await venue.elapse(7);
  return trace;
}

describe("going back", () => {
  it.each([1, 50, 99, 100, 149, 1003])(
    "to a snapshot taken at millisecond %d: the same calls have the same trace, again and again",
    async (ms) => {
      const venue = open();
      await live(venue);
      await venue.elapse(ms);
      venue.snapshots.take("before");
      const first = await live(venue);
      expect(first.length).toBeGreaterThan(20);
      for (let round = 0; round < 2; round++) {
        await venue.elapse(17 * round);
        venue.snapshots.goBack("before");
        // Whoever is sent away has gone; no time passes in the venue.
        expect(await live(venue)).toEqual(first);
      }
    },
  );

  it("a fork goes on as the venue would, and neither knows of the other", async () => {
    const venue = open();
    await live(venue);
    venue.snapshots.take("before");
    const first = await live(venue);
    const fork = venue.snapshots.fork("before");
    onTestFinished(() => fork.close());
    expect(fork.credential).toEqual(venue.credential);
    const before = canonicalText((venue.exchange as Exchange).state);
    expect(await live(fork)).toEqual(first);
    expect(canonicalText((venue.exchange as Exchange).state)).toBe(before);
    fork.snapshots.take("own");
    expect(venue.snapshots.list().map(({ name }) => name)).toEqual(["before"]);
  });

  it("makes nobody wait for what was sent in a past that is gone, and does not carry it out", async () => {
    const venue = open({ latency: { orderEntry: 500 } });
    await venue.elapse(1_000);
    venue.snapshots.take("before");
    const answer = post(venue, paths.open, order());
    await venue.elapse(100);
    venue.snapshots.goBack("before");
    expect(JSON.parse(await venue.settle(answer))).toMatchObject({ state: 4003 });
    await venue.elapse(1_000);
    expect(venue.account(venue.userId).openOrders).toEqual([]);
  });

  it("carries out at its own time what was under way in the snapshot: a cancellation", async () => {
    const venue = open({});
    const placed = await post(venue, paths.open, order());
    const [, id = ""] = /"order_id":"?(\d+)/.exec(placed) ?? [];
    await post(venue, paths.close, { order_id: id });
    venue.snapshots.take("under-way");
    for (let round = 0; round < 2; round++) {
      expect(venue.account(venue.userId).openOrders).toHaveLength(1);
      await venue.elapse(5);
      expect(venue.account(venue.userId).openOrders).toEqual([]);
      await venue.elapse(50);
      venue.snapshots.goBack("under-way");
    }
  });

  it("forgets signatures, requests and refusals that came later, and knows those from before", async () => {
    const venue = open({ refuseReplays: true, requestsPerWindow: 4 });
    const timestamp = venue.clock.epochMs();
    const body = JSON.stringify({});
    const headers = {
      ...asJson,
      "svc-api-key": venue.credential.apiKey,
      "svc-timestamp": String(timestamp),
      "svc-api-sign": hmacMd5(venue.credential.apiSecret, String(timestamp), body),
    };
    const repeat = async (): Promise<unknown> => {
      const answer = await venue.request({ method: "POST", target: paths.assets, headers, body });
      return (JSON.parse(new TextDecoder().decode(answer.body)) as { state: number }).state;
    };
    await operate(venue, "POST", `accounts/${venue.userId}`, { refusals: [{ code: 4000, count: 1 }] });
    venue.snapshots.take("fresh");
    for (let round = 0; round < 2; round++) {
      expect([await repeat(), await repeat(), await repeat(), await repeat(), await repeat()]).toEqual([
        4000, 3025, 3025, 3025, 2091,
      ]);
      venue.snapshots.goBack("fresh");
    }
    expect(await repeat()).toBe(4000);
    venue.snapshots.take("used");
    venue.snapshots.goBack("used");
    expect(await repeat()).toBe(3025);
  });

  it("does not take the goodbye for a client that is lost: orders of a protected account stay", async () => {
    const venue = open({ pairs: ["4BTC_USDT"], plainBelowBytes: 1_000_000 });
    const { body } = await operate(venue, "POST", "accounts", {
      funds: [{ coin: "USDT", amount: "1000" }],
      cancelOnDisconnect: true,
    });
    const { account, opened } = body as unknown as { account: number; opened: readonly KeyPair[] };
    const key = opened[0] as KeyPair;
    await post(venue, paths.open, order(), key);
    const closed: number[] = [];
    const heard: string[] = [];
    const socket = venue.connect({
      opened: () => socket.send(JSON.stringify(loginOf(key))),
      message: (bytes) => heard.push(new TextDecoder().decode(bytes)),
      controlFrame: () => {},
      closed: (code) => closed.push(code),
    });
    await venue.elapse(10);
    expect(heard.join()).toContain("order_all");
    venue.snapshots.take("protected");
    venue.snapshots.goBack("protected");
    await venue.elapse(300);
    expect(closed).toEqual([1001]);
    expect(venue.account(account).openOrders).toHaveLength(1);
  });

  it("restores how time runs", async () => {
    const venue = open({ pairs: ["4BTC_USDT"] });
    await operate(venue, "POST", "clock/pause", {});
    venue.snapshots.take("standing");
    await operate(venue, "POST", "clock/resume", { speed: 7 });
    await venue.elapse(1_000);
    venue.snapshots.take("running");
    venue.snapshots.goBack("standing");
    const { nowMs } = (await operate(venue, "GET", "clock")).body;
    await venue.elapse(1_000);
    expect((await operate(venue, "GET", "clock")).body).toMatchObject({ state: "paused", nowMs });
    venue.snapshots.goBack("running");
    await venue.elapse(1_000);
    expect((await operate(venue, "GET", "clock")).body).toMatchObject({ speed: 7, nowMs: Number(nowMs) + 14_000 });
  });
});
