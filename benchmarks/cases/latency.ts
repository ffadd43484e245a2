import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { liveClients } from "../contestants/live-client.js";
import { type CorpusOptions, corpusName } from "../corpus/depth-corpus.js";
import type { LatencyAnswer, LatencyOrders } from "../runner/latency-entry.js";
import type { CaseReport, PartReport } from "../runner/report.js";
import type { SendOrder, SendReport } from "../runner/sender-entry.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { atMost, type Goal } from "./goals.js";
import { percentileReport } from "./percentile-report.js";

const levels = 200;
const framesPerSecond = 500;
/** Ten seconds. */
const stretchMessages = 5_000;
const shortStretchMessages = 100;

/** From the write of a frame into a socket of another process to the view in a user's loop, in microseconds. */
export const latency: BenchmarkCase = {
  name: "latency",
  run: async (context) => {
    const messages = context.short ? shortStretchMessages : stretchMessages;
    const corpus: CorpusOptions = { seed: 1, levels, updates: (context.passes + 1) * messages };
    const runners = await Promise.all(Object.keys(liveClients).map((name) => startRunner(name, corpus)));
    try {
      await measure(runners, messages, context);
      for (const runner of runners) {
        await runner.check();
      }
      context.progress(`latency, ${corpusName(corpus)}: done`);
      return [latencyReport(new Map(runners.map(({ name, latenciesUs }) => [name, latenciesUs])))];
    } finally {
      for (const runner of runners) {
        runner.close();
      }
    }
  },
};

/** A client and a sender of its own, each in a process. */
interface LatencyRunner {
  readonly name: string;
  /** Latencies of all stretches that were kept. */
  readonly latenciesUs: number[];
  run(order: SendOrder): Promise<readonly number[]>;
  /** @throws Error when a book is wrong at last */
  check(): Promise<void>;
  close(): void;
}

/** One after the other takes the same stretch, in another order each pass. The first stretch warms up. */
async function measure(runners: readonly LatencyRunner[], messages: number, { passes }: CaseContext): Promise<void> {
  for (let pass = 0; pass <= passes; pass++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const runner = runners[(turn + pass) % runners.length] as LatencyRunner;
      const order = { from: pass * messages, to: (pass + 1) * messages, framesPerSecond };
      const found = await runner.run(order);
      if (pass > 0) {
        for (const one of found) {
          runner.latenciesUs.push(one);
        }
      }
    }
  }
}

async function startRunner(name: string, corpus: CorpusOptions): Promise<LatencyRunner> {
  const sender = fork(entry("sender-entry"), [JSON.stringify(corpus)]);
  const { port } = await nextMessage<{ readonly port: number }>(sender);
  const orders: LatencyOrders = { contestant: name, port, corpus };
  const client = fork(entry("latency-entry"), [JSON.stringify(orders)]);
  await answerOf(client, "live");
  return {
    name,
    latenciesUs: [],
    run: async (order) => {
      const both = Promise.all([nextMessage<SendReport>(sender), answerOf(client, "arrived")]);
      client.send(order);
      sender.send(order);
      const [{ writtenAtUs }, { atUs }] = await both;
      return atUs.map((one, index) => one - (writtenAtUs[index] as number));
    },
    check: async () => {
      const checked = answerOf(client, "checked");
      client.send("check");
      const { error } = await checked;
      if (error !== undefined) {
        throw new Error(error);
      }
    },
    close: () => {
      client.disconnect();
      sender.disconnect();
    },
  };
}

async function answerOf<Kind extends LatencyAnswer["kind"]>(
  client: ChildProcess,
  kind: Kind,
): Promise<Extract<LatencyAnswer, { readonly kind: Kind }>> {
  const answer = await nextMessage<LatencyAnswer>(client);
  if (answer.kind !== kind) {
    throw new Error(`a live client answered ${answer.kind} in place of ${kind}`);
  }
  return answer as Extract<LatencyAnswer, { readonly kind: Kind }>;
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`a process of the case latency ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as Message);
    });
  });
}

/** Loaded from sources (by a test runner), the process still runs the built file. */
function entry(name: string): string {
  const folder = import.meta.url.endsWith(".ts") ? "../dist/runner" : "../runner";
  return fileURLToPath(new URL(`${folder}/${name}.js`, import.meta.url));
}

/** Here less is more: `ratios` are the others' times over ours. */
export function latencyReport(latenciesUs: ReadonlyMap<string, readonly number[]>): CaseReport {
  const report = percentileReport("latency", latenciesUs);
  return { ...report, goals: goalsOf(report.parts) };
}

function goalsOf(parts: readonly PartReport[]): readonly Goal[] {
  const wanted = { p50: 0.75, p99: 0.6, "p99.9": 0.6 } as const;
  const [middle] = parts;
  const twoShards = (middle?.peers["two shards"] ?? Number.NaN) / (middle?.peers["plain"] ?? Number.NaN);
  return [
    ...parts.map(({ name, ours, peers }) => {
      const max = wanted[name as keyof typeof wanted];
      return atMost(`latency-${name}`, max, `times the plain client, ${name}`, ours / (peers["plain"] ?? Number.NaN));
    }),
    atMost("latency-two-shards-p50", 1.1, "times the plain client, two shards, p50", twoShards),
  ];
}
