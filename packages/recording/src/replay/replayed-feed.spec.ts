import { Credential } from "@depthwire/core";
import { encodeLogin, encodeSubscribe, encodeUnsubscribe } from "@depthwire/core/internal";
import type { Socket } from "@depthwire/stream";
import { expect, test } from "vitest";
import type { RecordingEntry, SegmentHeader } from "../segment/recording-entry.js";
import { segmentName } from "../segment/recording-index.js";
import { MemoryStore } from "./memory-store.spec-kit.js";
import { replay } from "./replay.js";
import { segmentOf, specHeader } from "./segment.spec-kit.js";

const book = "4BTC_USDT_depth";
const otherBook = "4ETH_USDT_depth";
const trades = "4BTC_USDT_deals";
const began = specHeader.startedEpochMs;
const at = (ms: number) => ({ connection: 1, elapsedNs: ms * 1e6, epochMs: began + ms });
const frame = (mark: number) => ({ kind: "inbound", frame: Uint8Array.of(0x30, mark) }) as const;
const sent = (text: string) => ({ kind: "outbound", text }) as const;
const stood = { kind: "connection", connection: 1, address: "ws://venue", phase: "open" } as const;
const checkpoint = { kind: "checkpoint", connection: 1, receivedAtMs: began, pair: "4BTC_USDT" } as const;

/** Plays segments to sockets, and says what each of them was told. */
async function told(
  segments: readonly (readonly [SegmentHeader, readonly RecordingEntry[]])[],
  begins: readonly ((socket: Socket) => void)[],
): Promise<unknown[][]> {
  const store = new MemoryStore();
  for (const [header, entries] of segments) {
    store.files.set(segmentName(header.sequence), segmentOf([[header, ...entries]]).bytes);
  }
  const { ports, run } = await openedReplay(store);
  const heard = begins.map((begin) => {
    const words: unknown[] = [];
    const socket = ports.openSocket("ws://any", {
      opened: () => begin(socket),
      message: ([, mark]) => words.push(mark),
      controlFrame: () => words.push("control frame"),
      doubted: (channel, reason) => words.push(["doubted", channel, reason]),
      renewed: (channel) => words.push(["renewed", channel]),
      missed: (channel, missing) => words.push(["missed", channel, missing]),
      closed: (code, cause) => words.push(["closed", code, cause]),
    });
    return words;
  });
  expect(await run()).toBe("ended");
  return heard;
}

async function openedReplay(store: MemoryStore) {
  const player = await replay(store);
  return { ports: player.ports, run: () => player.run({ conflate: true }) };
}

const subscribing =
  (...channels: readonly string[]) =>
  (socket: Socket): void => {
    for (const channel of channels) {
      socket.send(encodeSubscribe(channel));
    }
  };

test("what a feed said besides messages is said again to those who follow the channel, a later version's words as what nobody may trust", async () => {
  const entries: RecordingEntry[] = [
    { kind: "connecting", ...at(0), address: "relay://bus" },
    { kind: "opened", ...at(1) },
    { ...sent(encodeSubscribe(book)), ...at(2) },
    { ...sent(encodeSubscribe(trades)), ...at(2) },
    { ...frame(7), ...at(3) },
    { kind: "control-frame", ...at(4) },
    { kind: "doubted", ...at(5), channel: book, reason: "relay-gap", fromMs: began + 3 },
    { kind: "doubted", ...at(6), channel: book, reason: "moon-phase", fromMs: began + 3 },
    { kind: "doubted", ...at(7), channel: book, reason: undefined, fromMs: began + 3 },
    { kind: "gap", ...at(8), channel: book, reason: "owner-changed", fromMs: began + 3, dropped: 0 },
    { kind: "gap", ...at(9), channel: trades, reason: "hole", fromMs: began + 3, dropped: 4 },
    { kind: "gap", ...at(10), channel: trades, reason: "moon-phase", fromMs: began + 9, dropped: 0 },
    { kind: "closed", ...at(11), code: 1001, cause: "going away" },
  ];
  const closed = ["closed", 1001, "going away"];
  const books = [
    ["doubted", book, "relay-gap"],
    ["doubted", book, "relay-silent"],
    ["doubted", book, undefined],
    ["renewed", book],
  ];
  const missing = [
    ["missed", trades, { reason: "hole", dropped: 4, fromMs: began + 3, toMs: began + 9 }],
    ["missed", trades, { reason: "relay-gap", dropped: 0, fromMs: began + 9, toMs: began + 10 }],
  ];
  expect(await told([[specHeader, entries]], [subscribing(book), subscribing(trades), subscribing(otherBook)])).toEqual(
    [[7, "control frame", ...books, closed], [7, "control frame", ...missing, closed], []],
  );
});

test("frames go to who follows a channel of their connection for as long as that was subscribed to, on either side", async () => {
  const entries: RecordingEntry[] = [
    { ...stood, access: "public", channels: [book, trades] },
    { ...frame(1), ...at(1) },
    { ...sent(encodeUnsubscribe(trades)), ...at(2) },
    { ...frame(2), ...at(3) },
    { ...sent(encodeSubscribe(otherBook)), ...at(4) },
    { ...frame(3), ...at(5) },
  ];
  expect(
    await told(
      [[specHeader, entries]],
      [
        subscribing(book),
        subscribing(trades),
        subscribing(otherBook),
        (socket) => {
          subscribing(book)(socket);
          socket.send(encodeUnsubscribe(book));
        },
        (socket) => {
          subscribing(book)(socket);
          socket.close(1000);
          subscribing(trades)(socket);
        },
      ],
    ),
  ).toEqual([[1, 2, 3], [1], [3], [], []]);
});

test("frames of an account go to who logged in, whether the login was recorded or stood when the segment began", async () => {
  const credential = new Credential({ apiKey: "k", apiSecret: "s" });
  const login = (socket: Socket): void => socket.send(encodeLogin(credential));
  const recorded: RecordingEntry[] = [
    { kind: "connecting", ...at(0), address: "ws://venue" },
    { ...frame(1), ...at(1) },
    { kind: "outbound-withheld", ...at(2), content: "unknown" },
    { ...frame(2), ...at(3) },
    { kind: "outbound-withheld", ...at(4), content: "login" },
    { ...frame(3), ...at(5) },
  ];
  const begins = [login, subscribing(book)];
  expect(await told([[specHeader, recorded]], begins)).toEqual([[3], []]);
  const before: RecordingEntry[] = [
    { ...stood, access: "private", channels: [] },
    { ...frame(4), ...at(1) },
  ];
  expect(await told([[specHeader, before]], begins)).toEqual([[4], []]);
});

test("a book's state goes once to who follows it and has had no snapshot, and to nobody before a recorded subscription", async () => {
  const state = { ...checkpoint, frame: Uint8Array.of(0x30, 50) };
  const other = { ...checkpoint, pair: "4ETH_USDT", frame: Uint8Array.of(0x30, 60) };
  const entries: RecordingEntry[] = [{ ...stood, access: "public", channels: [trades, book] }, state, state, other];
  const begins = [subscribing(book), subscribing(otherBook), subscribing(trades)];
  expect(await told([[specHeader, entries]], begins)).toEqual([[50], [], []]);
  const again: RecordingEntry[] = [
    { ...stood, access: "public", channels: [trades] },
    { ...sent(encodeSubscribe(book)), ...at(1) },
    state,
  ];
  expect(await told([[specHeader, again]], begins)).toEqual([[], [], []]);
  // Of a connection that nobody wrote down it goes to nobody.
  expect(await told([[specHeader, [{ ...state, connection: 9 }]]], begins)).toEqual([[], [], []]);
});

test("a run that was interrupted ends its connections where the next one begins; segments of one run go on", async () => {
  const first: RecordingEntry[] = [
    { ...stood, access: "public", channels: [book] },
    { ...frame(1), ...at(1) },
  ];
  const next: RecordingEntry[] = [
    { ...stood, access: "public", channels: [book] },
    { ...frame(2), ...at(1) },
  ];
  const later = { ...specHeader, sequence: 2, startedEpochMs: began + 1_000, startedMonotonicMs: 1_012.5 };
  const segments = (run: string) => [[specHeader, first] as const, [{ ...later, run }, next] as const];
  expect(await told(segments(specHeader.run), [subscribing(book)])).toEqual([[1, 2]]);
  // A segment that is missing between two of one run is an interruption as well.
  const lost = [[specHeader, first] as const, [{ ...later, sequence: 3 }, next] as const];
  for (const interrupted of [segments("run-2"), lost]) {
    expect(await told(interrupted, [subscribing(book)])).toEqual([
      [1, ["closed", 1006, "the recording was interrupted"]],
    ]);
  }
});

test("a file that became shorter since the recording was opened is told with its place", async () => {
  const store = new MemoryStore();
  const { bytes } = segmentOf([[specHeader, { ...frame(1), ...at(1) }]]);
  store.files.set(segmentName(1), bytes);
  const { run } = await openedReplay(store);
  await store.truncate(segmentName(1), bytes.length - 1);
  await expect(run()).rejects.toMatchObject({
    code: "recording-truncated",
    details: { file: segmentName(1), offset: bytes.length - 1 },
  });
});
