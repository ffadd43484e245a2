import type { Socket, SocketHandlers } from "@depthwire/stream";
import { beforeEach, expect, test } from "vitest";
import { entriesOf } from "../replay/segment.spec-kit.js";
import { RecordingScene } from "./recording-scene.spec-kit.js";

const book = "4BTC_USDT_depth";
const trades = "4BTC_USDT_deals";

let scene: RecordingScene;
let feed: SocketHandlers;
let socket: Socket;
/** What reached whoever opened the connection. */
let told: string[];

beforeEach(async () => {
  scene = new RecordingScene();
  told = [];
  await scene.start({ maxSegmentMs: 1_000 });
  const open = scene.recording.tap((_address, handlers) => {
    feed = handlers;
    return { send: () => {}, ping: () => {}, close: () => {} };
  });
  socket = open("relay://bus", {
    opened: () => {},
    message: () => told.push("message"),
    doubted: (_channel, reason) => told.push(`doubted ${reason}`),
    renewed: () => told.push("renewed"),
    missed: (_channel, { reason }) => told.push(`missed ${reason}`),
    controlFrame: () => {},
    closed: () => {},
  });
  feed.opened();
  socket.send(`{"sub":"${book}"}`);
});

const message = (channel: string) => feed.message(Uint8Array.of(0x30, 0x7b, 0x7d), channel);

/** The words of feeds in a segment. */
async function wordsIn(name: string) {
  await scene.recording.close();
  return entriesOf(scene.store.bytesOf(name)).flatMap((entry) => {
    if (entry.kind === "doubted") {
      return [[entry.kind, entry.channel, entry.reason, entry.fromMs]];
    }
    return entry.kind === "gap" ? [[entry.kind, entry.channel, entry.reason, entry.fromMs, entry.dropped]] : [];
  });
}

test("a doubt is a gap from the last message on; before the first message nothing is missing", async () => {
  feed.doubted?.(book, "relay-silent");
  message(book);
  const fromMs = scene.clock.epochMs();
  feed.doubted?.(book, undefined);
  expect(scene.recording.statistics().feedGaps).toBe(0);
  scene.clock.advance(50);
  feed.doubted?.(book, "relay-silent");
  feed.doubted?.(book, "owner-changed");
  feed.doubted?.(book, "owner-changed");
  expect(scene.recording.statistics().feedGaps).toBe(1);
  feed.doubted?.(book, undefined);
  expect(told.filter((word) => word.startsWith("doubted"))).toHaveLength(6);
  expect(await wordsIn("00000001.dwrec")).toEqual([
    ["doubted", book, "relay-silent", undefined],
    ["doubted", book, undefined, fromMs],
    ["doubted", book, "relay-silent", fromMs],
    ["doubted", book, "owner-changed", fromMs],
    ["doubted", book, undefined, fromMs],
  ]);
});

test("a doubt that stands when a segment begins stands at its beginning", async () => {
  message(trades);
  message(book);
  const fromMs = scene.clock.epochMs();
  feed.doubted?.(book, "relay-disconnected");
  scene.clock.advance(1_500);
  message(trades);
  expect(scene.recording.statistics().feedGaps).toBe(1);
  expect(await wordsIn("00000002.dwrec")).toEqual([["doubted", book, "relay-disconnected", fromMs]]);
});

test("what a feed missed counts once, with the doubt that it was missed in", async () => {
  message(trades);
  const fromMs = scene.clock.epochMs();
  feed.doubted?.(trades, "relay-gap");
  scene.clock.advance(40);
  feed.doubted?.(trades, undefined);
  feed.missed?.(trades, { reason: "relay-gap", dropped: 3, fromMs, toMs: scene.clock.epochMs() });
  message(trades);
  expect(scene.recording.statistics().feedGaps).toBe(1);
  scene.clock.advance(40);
  feed.missed?.(trades, { reason: "owner-changed", dropped: 0, fromMs: fromMs + 40, toMs: scene.clock.epochMs() });
  expect(scene.recording.statistics().feedGaps).toBe(2);
  expect(await wordsIn("00000001.dwrec")).toEqual([
    ["doubted", trades, "relay-gap", fromMs],
    ["doubted", trades, undefined, fromMs],
    ["gap", trades, "relay-gap", fromMs, 3],
    ["gap", trades, "owner-changed", fromMs + 40, 0],
  ]);
});

test("a book of another owner is a gap, though it was live all the while", async () => {
  message(book);
  const fromMs = scene.clock.epochMs();
  scene.clock.advance(20);
  feed.renewed?.(book);
  message(book);
  expect(told).toEqual(["message", "renewed", "message"]);
  expect(scene.recording.statistics().feedGaps).toBe(1);
  expect(await wordsIn("00000001.dwrec")).toEqual([["gap", book, "owner-changed", fromMs, 0]]);
});

test("what is missed within a doubt is of its gap, and so is the doubt that follows what was missed", async () => {
  message(book);
  const fromMs = scene.clock.epochMs();
  const missing = { reason: "relay-gap", dropped: 1, fromMs, toMs: fromMs } as const;
  feed.doubted?.(book, "relay-gap");
  scene.clock.advance(10);
  feed.missed?.(book, missing);
  scene.clock.advance(10);
  feed.doubted?.(book, undefined);
  expect(scene.recording.statistics().feedGaps).toBe(1);
  // A doubt before the first message is none, until something is known to be missing in it.
  feed.doubted?.(trades, "relay-silent");
  feed.missed?.(trades, missing);
  feed.missed?.(trades, missing);
  expect(scene.recording.statistics().feedGaps).toBe(2);
  scene.clock.advance(10);
  feed.doubted?.(trades, undefined);
  feed.missed?.(trades, missing);
  expect(scene.recording.statistics().feedGaps).toBe(2);
  await scene.recording.close();
});

test("a doubt ends with the subscription, and with the connection", async () => {
  message(book);
  message(trades);
  const fromMs = scene.clock.epochMs();
  feed.doubted?.(book, "relay-silent");
  socket.send(`{"unsub":"${trades}"}`);
  socket.send(`{"unsub":"${book}"}`);
  feed.doubted?.(trades, "relay-silent");
  feed.closed(1006, "gone");
  scene.clock.advance(1_500);
  const open = scene.recording.tap(scene.network.openSocket);
  open("ws://venue", { opened: () => {}, message: () => {}, controlFrame: () => {}, closed: () => {} });
  await scene.recording.close();
  expect(await wordsIn("00000001.dwrec")).toEqual([
    ["doubted", book, "relay-silent", fromMs],
    ["doubted", book, undefined, fromMs],
    ["doubted", trades, "relay-silent", fromMs],
  ]);
  expect(await wordsIn("00000002.dwrec")).toEqual([]);
});
