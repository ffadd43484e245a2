import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { threadOfPair } from "@depthwire/relay/internal";
import type { Context } from "../../../program/context.js";
import { EndedElsewhere, endingOf } from "../../../program/ending.js";
import { nameOfThread } from "../../../relay/instance-name.js";
import type { ServeFlags } from "./flags.js";
import type { ShownInstance } from "./metrics/instance-figures.js";
import type { MetricsDoor } from "./metrics/metrics-door.js";
import type { ServeResult } from "./serve-report.js";
import type { ServingThreadData, ThreadOrder, ThreadWord } from "./thread-messages.js";

/** Threads of the command line. All pairs of a shard are in one: no thread of this process stands by for another. */
interface Share {
  readonly name: string;
  readonly pairs: readonly string[];
}

/**
 * Takes part with several instances, each in a thread of its own, until all of them have ended. One that fails ends the others, which hand over first.
 *
 * @throws EndedElsewhere how the first thread ended that failed
 */
export async function serveInThreads(
  options: ServeFlags,
  { name, door }: { readonly name: string; readonly door: MetricsDoor | undefined },
  context: Context,
): Promise<void> {
  const threads = sharesOf(options, name).map((share) => new ServingThread(share, options, context));
  for (const thread of threads) {
    door?.show(thread.name, () => thread.figures());
  }
  const endAll = (): void => {
    for (const thread of threads) {
      thread.end();
    }
  };
  context.signal.addEventListener("abort", endAll, { once: true });
  if (context.signal.aborted) {
    endAll();
  }
  const failures: unknown[] = [];
  const ends = await Promise.all(
    threads.map(({ ended }) =>
      ended.catch((error: unknown) => {
        failures.push(error);
        endAll();
        return undefined;
      }),
    ),
  );
  context.signal.removeEventListener("abort", endAll);
  if (failures.length > 0) {
    throw failures[0];
  }
  const results = ends.flatMap((end) => (end === undefined ? [] : [end.data]));
  const words = ends.flatMap((end) => (end?.text === undefined ? [] : [end.text]));
  context.output.result(sumOf(name, results), words.join("\n"));
}

/** Who carries what. A thread without a pair is not started. */
function sharesOf({ pairs, threads }: ServeFlags, name: string): readonly Share[] {
  const shares = Array.from({ length: threads }, (_, thread) => ({
    name: nameOfThread(name, thread + 1),
    pairs: pairs.filter((pair) => threadOfPair(pair) % threads === thread),
  }));
  return shares.filter((share) => share.pairs.length > 0);
}

/** What came of a thread. */
interface ThreadEnd {
  readonly data: ServeResult;
  readonly text: string | undefined;
}

/** An instance in a thread. */
class ServingThread {
  /** Of its instance. */
  readonly name: string;
  /** Settled when the thread is gone. */
  readonly ended: Promise<ThreadEnd>;
  readonly #worker: Worker;
  readonly #output: Context["output"];
  #result: ThreadEnd | undefined;
  #failure: unknown;
  /** Those who wait for its figures. */
  #asked: ((shown: ShownInstance) => void)[] = [];

  constructor({ name, pairs }: Share, options: ServeFlags, context: Context) {
    const { environment, home, workingDirectory, version, output, styles } = context;
    const workerData: ServingThreadData = {
      name,
      options: { ...options, name, pairs, threads: 1 },
      environment: { ...environment },
      home,
      workingDirectory,
      version,
      isJson: output.isJson,
      isColoured: styles.isColoured,
    };
    this.name = name;
    this.#output = output;
    // Flags of the process are not for it: with `--input-type`, a worker of a file does not start.
    this.#worker = new Worker(entry(), { workerData, name, execArgv: [] });
    this.#worker.on("message", (word: ThreadWord) => this.#hear(word));
    this.#worker.on("error", (error) => {
      this.#failure ??= error;
    });
    this.ended = this.#end(name);
  }

  /** Has it hand over and end. */
  end(): void {
    this.#worker.postMessage("end" satisfies ThreadOrder, []);
  }

  /** What its instance shows. Never settled where the thread does not answer. */
  figures(): Promise<ShownInstance> {
    return new Promise((resolve) => {
      this.#asked.push(resolve);
      this.#worker.postMessage("figures" satisfies ThreadOrder, []);
    });
  }

  async #end(name: string): Promise<ThreadEnd> {
    await once(this.#worker, "exit");
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
    if (this.#result === undefined) {
      throw new EndedElsewhere(endingOf(new Error(`The thread of ${name} ended without a word`)));
    }
    return this.#result;
  }

  #hear(word: ThreadWord): void {
    switch (word.kind) {
      case "item":
        this.#output.item(word.data, word.text);
        return;
      case "figures":
        for (const resolve of this.#asked.splice(0)) {
          resolve(word.shown);
        }
        return;
      case "result":
        this.#result = { data: word.data as ServeResult, text: word.text };
        return;
      case "failed":
        this.#failure ??= new EndedElsewhere(word.ending);
        return;
      default:
        this.#output[word.kind](word.text);
    }
  }
}

function sumOf(name: string, results: readonly ServeResult[]): ServeResult {
  const sum = (count: keyof ServeResult["counts"]): number =>
    results.reduce((total, { counts }) => total + counts[count], 0);
  return {
    name,
    handedOver: results.flatMap(({ handedOver }) => handedOver),
    givenBack: results.flatMap(({ givenBack }) => givenBack),
    counts: {
      won: sum("won"),
      lost: sum("lost"),
      handedOver: sum("handedOver"),
      renewals: sum("renewals"),
      storeFailures: sum("storeFailures"),
      storeStalls: sum("storeStalls"),
      malformed: sum("malformed"),
    },
  };
}

/** Loaded from sources (by a test runner), a thread still runs the built file: workers know no TypeScript. */
function entry(): URL {
  const isSource = import.meta.url.endsWith(".ts");
  return new URL(
    isSource ? "../../../../dist/commands/relay/serve/serving-thread.js" : "./serving-thread.js",
    import.meta.url,
  );
}
