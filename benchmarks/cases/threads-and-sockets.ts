import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { connect } from "@depthwire/node";
import { type CorpusOptions, createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { type CaseReport, caseReport, partReport } from "../runner/report.js";
import type { SendOrder } from "../runner/sender-entry.js";
import { measureStretches, messagesNeeded, type StretchOptions, type StretchRunner } from "../runner/stretches.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { checkEngine, feedEngine, pushStretch, until, untilApplied } from "./follow-engine.js";
import { atLeast, atMost } from "./goals.js";

/** A runner that has to be ended, and can be asked whether its books are right at last. */
interface EngineRunner extends StretchRunner {
  /** CPU time of this process a message, in microseconds, over everything that it ran. */
  readonly cpuUs: () => number;
  finish(): Promise<void>;
}

const seeds = [1, 2, 3] as const;
const levels = 200;
/** Loaded from sources (by a test runner), the process still runs the built file. */
export const senderEntry: URL = new URL(
  import.meta.url.endsWith(".ts") ? "../dist/runner/sender-entry.js" : "../runner/sender-entry.js",
  import.meta.url,
);

/** Two shards beside one: frames of the program's own through shared memory, and sockets of each shard. */
export const threads: BenchmarkCase = {
  name: "threads",
  run: async (context) => {
    const memory = await measureRunners("threads, from memory", context, (corpus) => [
      fromMemory("ours", corpus, 2),
      fromMemory("one shard", corpus, 1),
      fromMemory("inline", corpus, 0),
    ]);
    const sockets = await measureRunners("threads, from sockets", context, (corpus, options) => [
      fromSockets("ours", corpus, options, 2),
      fromSockets("inline", corpus, options, 0),
    ]);
    return [
      {
        ...memory,
        goals: [
          atLeast("threads-two-shards", 1.7, "times one shard", memory.ratios["one shard"]),
          atMost("threads-cpu", 1.25, "times the CPU of inline, one shard", cpuRatio(memory, "one shard")),
        ],
      },
      {
        ...sockets,
        goals: [atMost("threads-sockets-cpu", 1.3, "times the CPU of inline", cpuRatio(sockets, "ours"))],
      },
    ];
  },
};

/** Inline, over real WebSockets beside memory. */
export const sockets: BenchmarkCase = {
  name: "sockets",
  run: async (context) => {
    const report = await measureRunners("sockets", context, (corpus, options) => [
      fromSockets("ours", corpus, options, 0),
      fromMemory("memory", corpus, 0),
    ]);
    const { measures = {} } = report;
    const socketUs = (measures[cpuOf("ours")] ?? 0) - (measures[cpuOf("memory")] ?? 0);
    return [
      {
        ...report,
        measures: { ...measures, "CPU of the socket, µs a message": Math.round(socketUs * 100) / 100 },
        goals: [atMost("sockets-cpu", 1, "µs of CPU a frame for the socket", socketUs)],
      },
    ];
  },
};

async function measureRunners(
  name: string,
  context: CaseContext,
  start: (corpus: DepthCorpus, options: CorpusOptions) => readonly Promise<EngineRunner>[],
): Promise<CaseReport> {
  const stretch: StretchOptions = { passes: context.passes, messages: context.stretchMessages };
  const cpuUs = new Map<string, number[]>();
  const parts = [];
  for (const seed of context.short ? seeds.slice(0, 1) : seeds) {
    const options = { seed, levels, updates: messagesNeeded(stretch) };
    const corpus = createDepthCorpus(options);
    const runners = await Promise.all(start(corpus, options));
    const rates = await measureStretches(runners, stretch);
    for (const runner of runners) {
      cpuUs.set(runner.name, [...(cpuUs.get(runner.name) ?? []), runner.cpuUs()]);
      await runner.finish();
    }
    parts.push(partReport(corpus.name, rates));
    context.progress(`${name}, seed ${seed}: done`);
  }
  const measures = Array.from(cpuUs, ([runner, list]): [string, number] => [
    cpuOf(runner),
    Math.round((list.reduce((sum, one) => sum + one, 0) / list.length) * 100) / 100,
  ]);
  return { ...caseReport(name, "messages/s", parts), measures: Object.fromEntries(measures) };
}

/** Name of a measure. */
function cpuOf(runner: string): string {
  return `CPU of ${runner}, µs a message`;
}

function cpuRatio({ measures = {} }: CaseReport, runner: string): number | undefined {
  const { [cpuOf(runner)]: one, [cpuOf("inline")]: inline } = measures;
  return one === undefined || inline === undefined ? undefined : one / inline;
}

async function fromMemory(name: string, corpus: DepthCorpus, shards: number): Promise<EngineRunner> {
  const engine = await feedEngine(corpus, shards);
  const cpu = new CpuMeter();
  return {
    name,
    cpuUs: () => cpu.usEach,
    run: (from, to) => cpu.over(to - from, () => pushStretch(engine, corpus, { from, to })),
    finish: async () => {
      checkEngine(name, engine.books, corpus);
      await engine.venue.close();
    },
  };
}

async function fromSockets(
  name: string,
  corpus: DepthCorpus,
  options: CorpusOptions,
  shards: number,
): Promise<EngineRunner> {
  const sender = fork(fileURLToPath(senderEntry), [JSON.stringify(options)]);
  const [{ port }] = (await once(sender, "message")) as [{ port: number }];
  const venue = connect({
    addresses: [`ws://127.0.0.1:${port}`],
    shards,
    heartbeat: { pingAfterQuietMs: 3_600_000 },
  });
  const books = new Map(corpus.pairs.map(({ pair }) => [pair, venue.book(pair)]));
  await until(() => [...books.values()].every((book) => book.latest.status === "live"));
  const cpu = new CpuMeter();
  const run = async (from: number, to: number): Promise<number> => {
    const startMs = performance.now();
    sender.send({ from, to } satisfies SendOrder);
    await untilApplied(books, corpus, { from, to });
    return performance.now() - startMs;
  };
  return {
    name,
    cpuUs: () => cpu.usEach,
    run: (from, to) => cpu.over(to - from, () => run(from, to)),
    finish: async () => {
      checkEngine(name, books, corpus);
      await venue.close();
      sender.disconnect();
    },
  };
}

/** What this process's threads worked together, whatever else ran on the machine. */
class CpuMeter {
  #us = 0;
  #messages = 0;

  get usEach(): number {
    return this.#us / this.#messages;
  }

  async over(messages: number, run: () => Promise<number>): Promise<number> {
    const before = process.cpuUsage();
    const elapsedMs = await run();
    const { user, system } = process.cpuUsage(before);
    this.#us += user + system;
    this.#messages += messages;
    return elapsedMs;
  }
}
