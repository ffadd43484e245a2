import type { BookView } from "@depthwire/book";
import type { Logger } from "@depthwire/core";
import { afterEach, describe, expect, test } from "vitest";
import { snapshotText, specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import type { BookStateItem } from "../channels/stream-item.js";
import { collect, EngineOnWire } from "../spec-kit/engine-on-wire.spec-kit.js";

let scene: EngineOnWire;
let lines: string[];

function start(shards: number): EngineOnWire {
  lines = [];
  const log: Logger["log"] = (_, event, { status, epoch, seq }) => {
    if (event === "book-status" && status !== "syncing") {
      lines.push(`${status} ${epoch} ${seq}`);
    }
  };
  scene = new EngineOnWire({ shards }, { logger: { log } });
  return scene;
}

/** Live at 100 and on to 103; then 104 is lost, and the venue tells 200 anew. */
async function loseOneUpdate(at: EngineOnWire): Promise<void> {
  await at.goLive();
  for (const seq of [101, 102, 103, 105]) {
    at.network.last.zlib(updateText(seq));
    await at.settle();
  }
  await at.settle(2_000);
  at.network.last.zlib(snapshotText(200));
  await at.settle();
}

afterEach(() => scene.engine.close());

describe.each([
  ["inline", 0],
  ["in a thread", 1],
])("the log of a book %s", (_, shards) => {
  test("tells where the book stood to whoever reads its views", async () => {
    const at = start(shards);
    void collect<BookView>(at.engine.book(specPair));
    await loseOneUpdate(at);
    expect(lines).toEqual(["live 1 100", "gapped 1 103", "live 2 200"]);
  });

  test("tells where the book stood to whoever reads its every state alone", async () => {
    const at = start(shards);
    void collect<BookStateItem>(at.engine.book(specPair, { every: true }));
    await loseOneUpdate(at);
    expect(lines).toEqual(["live 1 100", "gapped 1 103", "live 2 200"]);
    at.network.last.end();
    await at.settle();
    expect(lines.at(-1)).toBe("stale 2 200");
  });
});

test("a new thread counts epochs on for whoever reads every state alone", async () => {
  const at = start(1);
  const { items } = collect<BookStateItem>(at.engine.book(specPair, { every: true }));
  await loseOneUpdate(at);
  at.threads.last.crash("planted");
  await at.settle(1_000);
  await at.goLive(300);
  await at.settle();
  const live = items.flatMap((item) => (item.kind === "state" && item.view.status === "live" ? [item.view.epoch] : []));
  expect([...new Set(live)]).toEqual([1, 2, 3]);
  expect(lines.slice(-2)).toEqual(["stale 2 200", "live 3 300"]);
});
