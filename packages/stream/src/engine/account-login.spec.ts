import type { AccountEvent } from "@depthwire/account";
import { isFinished } from "@depthwire/account/internal";
import { Credential } from "@depthwire/core";
import {
  encodeChannelData,
  encodeChannelLoginAcknowledgement,
  encodePrivateEvent,
  type JsonWritable,
  privateEventCodec,
} from "@depthwire/core/internal";
import type { PrivateEvent } from "@depthwire/schema/internal";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { plainHabits, ScriptedVenue } from "../../../account/src/mirror/scripted-venue.spec-kit.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine } from "./create-engine.js";
import type { Engine } from "./engine.js";
import type { LoginOptions, PrivateStream } from "./private-stream.js";

const pair = "4BTC_USDT";
const privateChannel = "svc_sub_spot_ALL_ALL_login";
const text = new TextEncoder();

let clock: FakeClock;
let network: FakeNetwork;
let engine: Engine;
let venue: ScriptedVenue;
let session: PrivateStream;
let events: AccountEvent[];
let ended: Promise<void>;

/** How each protocol writes what the venue says. */
const protocols = [
  {
    protocol: "prefix",
    acknowledge: () =>
      network.last.plain('{"topic":"ALL_ALL_login","uid":"7","t":0,"d":{"result":"subscribe success"}}'),
    say: (event: PrivateEvent) => network.last.zlib(encodePrivateEvent("7", event)),
    mumble: () => network.last.zlib('{"topic":"ALL_ALL_login","uid":"7","t":1,"d":{"contract_detail":{"oi":"1"}}}'),
  },
  {
    protocol: "channel",
    acknowledge: () =>
      network.last.bytes(text.encode(encodeChannelLoginAcknowledgement(privateChannel, "subscribe success"))),
    say: (event: PrivateEvent) => {
      const payload = privateEventCodec.encode(event) as JsonWritable;
      network.last.bytes(text.encode(encodeChannelData({ channel: privateChannel, dataKind: "incremental", payload })));
    },
    mumble: () =>
      network.last.bytes(text.encode(`[{"channel":"${privateChannel}","binary":0,"data_type":1,"data":{"what":1}}]`)),
  },
] as const;

afterEach(() => engine.close());

function logIn(options: LoginOptions): void {
  session = engine.login(new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" }), options);
  events = [];
  ended = (async () => {
    for await (const event of session) {
      events.push(event);
    }
  })();
  // A spec that asks for it hears how it ended.
  ended.catch(() => undefined);
}

/** The next connection stands and is logged in. */
async function connect(): Promise<void> {
  await clock.advanceAndSettle(5_000);
  network.last.open();
  venue.connect();
  await clock.advanceAndSettle(5_000);
}

/** Time passes on a connection that lives. */
async function stay(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 2_000) {
    network.last.controlFrame();
    await clock.advanceAndSettle(2_000);
  }
}

const fills = () =>
  events.flatMap((event) =>
    event.kind === "fill" ? [`${event.origin} ${event.fill.orderId}/${event.fill.dealQuantity}`] : [],
  );
const kinds = () => events.map(({ kind }) => kind);

describe.each(protocols)("an account over protocol $protocol", ({ protocol, acknowledge, say, mumble }) => {
  beforeEach(() => {
    clock = fakeClock();
    network = new FakeNetwork();
    const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
    engine = createEngine({ addresses: ["ws://one"], protocol }, { clock, random: () => 0.5, shard });
    venue = new ScriptedVenue(clock, () => 0.5, plainHabits);
    venue.feed = { acknowledged: acknowledge, received: say, broken: () => network.last.end() };
  });

  test("delivers each fill once, those of an outage between gap and gap-closed", async () => {
    logIn({ recovery: { reconciler: venue } });
    await connect();
    expect(session.state).toMatchObject({ status: "live", hasStarted: true });
    const order = venue.place(pair, "open-long", 9);
    venue.trade(order, 1);
    await clock.advanceAndSettle(1_000);
    const heardAtMs = clock.epochMs();
    network.last.controlFrame();
    await clock.advanceAndSettle(2_000);
    events.length = 0;
    venue.break();
    venue.trade(order, 2);
    await connect();
    venue.trade(order, 6);
    await clock.advanceAndSettle(5_000);
    expect(fills()).toEqual([`query ${order.id}/2`, `push ${order.id}/6`]);
    expect(kinds().filter((kind) => kind.startsWith("gap"))).toEqual(["gap", "gap-closed"]);
    expect(kinds().indexOf("gap")).toBeLessThan(kinds().indexOf("fill"));
    // What was heard last bounds the gap, though it was not a message.
    expect(events.find((event) => event.kind === "gap")).toMatchObject({ fromMs: heardAtMs });
    expect(session.state.orders.get(order.id)).toMatchObject({ status: "filled", dealQuantity: "9" });
    expect(engine.statistics().accounts).toMatchObject({ open: 1, reconciliations: 2, queued: 0 });
  });

  test.each(["nothing", "an order", "a position"])(
    "that has %s waits as long as it may when it is cut off",
    async (what) => {
      logIn({ recovery: { reconciler: venue } });
      await connect();
      if (what !== "nothing") {
        const order = venue.place(pair, "open-long", 2);
        if (what === "a position") {
          venue.trade(order, 2);
        }
      }
      await clock.advanceAndSettle(1_000);
      expect(session.state.positions.size).toBe(what === "a position" ? 1 : 0);
      const waits: number[] = [];
      for (let failure = 0; failure < 6; failure++) {
        network.last.end(1006, "planted");
        const { status } = session;
        expect(status).toMatchObject({ phase: "waiting", cause: "planted" });
        const { retryInMs } = status as Extract<typeof status, { phase: "waiting" }>;
        waits.push(retryInMs);
        await clock.advanceAndSettle(retryInMs);
      }
      const ordinary = [2_500, 5_000, 10_000, 20_000, 30_000, 30_000];
      const urgent = [2_500, 3_750, 3_750, 3_750, 3_750, 3_750];
      expect(waits).toEqual(what === "nothing" ? ordinary : urgent);
    },
  );

  test("that has an order waits no longer than the program lets any session wait", async () => {
    await engine.close();
    const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
    const backoff = { firstWindowMs: 50, maxWindowMs: 100 };
    engine = createEngine({ addresses: ["ws://one"], protocol, backoff }, { clock, random: () => 0.5, shard });
    logIn({ recovery: { reconciler: venue } });
    await connect();
    venue.place(pair, "open-long", 2);
    await clock.advanceAndSettle(1_000);
    const waits: unknown[] = [];
    for (let failure = 0; failure < 3; failure++) {
      network.last.end(1006, "planted");
      waits.push(session.status);
      await clock.advanceAndSettle(100);
    }
    expect(waits).toMatchObject([{ retryInMs: 50 }, { retryInMs: 75 }, { retryInMs: 75 }]);
  });

  test("never lets an order go back", async () => {
    logIn({ recovery: { reconciler: venue } });
    await connect();
    const order = venue.place(pair, "open-long", 2);
    venue.trade(order, 1);
    venue.break();
    venue.trade(order, 1);
    await connect();
    await stay(40_000);
    const told = events.flatMap((event) => (event.kind === "order" ? [event.order] : []));
    const quantities = told.map(({ dealQuantity }) => Number(dealQuantity));
    expect(quantities).toEqual(quantities.toSorted((one, other) => one - other));
    expect(told.findIndex(({ status }) => isFinished(status))).toBe(told.length - 1);
    expect(fills()).toHaveLength(2);
  });

  test("takes a message that nobody can read as a break", async () => {
    logIn({ recovery: { reconciler: venue } });
    await connect();
    const order = venue.place(pair, "open-long", 9);
    await clock.advanceAndSettle(1_000);
    events.length = 0;
    venue.feed = { acknowledged: acknowledge, broken: () => {}, received: mumble };
    venue.trade(order, 4);
    await stay(30_000);
    expect(session.rejected).toMatchObject({ "message-shape": expect.any(Number) });
    expect(fills()).toEqual([`query ${order.id}/4`]);
    expect(kinds().at(0)).toBe("gap");
    expect(kinds().at(-1)).toBe("gap-closed");
    expect([session.status.phase, network.sockets.length]).toEqual(["live", 1]);
  });

  test("says without a reconciler that nobody can know", async () => {
    logIn({});
    await connect();
    venue.break();
    await connect();
    expect(events.filter(({ kind }) => kind.startsWith("gap"))).toMatchObject([
      { kind: "gap" },
      { kind: "gap-open", reasons: [{ what: "no-reconciler" }] },
    ]);
    session.acceptDifferences();
    await clock.advanceAndSettle(0);
    expect(kinds().at(-1)).toBe("gap-closed");
  });

  test("ends with its key refused: its loop throws why behind what waited, nothing is tried again, and no timer stays", async () => {
    logIn({ recovery: { reconciler: venue } });
    network.last.open();
    const refusal = text.encode('{"error":{"code":"3012","msg":"published text"}}');
    network.last.bytes(refusal);
    const hangs = clock.advanceAndSettle(3_600_000).then(() => "hangs");
    await expect(Promise.race([ended, hangs])).rejects.toMatchObject({
      code: "venue-refused",
      venueCode: 3012,
      operation: "login",
    });
    await expect(drained(session)).rejects.toMatchObject({ venueCode: 3012 });
    expect(session.status).toMatchObject({ phase: "refused", error: { venueCode: 3012 } });
    expect([network.sockets.length, clock.pending(), venue.requests]).toEqual([1, 0, 0]);
    expect(engine.statistics().accounts.open).toBe(0);
    const counted = engine.statistics().accounts;
    session.close();
    expect(engine.statistics().accounts).toEqual(counted);
  });

  test("ends with its signal, and with the engine behind the events that wait", async () => {
    const abort = new AbortController();
    const credential = new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" });
    const aborted = drained(engine.login(credential, { signal: abort.signal }));
    abort.abort(new Error("enough"));
    await expect(aborted).rejects.toMatchObject({ code: "aborted", cause: { message: "enough" } });
    const other = engine.login(credential, { recovery: { reconciler: venue } });
    await connect();
    await engine.close();
    expect((await drained(other)).map(({ kind }) => kind)).toContain("started");
    expect([network.alive.length, clock.pending(), engine.statistics().accounts.open]).toEqual([0, 0, 0]);
    expect(() => engine.login(credential, {})).toThrow(expect.objectContaining({ code: "closed" }));
  });
});

async function drained(stream: PrivateStream): Promise<AccountEvent[]> {
  const rest: AccountEvent[] = [];
  for await (const event of stream) {
    rest.push(event);
  }
  return rest;
}

test("options of an account are checked", () => {
  clock = fakeClock();
  network = new FakeNetwork();
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  engine = createEngine({ addresses: ["ws://one"] }, { clock, random: () => 0.5, shard });
  const credential = new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" });
  for (const account of [{ pageSize: -1 }, { families: ["spot" as never] }]) {
    expect(() => engine.login(credential, { account })).toThrow(expect.objectContaining({ code: "option-invalid" }));
  }
  expect(network.sockets).toEqual([]);
});

test("a thousand sessions that were opened and closed leave nothing", async () => {
  clock = fakeClock();
  network = new FakeNetwork();
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  engine = createEngine({ addresses: ["ws://one"] }, { clock, random: () => 0.5, shard });
  const credential = new Credential({ apiKey: "key-of-a-spec", apiSecret: "secret-of-a-spec" });
  for (let round = 0; round < 1_000; round++) {
    const stream = engine.login(credential);
    network.last.open();
    network.last.plain('{"topic":"ALL_ALL_login","uid":"7","t":0,"d":{"result":"subscribe success"}}');
    stream.close();
  }
  await clock.advanceAndSettle(0);
  expect([network.alive.length, clock.pending(), engine.statistics().accounts.open]).toEqual([0, 0, 0]);
});
