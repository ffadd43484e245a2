import type { Clock } from "@depthwire/core";
import { type RecordingStore, record } from "@depthwire/recording";
import { createMemorySocket } from "../contestants/memory-socket.js";
import type { DepthCorpus } from "../corpus/depth-corpus.js";

const startMs = 1_700_000_000_000;
const frameEveryMs = 2;
/** Everything in one segment. */
const noBound = 2 ** 31;

/** The corpus as one segment of a recording. The same corpus gives the same bytes: its time is made up. */
export async function recordSegment(corpus: DepthCorpus): Promise<Uint8Array> {
  let nowMs = 0;
  const clock: Clock = { epochMs: () => startMs + nowMs, monotonicMs: () => nowMs, after: () => () => undefined };
  const files = new Map<string, Uint8Array[]>();
  const recording = await record(
    { clock, store: memoryStore(files), books: () => [] },
    { run: "gate", maxSegmentBytes: noBound, maxSegmentMs: noBound },
  );
  const memory = createMemorySocket();
  const ignored = (): void => undefined;
  const handlers = { opened: ignored, message: ignored, controlFrame: ignored, closed: ignored };
  const socket = recording.tap(memory.open)("ws://memory.invalid", handlers);
  memory.accept();
  for (const { pair } of corpus.pairs) {
    socket.send(JSON.stringify({ sub: `${pair}_depth` }));
  }
  for (const frame of [...corpus.snapshots, ...corpus.updates]) {
    nowMs += frameEveryMs;
    memory.message(frame);
  }
  await recording.close();
  const [parts = []] = [...files].filter(([name]) => name.endsWith(".dwrec")).map(([, list]) => list);
  return new Uint8Array(Buffer.concat(parts));
}

function memoryStore(files: Map<string, Uint8Array[]>): RecordingStore {
  return {
    create: (name) => {
      const parts: Uint8Array[] = [];
      files.set(name, parts);
      return {
        append: (bytes) => {
          parts.push(bytes.slice());
        },
        close: () => Promise.resolve(),
      };
    },
    list: () => Promise.resolve([]),
    read: (name) => Promise.reject(new Error(`${name} is not read back`)),
    truncate: () => Promise.resolve(),
    replace: () => Promise.resolve(),
  };
}
