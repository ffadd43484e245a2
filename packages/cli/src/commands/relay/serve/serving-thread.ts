import { Readable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import type { Context } from "../../../program/context.js";
import { endingOf } from "../../../program/ending.js";
import { stylesFor } from "../../../program/styles.js";
import { InstanceFigures } from "./metrics/instance-figures.js";
import { serveInstance } from "./serve-instance.js";
import type { ServingThreadData, ThreadOrder, ThreadWord } from "./thread-messages.js";

/**
 * One thread of `relay serve --threads`: an instance of its own with its share of the pairs, which connects to venue and bus and publishes by itself. Nothing of
 * a frame passes another thread.
 */
async function serveHere(port: NonNullable<typeof parentPort>): Promise<void> {
  const { name, options, isJson, isColoured, ...surroundings } = workerData as ServingThreadData;
  const tell = (word: ThreadWord): void => port.postMessage(word, []);
  const stop = new AbortController();
  const figures = new InstanceFigures(name);
  port.on("message", (order: ThreadOrder) => {
    if (order === "end") {
      stop.abort();
    } else {
      tell({ kind: "figures", shown: figures.read() });
    }
  });
  const context: Context = {
    ...surroundings,
    output: {
      isJson,
      item: (data, text) => tell({ kind: "item", data, text }),
      result: (data, text) => tell({ kind: "result", data, text }),
      write: (text) => tell({ kind: "write", text }),
      note: (text) => tell({ kind: "note", text }),
      bytes: () => Promise.resolve(),
      progress: () => ({ update: () => undefined, end: () => undefined }),
    },
    input: {
      isTerminal: false,
      stream: Readable.from([]),
      ask: () => Promise.resolve(undefined),
      askHidden: () => Promise.resolve([]),
      readAll: () => Promise.resolve(new Uint8Array(0)),
    },
    screen: { isTerminal: false, size: () => ({ columns: 80, rows: 24 }), onResize: () => () => undefined },
    styles: stylesFor({ isTerminal: isColoured, environment: surroundings.environment }),
    signal: stop.signal,
    carryOut: () => Promise.reject(new Error("a thread carries out nothing else")),
  };
  try {
    await serveInstance({ name, pairs: options.pairs, options, figures }, context);
  } catch (error) {
    tell({ kind: "failed", ending: endingOf(error) });
  } finally {
    port.close();
  }
}

if (parentPort !== null) {
  await serveHere(parentPort);
}
