import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { snapshotText, specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import type { ItemStream } from "../channels/queued-stream.js";
import type { BookStateItem } from "../channels/stream-item.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine } from "./create-engine.js";
import type { Engine } from "./engine.js";

let clock: FakeClock;
let network: FakeNetwork;
let threads: FakeThreads;
let engine: Engine;

const settle = () => clock.advanceAndSettle(0);

function start(shards: number, heart: "beats" | "none" = "none"): void {
  clock = fakeClock();
  network = new FakeNetwork();
  const random = seededRandom(7);
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  threads = new FakeThreads({ clock, random, ...shard }, heart);
  engine = createEngine({ addresses: ["ws://one"], shards }, { clock, random, shard, startThread: threads.start });
}

async function goLive(seq: number): Promise<void> {
  await settle();
  network.last.open();
  network.last.zlib(snapshotText(seq));
  await settle();
}

/** What a loop that waits for nothing gets, in short. */
function collect(stream: ItemStream<BookStateItem>): string[] {
  const said: string[] = [];
  void (async () => {
    for await (const item of stream) {
      said.push(inShort(item));
    }
  })();
  return said;
}

/** Until a loop has read what there is. */
async function readAll(said: readonly string[]): Promise<void> {
  for (let before = -1; before < said.length; ) {
    before = said.length;
    await settle();
  }
}

function inShort(item: BookStateItem): string {
  if (item.kind === "gap") {
    return `${item.reason} ${item.dropped}`;
  }
  const { status, seq, bids } = item.view;
  return status === "live" ? `${seq}:${bids.length}` : `${status} ${item.view.reason}`;
}

afterEach(async () => {
  const closing = engine.close();
  // A thread that hangs is waited for.
  await clock.advanceAndSettle(3_000);
  await closing;
});

describe.each([
  ["inline", 0],
  ["in a thread", 1],
])("every state of a book %s", (_, shards) => {
  beforeEach(() => start(shards));

  test("comes once, in order, however many come together", async () => {
    const said = collect(engine.book(specPair, { every: true }));
    await goLive(100);
    for (let seq = 101; seq <= 150; seq++) {
      network.last.zlib(updateText(seq));
    }
    await readAll(said);
    const seqs = said.filter((text) => /^[0-9]/.test(text)).map((text) => Number.parseInt(text, 10));
    expect(seqs).toEqual(Array.from({ length: 51 }, (__, index) => 100 + index));
    expect(said.slice(0, 2)).toEqual(["syncing connecting", "syncing awaiting-snapshot"]);
    expect(engine.statistics().streams["book-states"]).toMatchObject({ open: 1, delivered: said.length, dropped: 0 });
  });

  test("is bounded for a slow loop: what is dropped is one counted gap, and what follows is unbroken", async () => {
    const stream = engine.book(specPair, { every: true, limit: 10, levels: 1 });
    await goLive(100);
    for (let seq = 101; seq <= 150; seq++) {
      network.last.zlib(updateText(seq));
    }
    await settle();
    expect(stream.waiting).toBeLessThanOrEqual(10);
    const said = collect(stream);
    await readAll(said);
    const dropped = Number(said[0]?.replace("overflow ", ""));
    const seqs = said.slice(1).map((text) => Number.parseInt(text, 10));
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (__, index) => 151 - seqs.length + index));
    expect(seqs.length).toBeGreaterThanOrEqual(5);
    // Two states before the first snapshot, then those of 100 to 150.
    expect(dropped + seqs.length).toBe(53);
    expect(said.slice(1).every((text) => text.endsWith(":1"))).toBe(true);
  });

  test("is told to each reader, and one that comes late begins with the present state", async () => {
    const first = collect(engine.book(specPair, { every: true }));
    await goLive(100);
    const second = engine.book(specPair, { every: true });
    const late = collect(second);
    await readAll(late);
    network.last.zlib(updateText(101));
    await readAll(late);
    expect(late).toEqual(["100:1", "101:1"]);
    expect(first.slice(-2)).toEqual(["100:1", "101:1"]);
    second.close();
    network.last.zlib(updateText(102));
    await readAll(first);
    expect(first.at(-1)).toBe("102:1");
    expect(late.at(-1)).toBe("101:1");
  });

  test("stands beside views of the same book, and ends with the last of both", async () => {
    const views = engine.book(specPair);
    const states = engine.book(specPair, { every: true });
    await goLive(100);
    expect(network.sockets).toHaveLength(1);
    views.close();
    await settle();
    network.last.zlib(updateText(101));
    await settle();
    expect(states.waiting).toBe(4);
    states.close();
    await settle();
    expect(engine.statistics().books).toEqual({ syncing: 0, live: 0, gapped: 0, stale: 0, crossed: 0 });
  });

  test("tells a break in its place: what comes after it is of another epoch", async () => {
    const said = collect(engine.book(specPair, { every: true }));
    await goLive(100);
    network.last.end();
    await clock.advanceAndSettle(1_000);
    await goLive(200);
    await readAll(said);
    expect(said.slice(0, 4)).toEqual([
      "syncing connecting",
      "syncing awaiting-snapshot",
      "100:1",
      "stale disconnected",
    ]);
    expect(said.slice(4, -1).every((text) => /^(syncing|stale) /.test(text))).toBe(true);
    expect(said.at(-1)).toBe("200:1");
  });
});

test("of a book whose thread is lost says so, and that states may be missing", async () => {
  start(1);
  const said = collect(engine.book(specPair, { every: true }));
  await goLive(100);
  threads.last.crash("gone");
  await clock.advanceAndSettle(1_000);
  await goLive(200);
  await readAll(said);
  expect(said).toContain("stale thread-lost");
  expect(said.indexOf("thread-lost 0")).toBeGreaterThan(said.indexOf("stale thread-lost"));
  expect(said.at(-1)).toMatch(/^200:/);
});

describe("of a book whose thread is silent", () => {
  let said: string[];

  beforeEach(async () => {
    start(1, "beats");
    said = collect(engine.book(specPair, { every: true }));
    await goLive(100);
    // The host has seen its heart beat, and the thread nothing that it were still to say.
    await clock.advanceAndSettle(100);
    await readAll(said);
    expect(said.at(-1)).toBe("100:1");
    threads.last.state = "hung";
  });

  test("says so once, however often its host looks", async () => {
    await clock.advanceAndSettle(500);
    await readAll(said);
    expect(said.filter((text) => text === "stale thread-silent")).toHaveLength(1);
    expect(said.at(-1)).toBe("stale thread-silent");
  });

  test("calls no state live that was on its way, before the thread is heard again", async () => {
    await clock.advanceAndSettle(200);
    const states = threads.last.posted.findLast((message) => message.kind === "states");
    const [first] = states?.batch ?? [];
    if (states === undefined || first?.kind !== "state") {
      throw new Error("the thread never told a state");
    }
    const late = { ...first, view: { ...first.view, seq: 101, version: first.view.version + 1 } };
    threads.last.deliver({ ...states, batch: [late] });
    await readAll(said);
    expect(said.at(-1)).toBe("stale thread-silent");
    threads.last.wake();
    await clock.advanceAndSettle(50);
    await readAll(said);
    expect(said.at(-1)).toBe("101:1");
  });

  test("tells whoever comes meanwhile that it is not live", async () => {
    await clock.advanceAndSettle(200);
    const late = collect(engine.book(specPair, { every: true }));
    await readAll(late);
    expect(late).toEqual(["stale thread-silent"]);
  });

  test("says once that the thread is lost, also when its successor is lost that has said nothing", async () => {
    for (let lost = 1; lost <= 2; lost++) {
      threads.last.crash("gone");
      while (threads.all.length === lost) {
        // No message passes meanwhile.
        clock.advance(5);
      }
    }
    await readAll(said);
    expect(said.filter((text) => text === "stale thread-lost")).toHaveLength(1);
  });
});
