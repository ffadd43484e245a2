import type { AccountEvent } from "@depthwire/account";
import { Credential } from "@depthwire/core";
import { encodePrivateEvent } from "@depthwire/core/internal";
import type { PrivateEvent } from "@depthwire/schema/internal";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { VenueOrder } from "../../../account/src/mirror/scripted-records.spec-kit.js";
import { plainHabits, ScriptedVenue } from "../../../account/src/mirror/scripted-venue.spec-kit.js";
import { FakeNetwork, type FakeSocket, keyOf } from "../spec-kit/fake-network.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine } from "./create-engine.js";
import type { PrivateStream } from "./private-stream.js";

const pair = "4BTC_USDT";
const secret = "secret-of-a-spec";
const firstKey = new Credential({ apiKey: "first-key", apiSecret: secret });
const secondKey = new Credential({ apiKey: "second-key", apiSecret: secret });
const overlapMs = 1_000;

let clock: FakeClock;
let network: FakeNetwork;
let engine: ReturnType<typeof createEngine>;
let venue: ScriptedVenue;
let session: PrivateStream;
let events: AccountEvent[];
/** Sessions that the venue tells everything. */
let told: FakeSocket[];
let outcome: string;

beforeEach(async () => {
  clock = fakeClock();
  network = new FakeNetwork();
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  engine = createEngine({ addresses: ["ws://one"] }, { clock, random: () => 0.5, shard });
  venue = new ScriptedVenue(clock, () => 0.5, plainHabits);
  told = [];
  venue.feed = {
    acknowledged: () => {},
    received: (event) => {
      for (const socket of told) {
        say(socket, event);
      }
    },
    broken: () => {},
  };
  session = engine.login(firstKey, { recovery: { reconciler: venue } });
  events = [];
  void read();
  logIn(network.last);
  venue.connect();
  await clock.advanceAndSettle(5_000);
  events.length = 0;
});

afterEach(() => engine.close());

/** A loop over the account; resolves with the code that it throws. */
async function read(): Promise<string> {
  try {
    for await (const event of session) {
      events.push(event);
    }
    return "ended";
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

/** The key in use is withdrawn: the session is cut off, and its next login refused. */
async function revoke(): Promise<void> {
  told = [];
  network.last.end();
  venue.break();
  await clock.advanceAndSettle(5_000);
  network.last.open();
  refuse(network.last, 3012);
  await clock.advanceAndSettle(0);
}

const say = (socket: FakeSocket, event: PrivateEvent) => socket.zlib(encodePrivateEvent("7", event));
const refuse = (socket: FakeSocket, code: number) => socket.plain(`{"error":{"code":"${code}","msg":"published"}}`);

/** The venue takes the login, and tells the session everything from now on. */
function logIn(socket: FakeSocket, userId = "7"): void {
  socket.open();
  told.push(socket);
  socket.plain(`{"topic":"ALL_ALL_login","uid":"${userId}","t":0,"d":{"result":"subscribe success"}}`);
}

function rotate(): void {
  outcome = "pending";
  const end = (word: string): void => {
    outcome = word;
  };
  void session.rotate(secondKey).then(
    () => end("done"),
    ({ code }: { readonly code: string }) => end(code),
  );
}

/** The venue tells of a fill a moment after the order's. */
async function trade(order: VenueOrder, quantity: number): Promise<void> {
  venue.trade(order, quantity);
  await clock.advanceAndSettle(60);
}

const fills = () => events.flatMap((event) => (event.kind === "fill" ? [event.fill.dealQuantity] : []));
const gaps = () => events.filter(({ kind }) => kind.startsWith("gap"));

test("the next key logs in beside the present one, and takes over without a gap; what both say comes once", async () => {
  const [old] = network.sockets as [FakeSocket];
  const order = venue.place(pair, "open-long", 20);
  rotate();
  const next = network.last;
  await trade(order, 1);
  logIn(next);
  expect(keyOf(next)).toBe("second-key");
  await trade(order, 2);
  // What was on its way to the old session when the new one logged in.
  told = [old];
  await trade(order, 3);
  told = [old, next];
  await trade(order, 4);
  expect(old.closedWith).toBeUndefined();
  told = [next];
  await trade(order, 5);
  await clock.advanceAndSettle(overlapMs);
  expect([old.closedWith, outcome]).toEqual([1000, "done"]);
  await trade(order, 5);
  expect(fills()).toEqual(["1", "2", "3", "4", "5", "5"]);
  expect(gaps()).toEqual([]);
  expect(session.state.orders.get(order.id)).toMatchObject({ dealQuantity: "20", status: "filled" });
  expect([session.status.phase, network.alive.length]).toEqual(["live", 1]);
});

test("what greets the new session sets nothing back", async () => {
  rotate();
  logIn(network.last);
  const before = session.state.assets;
  say(network.last, { kind: "all-assets", value: [] });
  say(network.last, { kind: "all-positions", value: [] });
  say(network.last, { kind: "all-orders", value: [] });
  await clock.advanceAndSettle(overlapMs);
  expect([outcome, session.state.assets]).toEqual(["done", before]);
});

test("where a second session is refused the old one makes room, with a gap", async () => {
  const [old] = network.sockets as [FakeSocket];
  const order = venue.place(pair, "open-long", 9);
  rotate();
  network.last.open();
  refuse(network.last, 4003);
  expect(old.closedWith).toBeUndefined();
  await clock.advanceAndSettle(2_500);
  network.last.open();
  refuse(network.last, 4003);
  expect([old.closedWith, session.status.phase]).toEqual([1000, "waiting"]);
  told = [];
  venue.break();
  venue.trade(order, 2);
  await clock.advanceAndSettle(10_000);
  logIn(network.last);
  venue.connect();
  await clock.advanceAndSettle(5_000);
  expect([keyOf(network.last), outcome, fills()]).toEqual(["second-key", "done", ["2"]]);
  expect(gaps().map(({ kind }) => kind)).toEqual(["gap", "gap-closed"]);
});

test("where the venue cuts the old session off, the new one goes on behind a gap", async () => {
  const [old] = network.sockets as [FakeSocket];
  const order = venue.place(pair, "open-long", 9);
  rotate();
  logIn(network.last);
  told = [network.last];
  venue.trade(order, 2);
  old.end();
  await clock.advanceAndSettle(5_000);
  expect([session.status.phase, outcome, fills()]).toEqual(["live", "done", ["2"]]);
  expect(gaps().map(({ kind }) => kind)).toEqual(["gap", "gap-closed"]);
  expect(network.sockets).toHaveLength(2);
});

test("a key that is refused changes nothing", async () => {
  rotate();
  network.last.open();
  refuse(network.last, 3012);
  await clock.advanceAndSettle(1_000);
  expect([outcome, session.status.phase, gaps()]).toEqual(["venue-refused", "live", []]);
  expect(network.alive).toEqual([network.sockets[0]]);
});

test("another user's key changes nothing", async () => {
  rotate();
  logIn(network.last, "8");
  await clock.advanceAndSettle(0);
  expect([outcome, session.status.phase]).toEqual(["credential-invalid", "live"]);
  expect(network.alive).toEqual([network.sockets[0]]);
});

test("another user's key that came during an outage is given up for the one before", async () => {
  network.last.end();
  rotate();
  await clock.advanceAndSettle(2_500);
  logIn(network.last, "8");
  await clock.advanceAndSettle(0);
  expect(outcome).toBe("credential-invalid");
  logIn(network.last);
  await clock.advanceAndSettle(5_000);
  expect([keyOf(network.last), session.status.phase, network.sockets.length]).toEqual(["first-key", "live", 3]);
});

test("the old key withdrawn while the next one connects ends nothing", async () => {
  const [old] = network.sockets as [FakeSocket];
  rotate();
  refuse(old, 3012);
  old.end();
  expect(session.status.phase).toBe("connecting");
  logIn(network.last);
  await clock.advanceAndSettle(5_000);
  expect([session.status.phase, outcome, network.sockets.length]).toEqual(["live", "done", 2]);
});

test("the refusal of a key that was replaced while it logged in means to log in with the next", async () => {
  network.last.end();
  await clock.advanceAndSettle(2_500);
  network.last.open();
  rotate();
  refuse(network.last, 3012);
  expect(session.status.phase).toBe("connecting");
  logIn(network.last);
  await clock.advanceAndSettle(5_000);
  expect([keyOf(network.last), session.status.phase, outcome]).toEqual(["second-key", "live", "done"]);
});

test("a key opens the session again whose own key was refused: a new loop gets what was missed, each event once", async () => {
  const order = venue.place(pair, "open-long", 9);
  await trade(order, 1);
  await revoke();
  expect([session.status.phase, engine.statistics().accounts.open]).toEqual(["refused", 0]);
  // The loop that was there has thrown; another throws too, until there is another key.
  expect(await read()).toBe("venue-refused");
  venue.trade(order, 2);
  const sockets = network.sockets.length;
  await clock.advanceAndSettle(60_000);
  expect(network.sockets).toHaveLength(sockets);
  rotate();
  const again = read();
  logIn(network.last);
  venue.connect();
  await clock.advanceAndSettle(5_000);
  expect([keyOf(network.last), outcome, session.status.phase]).toEqual(["second-key", "done", "live"]);
  expect(fills()).toEqual(["1", "2"]);
  expect(gaps().map(({ kind }) => kind)).toEqual(["gap", "gap-closed"]);
  expect(engine.statistics().accounts.open).toBe(1);
  await trade(order, 3);
  expect(fills()).toEqual(["1", "2", "3"]);
  session.close();
  expect(await again).toBe("ended");
});

test("a key that is refused too, or another user's, leaves a refused session as it is, and the next may open it", async () => {
  await revoke();
  rotate();
  network.last.open();
  refuse(network.last, 3026);
  await clock.advanceAndSettle(0);
  expect([outcome, session.status.phase]).toEqual(["venue-refused", "refused"]);
  rotate();
  logIn(network.last, "8");
  await clock.advanceAndSettle(0);
  expect([outcome, session.status.phase, network.last.closedWith]).toEqual(["credential-invalid", "refused", 1000]);
  expect(await read()).toBe("venue-refused");
  rotate();
  logIn(network.last);
  await clock.advanceAndSettle(0);
  expect([outcome, session.status.phase]).toEqual(["done", "live"]);
});

test("a refused session that is closed is closed, for statuses and keys too", async () => {
  await revoke();
  const phases = (async () => {
    const seen: string[] = [];
    for await (const { phase } of session.statusChanges) {
      seen.push(phase);
    }
    return seen;
  })();
  session.close();
  expect(await phases).toEqual(["refused", "closed"]);
  await expect(session.rotate(secondKey)).rejects.toMatchObject({ code: "closed" });
  expect(clock.pending()).toBe(0);
});

test("ends with the stream", async () => {
  rotate();
  await engine.close();
  await clock.advanceAndSettle(0);
  expect([outcome, network.alive.length, clock.pending()]).toEqual(["closed", 0, 0]);
  await expect(session.rotate(firstKey)).rejects.toMatchObject({ code: "closed" });
});
