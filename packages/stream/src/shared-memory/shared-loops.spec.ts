import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { snapshotText, specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import type { BookStream } from "../engine/book-stream.js";
import { createEngine } from "../engine/create-engine.js";
import type { Engine } from "../engine/engine.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";

let clock: FakeClock;
let network: FakeNetwork;
let threads: FakeThreads;
let engine: Engine;

const settle = () => clock.advanceAndSettle(0);

/** A live book in a thread. */
async function startLive(heart: "beats" | "none"): Promise<BookStream> {
  clock = fakeClock();
  network = new FakeNetwork();
  const random = seededRandom(7);
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  threads = new FakeThreads({ clock, random, ...shard }, heart);
  engine = createEngine({ addresses: ["ws://one"], shards: 1 }, { clock, random, shard, startThread: threads.start });
  const book = engine.book(specPair);
  await settle();
  network.last.open();
  network.last.zlib(snapshotText(100));
  await settle();
  return book;
}

afterEach(() => engine.close());

/** How many views the thread has sent. */
const viewsSent = () => threads.last.posted.filter(({ kind }) => kind === "view").length;

describe("row 16: a loop over a book in shared memory", () => {
  /** What a loop over the book was given, each as seq and status. */
  function follow(book: BookStream): string[] {
    const seen: string[] = [];
    const run = async (): Promise<void> => {
      for await (const { seq, status } of book) {
        seen.push(`${seq} ${status}`);
      }
    };
    void run();
    return seen;
  }

  const newsSent = () => threads.last.posted.filter(({ kind }) => kind === "news");

  /** A live book in a thread, which only a loop reads. */
  async function startFollowed(heart: "beats" | "none" = "beats") {
    const book = await startLive(heart);
    const seen = follow(book);
    await settle();
    // The first view shows how much room the book takes, the second comes while its memory is made.
    network.last.zlib(updateText(101));
    await settle();
    return { book, seen };
  }

  test("is told of each state by one word without the state, once it waits", async () => {
    const { seen } = await startFollowed();
    const before = viewsSent();
    for (let seq = 102; seq <= 120; seq++) {
      network.last.zlib(updateText(seq));
      await settle();
    }
    expect(seen.slice(-19)).toEqual(Array.from({ length: 19 }, (_, index) => `${102 + index} live`));
    expect(viewsSent()).toBe(before);
    expect(newsSent()).toHaveLength(19);
    expect(newsSent()[0]).toEqual({ kind: "news", books: [1] });
  });

  test("gets the newest of what came in together, and one word for it", async () => {
    const { seen } = await startFollowed();
    for (let seq = 102; seq <= 120; seq++) {
      network.last.zlib(updateText(seq));
    }
    await settle();
    expect([seen.at(-1), newsSent().length]).toEqual(["120 live", 1]);
  });

  test("gets a state that came while it did not wait", async () => {
    const { book } = await startFollowed();
    const views = book[Symbol.asyncIterator]();
    await views.next();
    for (let seq = 102; seq <= 105; seq++) {
      network.last.zlib(updateText(seq));
      await settle();
    }
    const next = views.next();
    await settle();
    expect((await next).value?.seq).toBe(105);
  });

  test("gets the gap, the new snapshot and what follows it", async () => {
    const { seen } = await startFollowed();
    network.last.zlib(updateText(109));
    await settle();
    expect(seen.at(-1)).toBe("101 gapped");
    await clock.advanceAndSettle(10_000);
    network.last.zlib(snapshotText(200));
    await settle();
    network.last.zlib(updateText(201));
    await settle();
    expect(seen.at(-1)).toBe("201 live");
  });

  test("gets a number beyond 2^53 in a view, and goes on in memory behind it", async () => {
    const { seen } = await startFollowed();
    const add = { asks: [["1", "90071992547409931.5"]] as const, bids: null };
    network.last.zlib(updateText(102, { add }));
    await settle();
    expect(seen.at(-1)).toBe("102 live");
    network.last.zlib(updateText(103));
    await settle();
    expect(seen.at(-1)).toBe("103 live");
  });

  test("goes on when somebody begins to read the book beside it, and memory of another sort is made", async () => {
    const { book, seen } = await startFollowed();
    book.read();
    network.last.zlib(updateText(102));
    await settle();
    expect([seen.at(-1), book.read().seq]).toEqual(["102 live", 102]);
    network.last.zlib(updateText(103));
    await settle();
    expect([seen.at(-1), book.read().seq]).toEqual(["103 live", 103]);
  });

  test("is told by the successor of a thread that was lost, and hears no word of the former", async () => {
    const { seen } = await startFollowed();
    const [former] = threads.all;
    former?.crash("planted");
    await clock.advanceAndSettle(1_000);
    former?.deliver({ kind: "news", books: [1] });
    await settle();
    expect(seen.at(-1)).toBe("101 stale");
    network.last.open();
    network.last.zlib(snapshotText(7));
    await settle();
    network.last.zlib(updateText(8));
    await settle();
    network.last.zlib(updateText(9));
    await settle();
    expect(seen.at(-1)).toBe("9 live");
  });

  test("has views where no memory can be shared", async () => {
    const { seen } = await startFollowed("none");
    network.last.zlib(updateText(102));
    await settle();
    expect([seen.at(-1), newsSent().length]).toEqual(["102 live", 0]);
  });
});
