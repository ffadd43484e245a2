import { canonicalText, type Exchange } from "@depthwire/exchange/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { createInMemoryVenue, type InMemoryVenue, type InMemoryVenueOptions } from "../in-memory.js";
import { loginOf } from "../spec-support/private-listener.js";
import { paths } from "../spec-support/rest-door.js";
import { hmacMd5, type KeyPair } from "../spec-support/rest-kit.js";
import { SnapshotError } from "./snapshot-error.js";
import { maxSnapshots } from "./venue-snapshots.js";

/** Faults that chance decides, latency with jitter, two markets that move: whatever is left out of a snapshot shows. */
const restless: InMemoryVenueOptions = {
  pairs: ["4BTC_USDT", "5BTC_USD"],
  plainBelowBytes: 1_000_000,
  latency: { orderEntry: { ms: 20, jitterMs: 30 }, feed: { ms: 3, jitterMs: 9 } },
  faults: [{ kind: "drop", probability: 0.3, count: 10_000 }],
  rate: 40,
};

function open(options: InMemoryVenueOptions = restless): InMemoryVenue {
  const venue = createInMemoryVenue(options);
  onTestFinished(() => venue.close());
  return venue;
}

const asJson = { "content-type": "application/json" };

async function operate(venue: InMemoryVenue, method: string, path: string, body?: object): Promise<Reply> {
  const request = { method, target: `/_sandbox/${path}`, headers: asJson };
  const answer = await venue.request(body === undefined ? request : { ...request, body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, unknown> };
}

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function post(venue: InMemoryVenue, target: string, params: object, key: KeyPair = venue.credential): Promise<string> {
  const body = JSON.stringify(params);
  const timestamp = String(venue.clock.epochMs());
  const headers = {
    ...asJson,
    "svc-api-key": key.apiKey,
    "svc-timestamp": timestamp,
    "svc-api-sign": hmacMd5(key.apiSecret, timestamp, body),
  };
  return venue
    .request({ method: "POST", target, headers, body })
    .then((answer) => new TextDecoder().decode(answer.body));
}

function order(changes: object = {}): object {
  return { pair: "4BTC_USDT", amount: "0.01", order_side: 1, order_type: 2, price: "45000", order_from: 6, ...changes };
}

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

describe("snapshots", () => {
  it("are listed, replaced by name, and forgotten", () => {
    const venue = open({});
    venue.snapshots.take("one");
    venue.snapshots.take("two");
    venue.advance(1_000);
    const again = venue.snapshots.take("one");
    expect(venue.snapshots.list().map(({ name }) => name)).toEqual(["two", "one"]);
    expect(again).toEqual({ name: "one", atMs: venue.clock.epochMs(), ticks: 11, bytes: expect.any(Number) });
    venue.snapshots.remove("two");
    expect(venue.snapshots.list().map(({ name }) => name)).toEqual(["one"]);
  });

  it("are refused with a code that says why", () => {
    const venue = open({});
    const { snapshots } = venue;
    const code = (wanted: string, details: object): unknown => expect.objectContaining({ code: wanted, details });
    expect(() => snapshots.goBack("none")).toThrow(code("snapshot-unknown", { name: "none", known: "" }));
    snapshots.take("one");
    for (const act of [snapshots.goBack, snapshots.fork, snapshots.remove]) {
      expect(() => act("none")).toThrow(code("snapshot-unknown", { name: "none", known: "one" }));
      expect(() => act("none")).toThrow(SnapshotError);
    }
    expect(() => snapshots.take("../x")).toThrow(expect.objectContaining({ code: "value-invalid" }));
    for (let i = 1; i < maxSnapshots; i++) {
      snapshots.take(`more-${i}`);
    }
    expect(() => snapshots.take("too-many")).toThrow(code("snapshots-full", { what: "snapshots", max: maxSnapshots }));
    snapshots.take("one");
    expect(snapshots.list()).toHaveLength(maxSnapshots);
  });

  it("are not taken in the middle of what happens", () => {
    const venue = open({});
    const refused: unknown[] = [];
    venue.listen(() => {
      try {
        venue.snapshots.take("now");
      } catch (error) {
        refused.push(error instanceof SnapshotError ? error.details : error);
      }
    });
    venue.advance(100);
    expect(refused[0]).toEqual({ because: "telling" });
    expect(venue.snapshots.list()).toEqual([]);
  });

  it("are nothing for a market that somebody else makes", () => {
    const venue = open({ pairs: ["4BTC_USDT"], feed: { start: () => () => {} } });
    expect(() => venue.snapshots.take("one")).toThrow(expect.objectContaining({ details: { because: "feed" } }));
  });
});

describe("a scenario", () => {
  const steps = [
    { atMs: 100, do: "snapshot", name: "calm" },
    { atMs: 200, do: "halt", forMs: 5_000 },
    { atMs: 1_000, do: "go-back", name: "calm" },
  ];

  it("takes snapshots and goes back; what it has set lasts, and it goes on", async () => {
    const venue = open({ pairs: ["4BTC_USDT"], scenario: { steps } });
    await venue.elapse(999);
    const beforeMs = venue.clock.epochMs();
    await venue.elapse(2);
    expect(venue.clock.epochMs()).toBe(beforeMs - 898);
    expect(JSON.parse(await post(venue, paths.open, order()))).toMatchObject({ state: 2021 });
    await venue.elapse(4_300);
    expect(JSON.parse(await post(venue, paths.open, order()))).toMatchObject({ state: 0 });
    expect((await operate(venue, "GET", "scenario")).body).toMatchObject({ scenario: { begun: 3, state: "over" } });
  });

  it("leaves nothing of what it had set for a time in a snapshot, and ends when the operator goes back", async () => {
    const venue = open({ pairs: ["4BTC_USDT"], scenario: { steps: steps.slice(0, 2) } });
    await venue.elapse(300);
    venue.snapshots.take("halted");
    await venue.elapse(10);
    venue.snapshots.goBack("halted");
    expect((await operate(venue, "GET", "scenario")).body).toMatchObject({ scenario: { state: "stopped" } });
    expect(JSON.parse(await post(venue, paths.open, order()))).toMatchObject({ state: 0 });
    const fork = venue.snapshots.fork("halted");
    onTestFinished(() => fork.close());
    expect(JSON.parse(await post(fork, paths.open, order()))).toMatchObject({ state: 0 });
  });

  it("goes back only to what is there, or what it took before", async () => {
    const venue = open({ pairs: ["4BTC_USDT"] });
    const goBack = { steps: [{ atMs: 5, do: "go-back", name: "calm" }] };
    expect((await operate(venue, "POST", "scenario", goBack)).body).toMatchObject({
      error: { code: "value-invalid", msg: expect.stringContaining("steps[0].name") },
    });
    expect(() => open({ scenario: { steps: steps.toReversed().map((step, i) => ({ ...step, atMs: i })) } })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ option: "scenario.steps[0].name" }) }),
    );
    venue.snapshots.take("calm");
    expect((await operate(venue, "POST", "scenario", goBack)).status).toBe(200);
  });
});
