import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SocketHandlers } from "../sockets/socket.js";
import { type FeedHost, hostFeeds } from "./feed-host.js";
import type { FeedPort, FromFeedHost, FromFeedReader } from "./feed-messages.js";
import { readFeeds } from "./feed-reader.js";
import { FrameBatchWriter } from "./frame-batch.js";
import { type FrameFeed, socketsOfFeeds } from "./frame-feed.js";
import { createFrameRing, FrameRingReader, FrameRingWriter } from "./frame-ring.js";

const text = (frame: Uint8Array) => new TextDecoder().decode(frame);
const bytes = (value: string) => new TextEncoder().encode(value);

/** Messages come between the turns of the event loop: whatever a busy machine does, so many turns see them come, and what they set off. */
const turnsOfSettling = 20;

async function settle(): Promise<void> {
  for (let turn = 0; turn < turnsOfSettling; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A line whose messages are cloned and come in turns of their own. */
function line<One, Other>(): { one: FeedPort<One, Other>; other: FeedPort<Other, One>; sent: unknown[] } {
  const sent: unknown[] = [];
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => {
    port1.close();
    port2.close();
  });
  const portOn = <Sent, Received>(port: MessagePort): FeedPort<Sent, Received> => ({
    post: (message, transfer = []) => {
      sent.push(message);
      port.postMessage(message, [...transfer]);
    },
    onMessage: (handler) => {
      port.on("message", handler);
    },
  });
  return { one: portOn(port1), other: portOn(port2), sent };
}

/** A program's connection, and what the engine sees and does of it. */
function startFeed(carrier: "ring" | "batches", ringBytes?: number) {
  const { one, other, sent } = line<FromFeedHost, FromFeedReader>();
  const feeds: FrameFeed[] = [];
  const outward: string[] = [];
  const host: FeedHost = hostFeeds(one, (address, feed) => {
    feeds.push(feed);
    outward.push(`open ${address}`);
    return {
      send: (message) => outward.push(`send ${message}`),
      ping: () => outward.push("ping"),
      close: (code) => {
        outward.push(`close ${code}`);
        feed.closed(code, "as asked");
      },
    };
  });
  const inward: string[] = [];
  const handlers: SocketHandlers = {
    opened: () => inward.push("opened"),
    message: (frame) => inward.push(text(frame)),
    doubted: (...said) => inward.push(`doubted ${said.join(" ")}`),
    missed: (channel, { reason }) => inward.push(`missed ${channel} ${reason}`),
    controlFrame: () => inward.push("control frame"),
    closed: (code, cause) => inward.push(`closed ${code} ${cause}`),
  };
  const open = readFeeds(other, { nextTurn: (callback) => setImmediate(callback), carrier, ringBytes });
  const socket = open("ws://program", handlers);
  return { host, socket, feed: () => feeds[0] as FrameFeed, inward, outward, sent };
}

describe.each(["ring", "batches"] as const)("a program's own connection, by %s", (carrier) => {
  test("is opened, talks both ways in order, and ends behind its last frame", async () => {
    const { socket, feed, inward, outward } = startFeed(carrier);
    await settle();
    feed().opened();
    socket.send("subscribe");
    socket.ping();
    await settle();
    for (let index = 0; index < 40; index++) {
      expect(feed().push(bytes(`frame ${index}`))).toBe(true);
    }
    feed().controlFrame();
    await settle();
    expect(feed().push(bytes("last"))).toBe(true);
    feed().closed(4000, "over");
    expect(feed().push(bytes("late"))).toBe(false);
    await settle();
    expect(outward).toEqual(["open ws://program", "send subscribe", "ping"]);
    const frames = Array.from({ length: 40 }, (_, index) => `frame ${index}`);
    expect(inward.filter((event) => event !== "control frame")).toEqual([
      "opened",
      ...frames,
      "last",
      "closed 4000 over",
    ]);
    expect(inward).toContain("control frame");
  });

  test("says behind its frames what was missed, and ends with another owner, whose numbers are compared with none before", async () => {
    const { feed, inward, outward } = startFeed(carrier);
    await settle();
    feed().push(bytes("one"));
    feed().doubt("books", "relay-silent");
    feed().missed("trades", { reason: "relay-gap", dropped: 3, fromMs: 1, toMs: 2 });
    feed().renewed("books");
    expect([feed().push(bytes("late")), outward.at(-1)]).toEqual([false, "close 1001"]);
    await settle();
    expect(inward).toEqual(["one", "doubted books relay-silent", "missed trades relay-gap", "closed 1001 renewed"]);
  });

  test("is closed when the engine says so", async () => {
    const { socket, inward, outward } = startFeed(carrier);
    socket.close(1000);
    await settle();
    expect(outward).toEqual(["open ws://program", "close 1000"]);
    expect(inward).toEqual(["closed 1000 as asked"]);
  });

  test("is closed when the thread behind it is gone, and takes nothing any more", async () => {
    const { host, feed, outward } = startFeed(carrier);
    await settle();
    host.close();
    expect(outward.at(-1)).toBe("close 1001");
    expect(feed().push(bytes("late"))).toBe(false);
  });

  test("says when its reader does not keep up, loses nothing that it took, and goes on afterwards", async () => {
    const { feed, inward } = startFeed(carrier, 4_096);
    await settle();
    feed().opened();
    await settle();
    const frame = bytes("x".repeat(1_000));
    let taken = 0;
    while (feed().push(frame)) {
      taken++;
    }
    expect(taken).toBeGreaterThan(0);
    await expect.poll(() => inward.length - 1).toBe(taken);
    // That there is room again is said by a message of its own.
    await expect.poll(() => feed().push(frame)).toBe(true);
    await expect.poll(() => inward.length - 1).toBe(taken + 1);
  });
});

test("many frames cost few messages", async () => {
  const { feed, inward, sent } = startFeed("ring");
  await settle();
  feed().opened();
  await settle();
  const before = sent.length;
  for (let index = 0; index < 5_000; index++) {
    feed().push(bytes("frame"));
  }
  await expect.poll(() => inward.length).toBe(5_001);
  expect(sent.length - before).toBeLessThan(3);
});

test("a program that throws instead of opening has a connection that was not made", async () => {
  const { one, other } = line<FromFeedHost, FromFeedReader>();
  hostFeeds(one, () => {
    throw new TypeError("planted");
  });
  const closed = new Promise((resolve) => {
    const handlers = { opened() {}, message() {}, controlFrame() {}, closed: (code: number) => resolve(code) };
    readFeeds(other, { nextTurn: setImmediate })("ws://program", handlers);
  });
  expect(await closed).toBe(1006);
});

test("inline the frames go straight to the engine", () => {
  const inward: string[] = [];
  let feed: FrameFeed | undefined;
  socketsOfFeeds((_, given) => {
    feed = given;
    return { send() {}, ping() {}, close() {} };
  })("ws://program", {
    opened: () => inward.push("opened"),
    message: (frame) => inward.push(text(frame)),
    controlFrame: () => inward.push("control frame"),
    closed: (code) => inward.push(`closed ${code}`),
  });
  feed?.opened();
  expect(feed?.push(bytes("frame"))).toBe(true);
  feed?.controlFrame();
  feed?.closed(1000, "");
  expect(inward).toEqual(["opened", "frame", "control frame", "closed 1000"]);
});

test("inline what a program pushes while the engine calls it comes after that call, in order", async () => {
  const order: string[] = [];
  let feed: FrameFeed | undefined;
  const socket = socketsOfFeeds((_, given) => {
    feed = given;
    given.opened();
    return {
      send: () => {
        given.push(bytes("answer"));
        order.push("sent");
      },
      ping() {},
      close: (code) => given.closed(code, ""),
    };
  })("ws://program", {
    opened: () => order.push("opened"),
    message: (frame) => order.push(text(frame)),
    controlFrame() {},
    closed: () => order.push("closed"),
  });
  expect(order).toEqual([]);
  await Promise.resolve();
  socket.send("question");
  feed?.push(bytes("next"));
  socket.close(1000);
  await Promise.resolve();
  feed?.push(bytes("late"));
  expect(order).toEqual(["opened", "sent", "answer", "next", "closed", "late"]);
});

describe("a ring", () => {
  test("publishes the sixteenth frame at once, and fewer at the end of the turn", async () => {
    const memory = createFrameRing();
    const writer = new FrameRingWriter(memory, () => {});
    const reader = new FrameRingReader(memory);
    for (let index = 0; index < 15; index++) {
      writer.push(bytes("a"));
    }
    expect(reader.take(100, () => {})).toBe(0);
    writer.push(bytes("a"));
    expect(reader.take(100, () => {})).toBe(16);
    writer.push(bytes("b"));
    await Promise.resolve();
    expect(reader.take(100, () => {})).toBe(1);
  });

  test("refuses a frame that could never fit, by an error, and memory beyond measure", () => {
    const writer = new FrameRingWriter(createFrameRing({ bytes: 4_096 }), () => {});
    expect(() => writer.push(new Uint8Array(2_041))).toThrowError(expect.objectContaining({ code: "frame-too-large" }));
    expect(writer.push(new Uint8Array(2_040))).toBe(true);
    expect(() => createFrameRing({ bytes: 2 ** 31 })).toThrowError(RangeError);
  });

  test("is read by another thread while it is written, whole and in order", async () => {
    // Forty times around the ring. Where the two threads share a core, each time costs two turns of it.
    const frames = 20_000;
    const memory = createFrameRing({ bytes: 65_536 });
    const module = new URL("../../dist/shared-memory/frame-ring.js", import.meta.url).href;
    const worker = new Worker(
      `const { parentPort, workerData } = require("node:worker_threads");
       void import(workerData.module).then(({ FrameRingReader }) => {
         const reader = new FrameRingReader(workerData.memory);
         let next = 0, wrong = 0;
         while (next < ${frames}) reader.take(64, (frame) => {
           const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
           if (view.getUint32(0) !== next || frame.at(-1) !== (next & 255) || frame.length !== 5 + (next % 300)) wrong++;
           next++;
         });
         parentPort.postMessage(wrong);
       });`,
      { eval: true, workerData: { memory, module } },
    );
    onTestFinished(async () => void (await worker.terminate()));
    const wrong = new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    const writer = new FrameRingWriter(memory, () => {});
    for (let index = 0; index < frames; ) {
      const frame = new Uint8Array(5 + (index % 300)).fill(index & 255);
      new DataView(frame.buffer).setUint32(0, index);
      if (writer.push(frame)) {
        index++;
      } else {
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    }
    writer.flush();
    expect(await wrong).toBe(0);
  });
});

test("batches say when too many are unread", () => {
  const sent: ArrayBuffer[] = [];
  const writer = new FrameBatchWriter((batch) => sent.push(batch));
  let taken = 0;
  while (writer.push(bytes("frame"))) {
    taken++;
  }
  expect(sent).toHaveLength(8);
  expect(taken).toBe(8 * 64);
  writer.read();
  expect(writer.push(bytes("frame"))).toBe(true);
});
