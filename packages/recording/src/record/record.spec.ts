import { Credential } from "@depthwire/core";
import { encodeLogin, encodeLogout, encodePing, encodeSubscribe } from "@depthwire/core/internal";
import type { FrameFeed } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { beforeEach, describe, expect, test } from "vitest";
import { entriesOf } from "../replay/segment.spec-kit.js";
import { RecordingScene } from "./recording-scene.spec-kit.js";

let scene: RecordingScene;

beforeEach(() => {
  scene = new RecordingScene();
});

describe("what is recorded", () => {
  test("everything that happens on a socket, with both times, and it happens as without", async () => {
    await scene.start();
    const socket = scene.open();
    scene.clock.advance(2.5);
    scene.network.last.open();
    socket.send(encodeSubscribe("4BTC_USDT_depth"));
    scene.clock.advance(0.000_25);
    scene.network.last.bytes(Uint8Array.of(0x30, 123, 125));
    scene.network.last.controlFrame();
    scene.network.last.end(1001, "going away");
    await scene.recording.close();
    expect(scene.heard).toEqual(["opened", "message 3", "control frame", "closed 1001"]);
    const entries = entriesOf(scene.store.bytesOf("00000001.dwrec"));
    const [at0, at1] = [scene.clock.epochMs() - 2, scene.clock.epochMs()];
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
    expect(scene.recording.statistics()).toMatchObject({ segments: 1, frames: 1, withheld: 0 });
  });

  test("what a feed says beside its frames reaches the engine", async () => {
    await scene.start();
    const heard: unknown[] = [];
    let feed: FrameFeed | undefined;
    const open = socketsOfFeeds((_address, opened) => {
      feed = opened;
      return { send: () => {}, ping: () => {}, close: () => {} };
    });
    scene.recording.tap(open)("ws://venue/push", {
      opened: () => {},
      message: (bytes, channel) => heard.push(["message", bytes.length, channel]),
      doubted: (...said) => heard.push(["doubted", ...said]),
      renewed: (...said) => heard.push(["renewed", ...said]),
      missed: (...said) => heard.push(["missed", ...said]),
      controlFrame: () => {},
      closed: () => {},
    });
    const missing = { reason: "relay-gap", dropped: 2, fromMs: 1, toMs: 2 } as const;
    feed?.push(Uint8Array.of(0x30), "4BTC_USDT_depth");
    feed?.doubt("4BTC_USDT_depth", "relay-silent");
    feed?.renewed("4BTC_USDT_depth");
    feed?.missed("4BTC_USDT_deals", missing);
    expect(heard).toEqual([
      ["message", 1, "4BTC_USDT_depth"],
      ["doubted", "4BTC_USDT_depth", "relay-silent"],
      ["renewed", "4BTC_USDT_depth"],
      ["missed", "4BTC_USDT_deals", missing],
    ]);
    await scene.recording.close();
  });

  test("a feed's words are written down also where nobody else hears them", async () => {
    await scene.start();
    let feed: FrameFeed | undefined;
    const open = socketsOfFeeds((_address, opened) => {
      feed = opened;
      return { send: () => {}, ping: () => {}, close: () => {} };
    });
    const deaf = { opened: () => {}, message: () => {}, controlFrame: () => {}, closed: () => {} };
    const socket = scene.recording.tap(open)("ws://venue/push", deaf);
    feed?.doubt("4BTC_USDT_depth", "relay-silent");
    feed?.renewed("4BTC_USDT_depth");
    feed?.missed("4BTC_USDT_deals", { reason: "relay-gap", dropped: 2, fromMs: 1, toMs: 2 });
    socket.close(1000);
    await scene.recording.close();
    expect(scene.kinds("00000001.dwrec")).toEqual(["connecting", "doubted", "gap", "gap", "closed", "end"]);
  });

  test("frames are copied: their memory is the socket's", async () => {
    await scene.start();
    scene.open();
    const frame = Uint8Array.of(0x30, 1, 2);
    scene.network.last.bytes(frame);
    frame.fill(9);
    await scene.recording.close();
    expect(entriesOf(scene.store.bytesOf("00000001.dwrec"))[1]).toMatchObject({ frame: Uint8Array.of(0x30, 1, 2) });
  });

  test("a frame larger than the buffer, and in its order", async () => {
    await scene.start();
    scene.open();
    scene.network.last.bytes(new Uint8Array(10).fill(1));
    scene.network.last.bytes(new Uint8Array(200_000).fill(2));
    scene.network.last.bytes(new Uint8Array(10).fill(3));
    await scene.recording.close();
    const frames = entriesOf(scene.store.bytesOf("00000001.dwrec")).filter((entry) => entry.kind === "inbound");
    expect(frames.map(({ frame }) => [frame.length, frame[0]])).toEqual([
      [10, 1],
      [200_000, 2],
      [10, 3],
    ]);
  });

  test("nothing of a connection after this side closed it", async () => {
    await scene.start();
    const socket = scene.open();
    scene.network.last.open();
    socket.close(1000);
    scene.network.last.bytes(Uint8Array.of(0x30));
    socket.send("late");
    scene.network.last.end(1000);
    await scene.recording.close();
    expect(scene.kinds("00000001.dwrec")).toEqual(["connecting", "opened", "closed", "end"]);
    expect(scene.heard).toEqual(["opened", "message 1", "closed 1000"]);
  });
});

test("no secret ever reaches the store", async () => {
  const [key, secret] = ["CANARYKEY-7f3a", "CANARYSECRET-91bc"];
  const credential = new Credential({ apiKey: key, apiSecret: secret });
  await scene.start({ maxSegmentMs: 1_000 });
  const socket = scene.open(`wss://user:CANARYPASS@venue/push?token=CANARYTOKEN#CANARYHASH`);
  scene.network.last.open();
  const login = encodeLogin(credential);
  const { signature } = JSON.parse(login) as { signature: string };
  for (const text of [login, encodeLogout(credential), `{"custom":"${secret}"}`, `not JSON ${key}`, encodePing(5)]) {
    socket.send(text);
  }
  // The ignored field of a known message, too.
  socket.send(JSON.stringify({ ...JSON.parse(encodeSubscribe("4BTC_USDT_depth")), note: secret }));
  scene.clock.advance(2_000);
  scene.network.last.bytes(Uint8Array.of(0x30));
  await scene.recording.close();
  expect(scene.network.last.sent).toContain(login);
  expect(scene.store.segments).toHaveLength(2);
  expect(scene.store.text).not.toMatch(/CANARY/i);
  expect(scene.store.text).not.toContain(signature);
  const withheld = entriesOf(scene.store.bytesOf("00000001.dwrec")).filter(
    (entry) => entry.kind === "outbound-withheld",
  );
  expect(withheld.map(({ content }) => content)).toEqual(["login", "logout", "unknown", "unknown"]);
  expect(scene.recording.statistics().withheld).toBe(4);
  expect(entriesOf(scene.store.bytesOf("00000002.dwrec"))[0]).toMatchObject({
    kind: "connection",
    address: "wss://venue/push",
    phase: "open",
    access: "private",
    channels: ["4BTC_USDT_depth"],
  });
});

test("a store that fails ends the recording, not the sockets", async () => {
  await scene.start();
  scene.open();
  scene.store.failure = new Error("disk full");
  scene.network.last.bytes(Uint8Array.of(1));
  scene.clock.advance(100);
  scene.network.last.bytes(Uint8Array.of(2));
  scene.network.last.end();
  expect(scene.heard).toEqual(["message 1", "message 1", "closed 1006"]);
  expect(scene.recording.failure).toBe(scene.store.failure);
  expect(scene.logged).toEqual(["error recording-failed"]);
  await expect(scene.recording.close()).rejects.toBe(scene.store.failure);
  expect([...scene.store.open]).toEqual([]);
  expect(scene.clock.pending()).toBe(0);
});

test.each(["maxSegmentBytes", "maxSegmentMs", "flushAfterMs"])("%s must be a number from 1", async (option) => {
  await expect(scene.start({ [option]: 0 })).rejects.toMatchObject({ code: "option-invalid", details: { option } });
});
