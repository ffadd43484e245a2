import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BookView, createInflate } from "@depthwire/book";
import { createNodeClock, openDirectoryStore } from "@depthwire/node";
import { openNodeSocket } from "@depthwire/node/internal";
import { repairRecording, replay, replayEngineOptions } from "@depthwire/recording";
import { startSandbox } from "@depthwire/sandbox";
import { type BookStream, createEngine, type OpenSocket } from "@depthwire/stream";
import { describe, expect, it, onTestFinished } from "vitest";

/** Records in a process of its own and says each state that it showed, until it is killed. */
const recorderText = (node: string, address: string, pairs: readonly string[], record: object, shards: number) => `
import { connect } from ${JSON.stringify(node)};
const venue = connect({ addresses: [${JSON.stringify(address)}], shards: ${shards}, record: ${JSON.stringify(record)} });
for (const pair of ${JSON.stringify(pairs)}) void (async () => {
  for await (const { status } of venue.book(pair)) if (status === "live") console.log(pair);
})();
`;

const levels = ({ asks, bids }: BookView) => ({ asks: asks.levels(), bids: bids.levels() });

/** Every live state of a venue's books, by pair and `seq`, as a second client saw it after each message. */
function witness(address: string, pairs: readonly string[]): Map<string, ReturnType<typeof levels>> {
  const seen = new Map<string, ReturnType<typeof levels>>();
  let books: BookStream[] = [];
  const note = (): void => {
    for (const { latest } of books) {
      if (latest.status === "live") {
        seen.set(`${latest.pair} ${latest.seq}`, levels(latest));
      }
    }
  };
  const openSocket: OpenSocket = (to, handlers) =>
    openNodeSocket(to, {
      opened: () => handlers.opened(),
      message: (bytes) => {
        handlers.message(bytes);
        note();
      },
      controlFrame: () => handlers.controlFrame(),
      closed: (code, cause) => handlers.closed(code, cause),
    });
  const ports = {
    clock: createNodeClock(),
    random: Math.random,
    shard: { openSocket, createInflate: () => createInflate() },
  };
  const engine = createEngine({ addresses: [address] }, ports);
  onTestFinished(() => engine.close());
  books = pairs.map((pair) => engine.book(pair));
  return seen;
}

/** Lets a process record until its first book has shown so many states, and kills it in the middle of it. */
async function recordAndKill(text: string, pair: string, states: number): Promise<void> {
  const args = ["--input-type=module", "--eval", text];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  let count = 0;
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (bytes: Buffer) => {
      count += bytes
        .toString("utf8")
        .split("\n")
        .filter((line) => line === pair).length;
      if (count >= states) {
        resolve();
      }
    });
  });
  child.kill("SIGKILL");
  await ended;
}

describe.each([{ shards: 0 }, { shards: 1 }])(
  "a recording with $shards threads whose process is killed",
  ({ shards }) => {
    it("is put in order, and its replay ends in states that the venue showed", async () => {
      const sandbox = await startSandbox({ pairs: 2, seed: 11, depthIntervalMs: 20, tickIntervalMs: 10 });
      onTestFinished(() => sandbox.close());
      const { pairs, pushUrl } = sandbox;
      const directory = mkdtempSync(join(tmpdir(), "depthwire-killed-"));
      onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
      const seen = witness(pushUrl, pairs);
      const record = { directory, flushAfterMs: 5, maxSegmentMs: 300 };
      const node = new URL("../../node/dist/index.js", import.meta.url).href;
      await recordAndKill(recorderText(node, pushUrl, pairs, record, shards), pairs[0] ?? "", 60);
      const store = await openDirectoryStore(shards === 0 ? directory : join(directory, "shard-0"));
      expect((await repairRecording(store)).length).toBeGreaterThan(1);
      const player = await replay(store);
      const { clock, loops, openSocket } = player.ports;
      const shard = { openSocket, createInflate: () => createInflate() };
      const engine = createEngine(replayEngineOptions, { clock, loops, random: () => 0, shard });
      onTestFinished(() => engine.close());
      const books = pairs.map((pair) => engine.book(pair));
      expect(await player.run()).toBe("ended");
      for (const { latest } of books) {
        expect(latest.status).toBe("live");
        expect(levels(latest)).toEqual(seen.get(`${latest.pair} ${latest.seq}`));
      }
    });
  },
);
