import type { BookView } from "@depthwire/book";
import { Credential, encodeLogin, encodeLogout, encodePing, encodeSubscribe } from "@depthwire/core";
import type { Socket } from "@depthwire/stream";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { FakeNetwork } from "../../../stream/src/spec-kit/fake-network.spec-kit.js";
import { MemoryStore } from "../replay/memory-store.spec-kit.js";
import { entriesOf } from "../replay/segment.spec-kit.js";
import { openRecording, repairRecording } from "../segment/open-recording.js";
import { decodeIndex, indexName, indexPartName, segmentsPerIndexPart } from "../segment/recording-index.js";
import { SegmentReader } from "../segment/segment-reader.js";
import { type Recording, type RecordOptions, record } from "./record.js";

let clock: FakeClock;
let store: MemoryStore;
let network: FakeNetwork;
let recording: Recording;
let heard: string[];
let logged: string[];

const noBooks = (): BookView[] => [];

async function start(options: Partial<RecordOptions> = {}): Promise<void> {
  const logger = { log: (level: string, event: string) => logged.push(`${level} ${event}`) };
  recording = await record({ clock, store, books: noBooks, logger }, { run: "run-1", ...options });
}

function open(address: string = "ws://venue/push"): Socket {
  return recording.tap(network.openSocket)(address, {
    opened: () => heard.push("opened"),
    message: (bytes) => heard.push(`message ${bytes.length}`),
    controlFrame: () => heard.push("control frame"),
    closed: (code) => heard.push(`closed ${code}`),
  });
}

const kinds = (name: string) => entriesOf(store.bytesOf(name)).map(({ kind }) => kind);

beforeEach(() => {
  clock = fakeClock();
  store = new MemoryStore();
  network = new FakeNetwork();
  heard = [];
  logged = [];
});

describe("what is recorded", () => {
  test("everything that happens on a socket, with both times, and it happens as without", async () => {
    await start();
    const socket = open();
    clock.advance(2.5);
    network.last.open();
    socket.send(encodeSubscribe("4BTC_USDT_depth"));
    clock.advance(0.000_25);
    network.last.bytes(Uint8Array.of(0x30, 123, 125));
    network.last.controlFrame();
    network.last.end(1001, "going away");
    await recording.close();
    expect(heard).toEqual(["opened", "message 3", "control frame", "closed 1001"]);
    const entries = entriesOf(store.bytesOf("00000001.dwrec"));
    const [at0, at1] = [clock.epochMs() - 2, clock.epochMs()];
    expect(entries.map((entry) => entry.kind)).toEqual([
      "connecting",
      "opened",
      "outbound",
      "inbound",
      "control-frame",
      "closed",
      "end",
    ]);
    expect(entries[0]).toMatchObject({ connection: 1, elapsedNs: 0, epochMs: at0, address: "ws://venue/push" });
    expect(entries[1]).toMatchObject({ connection: 1, elapsedNs: 2_500_000, epochMs: at1 });
    expect(entries[3]).toMatchObject({ elapsedNs: 2_500_250, frame: Uint8Array.of(0x30, 123, 125) });
    expect(entries[5]).toMatchObject({ code: 1001, cause: "going away" });
    expect(entries[6]).toMatchObject({ frames: 1 });
    expect(recording.statistics()).toMatchObject({ segments: 1, frames: 1, withheld: 0 });
  });

  test("frames are copied: their memory is the socket's", async () => {
    await start();
    open();
    const frame = Uint8Array.of(0x30, 1, 2);
    network.last.bytes(frame);
    frame.fill(9);
    await recording.close();
    expect(entriesOf(store.bytesOf("00000001.dwrec"))[1]).toMatchObject({ frame: Uint8Array.of(0x30, 1, 2) });
  });

  test("a frame larger than the buffer, and in its order", async () => {
    await start();
    open();
    network.last.bytes(new Uint8Array(10).fill(1));
    network.last.bytes(new Uint8Array(200_000).fill(2));
    network.last.bytes(new Uint8Array(10).fill(3));
    await recording.close();
    const frames = entriesOf(store.bytesOf("00000001.dwrec")).filter((entry) => entry.kind === "inbound");
    expect(frames.map(({ frame }) => [frame.length, frame[0]])).toEqual([
      [10, 1],
      [200_000, 2],
      [10, 3],
    ]);
  });

  test("nothing of a connection after this side closed it", async () => {
    await start();
    const socket = open();
    network.last.open();
    socket.close(1000);
    network.last.bytes(Uint8Array.of(0x30));
    socket.send("late");
    network.last.end(1000);
    await recording.close();
    expect(kinds("00000001.dwrec")).toEqual(["connecting", "opened", "closed", "end"]);
    expect(heard).toEqual(["opened", "message 1", "closed 1000"]);
  });
});

test("no secret ever reaches the store", async () => {
  const [key, secret] = ["CANARYKEY-7f3a", "CANARYSECRET-91bc"];
  const credential = new Credential({ apiKey: key, apiSecret: secret });
  await start({ maxSegmentMs: 1_000 });
  const socket = open(`wss://user:CANARYPASS@venue/push?token=CANARYTOKEN#CANARYHASH`);
  network.last.open();
  const login = encodeLogin(credential);
  const { signature } = JSON.parse(login) as { signature: string };
  for (const text of [login, encodeLogout(credential), `{"custom":"${secret}"}`, `not JSON ${key}`, encodePing(5)]) {
    socket.send(text);
  }
  // The ignored field of a known message, too.
  socket.send(JSON.stringify({ ...JSON.parse(encodeSubscribe("4BTC_USDT_depth")), note: secret }));
  clock.advance(2_000);
  network.last.bytes(Uint8Array.of(0x30));
  await recording.close();
  expect(network.last.sent).toContain(login);
  expect(store.segments).toHaveLength(2);
  expect(store.text).not.toMatch(/CANARY/i);
  expect(store.text).not.toContain(signature);
  const withheld = entriesOf(store.bytesOf("00000001.dwrec")).filter((entry) => entry.kind === "outbound-withheld");
  expect(withheld.map(({ content }) => content)).toEqual(["login", "logout", "unknown", "unknown"]);
  expect(recording.statistics().withheld).toBe(4);
  expect(entriesOf(store.bytesOf("00000002.dwrec"))[0]).toMatchObject({
    kind: "connection",
    address: "wss://venue/push",
    phase: "open",
    access: "private",
    channels: ["4BTC_USDT_depth"],
  });
});

describe("segments", () => {
  test("end when they are old enough", async () => {
    await start({ maxSegmentMs: 60_000 });
    open();
    clock.advance(59_999);
    network.last.bytes(Uint8Array.of(1));
    clock.advance(1);
    network.last.bytes(Uint8Array.of(2));
    await recording.close();
    expect(kinds("00000001.dwrec")).toEqual(["connecting", "inbound", "end"]);
    expect(kinds("00000002.dwrec")).toEqual(["connection", "inbound", "end"]);
    expect(new SegmentReader(store.bytesOf("00000002.dwrec")).header).toMatchObject({
      run: "run-1",
      sequence: 2,
      startedMonotonicMs: 60_000,
    });
  });

  test("end when they are large enough", async () => {
    await start({ maxSegmentBytes: 10_000 });
    open();
    for (let frame = 0; frame < 100; frame++) {
      network.last.bytes(new Uint8Array(1_000));
    }
    await recording.close();
    expect(store.segments).toHaveLength(10);
    for (const name of store.segments) {
      expect(store.bytesOf(name).length).toBeLessThan(11_500);
    }
  });

  test("are in the index, and the index is what reading them gives", async () => {
    await start({ maxSegmentBytes: 2_000 });
    open();
    for (let frame = 0; frame < 10; frame++) {
      clock.advance(10);
      network.last.bytes(new Uint8Array(500));
    }
    await recording.close();
    const part = indexPartName(1);
    const index = decodeIndex(store.bytesOf(part));
    expect(index.map(({ name }) => name)).toEqual(store.segments);
    expect(index.reduce((sum, { frames }) => sum + frames, 0)).toBe(10);
    const withoutIndex = store.copy();
    withoutIndex.files.delete(part);
    expect(await openRecording(withoutIndex)).toEqual(index);
    const withBadIndex = store.copy();
    withBadIndex.files.set(part, store.bytesOf(part).fill(7, 20, 30));
    expect(await openRecording(withBadIndex)).toEqual(index);
  });

  test("of a run of many days are found again, by an index that is written in parts of one size", async () => {
    const replaced = new Map<string, number[]>();
    const replace = store.replace.bind(store);
    store.replace = (name, content) => {
      replaced.set(name, [...(replaced.get(name) ?? []), content.length]);
      return replace(name, content);
    };
    await start({ maxSegmentBytes: 100 });
    open();
    const segments = 3 * segmentsPerIndexPart + 1;
    for (let segment = 0; segment < segments; segment++) {
      network.last.bytes(new Uint8Array(200));
    }
    await recording.close();
    expect(store.segments.length).toBeGreaterThanOrEqual(segments);
    const parts = [...replaced].filter(([name]) => name !== indexName);
    expect(parts.length).toBe(Math.ceil(store.segments.length / segmentsPerIndexPart));
    const [first, ...others] = parts.map(([, sizes]) => Math.max(...sizes));
    for (const size of others) {
      expect(size).toBeLessThan(1.1 * (first as number));
    }
    // Nothing is read through that an index knows.
    const read = vi.spyOn(store, "read");
    const found = await openRecording(store);
    expect(found.map(({ name }) => name)).toEqual(store.segments);
    expect(read.mock.calls.filter(([name]) => name.endsWith(".dwrec"))).toEqual([]);
    // The next run begins with what it found as one index.
    expect(await repairRecording(store)).toEqual(found);
    expect(decodeIndex(store.bytesOf(indexName))).toEqual(found);
  });

  test("reach the store in time, without a write for each frame", async () => {
    await start({ flushAfterMs: 100 });
    open();
    for (let frame = 0; frame < 50; frame++) {
      network.last.bytes(new Uint8Array(10));
    }
    const before = store.appends.length;
    clock.advance(99);
    expect(store.appends).toHaveLength(before);
    clock.advance(1);
    expect(store.appends).toHaveLength(before + 1);
    expect(entriesOf(store.bytesOf("00000001.dwrec"))).toHaveLength(51);
    await recording.close();
    expect(clock.pending()).toBe(0);
  });
});

describe("after a crash", () => {
  test("at any byte, what is whole stays, the rest is cut off, and the next run goes on behind it", async () => {
    await start();
    open();
    for (let frame = 0; frame < 5; frame++) {
      network.last.bytes(Uint8Array.of(0x30, frame, frame));
    }
    recording.flush();
    const whole = store.bytesOf("00000001.dwrec");
    const entries = entriesOf(whole);
    for (let length = 0; length < whole.length; length++) {
      const crashed = store.copy();
      crashed.files.set("00000001.dwrec", whole.slice(0, length));
      const segments = await repairRecording(crashed);
      if (segments.length === 0) {
        continue;
      }
      const kept = entriesOf(crashed.bytesOf("00000001.dwrec"));
      expect(kept).toEqual(entries.slice(0, kept.length));
      expect(crashed.bytesOf("00000001.dwrec")).toHaveLength(segments[0]?.bytes ?? -1);
      expect(segments[0]?.bytes).toBeLessThanOrEqual(length);
      expect(decodeIndex(crashed.bytesOf(indexName))).toEqual(segments);
    }
    await recording.close();
  });

  test("a segment without a header does not stop the next run", async () => {
    await store.replace("00000001.dwrec", new Uint8Array(3).fill(0x44, 0, 1).fill(0x57, 1, 2).fill(0x52, 2));
    await start();
    open();
    await recording.close();
    expect(store.segments).toEqual(["00000001.dwrec", "00000002.dwrec"]);
    expect((await openRecording(store)).map(({ name }) => name)).toEqual(["00000002.dwrec"]);
  });

  test("a file that is shorter than the index knows it is no torn one", async () => {
    await start();
    open();
    await recording.close();
    const { length } = store.bytesOf("00000001.dwrec");
    await store.truncate("00000001.dwrec", length - 1);
    await expect(openRecording(store)).rejects.toMatchObject({
      code: "recording-truncated",
      details: { file: "00000001.dwrec", offset: length - 1 },
    });
  });

  test("damage in the middle is an error with its place", async () => {
    await start();
    open();
    network.last.bytes(new Uint8Array(50));
    recording.flush();
    const bytes = store.bytesOf("00000001.dwrec");
    bytes[60] = (bytes[60] as number) ^ 1;
    await expect(openRecording(store)).rejects.toMatchObject({
      code: "recording-corrupt",
      details: { file: "00000001.dwrec", offset: expect.any(Number) as number },
    });
    await recording.close();
  });
});

test("a store that fails ends the recording, not the sockets", async () => {
  await start();
  open();
  store.failure = new Error("disk full");
  network.last.bytes(Uint8Array.of(1));
  clock.advance(100);
  network.last.bytes(Uint8Array.of(2));
  network.last.end();
  expect(heard).toEqual(["message 1", "message 1", "closed 1006"]);
  expect(recording.failure).toBe(store.failure);
  expect(logged).toEqual(["error recording-failed"]);
  await expect(recording.close()).rejects.toBe(store.failure);
  expect([...store.open]).toEqual([]);
  expect(clock.pending()).toBe(0);
});

test.each(["maxSegmentBytes", "maxSegmentMs", "flushAfterMs"])("%s must be a number from 1", async (option) => {
  await expect(start({ [option]: 0 })).rejects.toMatchObject({ code: "option-invalid", details: { option } });
});
