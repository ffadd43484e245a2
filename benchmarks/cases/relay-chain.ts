import { setTimeout as pause } from "node:timers/promises";
import { type CorpusOptions, corpusName } from "../corpus/depth-corpus.js";
import { startAsked } from "../runner/asked-process.js";
import { median } from "../runner/measure.js";
import type { BenchmarkNatsServer } from "../runner/nats-server.js";
import type { RelayAnswer, RelayRole } from "../runner/relay-entry.js";
import type { CaseContext } from "./benchmark-case.js";
import { atMost } from "./goals.js";
import { type RelayFigures, type RelayProcess, rounded } from "./relay-figures.js";

const framesPerSecond = 20_000;
/** A second. */
const longestStretch = framesPerSecond;
/** Between the order to follow and the first frame. */
const settleMs = 100;

/** Engines that end with the same books, each in a process of its own. */
interface Chain {
  readonly memory: RelayProcess;
  readonly owner: RelayProcess;
  readonly follower: RelayProcess;
}

/** What one stretch took: microseconds of processor time a frame. */
interface ChainCosts {
  readonly memory: number;
  readonly owner: number;
  readonly follower: number;
  readonly server: number;
  readonly framesPerSecond: number;
  readonly gaps: number;
}

/** One owner and one follower at 20,000 frames a second, beside the same engine fed from memory. */
export async function measureChain(
  server: BenchmarkNatsServer,
  { passes, stretchMessages, progress }: CaseContext,
): Promise<RelayFigures & { readonly framesPerSecond: number }> {
  const messages = Math.min(stretchMessages, longestStretch);
  const corpus: CorpusOptions = { seed: 1, levels: 200, updates: messages * (passes + 1) };
  const start = (kind: RelayRole["kind"]): Promise<RelayProcess> =>
    startAsked("relay-entry", { kind, corpus, server: server.address } satisfies RelayRole);
  const [memory, owner] = await Promise.all([start("memory"), start("owner")]);
  const chain: Chain = { memory, owner, follower: await start("follower") };
  try {
    const costs: ChainCosts[] = [];
    for (let pass = 0; pass <= passes; pass++) {
      const cost = await takeStretch(chain, server, { from: pass * messages, to: (pass + 1) * messages });
      // The first stretch warms up.
      if (pass > 0) {
        costs.push(cost);
      }
    }
    await checkAll(Object.values(chain));
    progress(`relay, ${corpusName(corpus)}: done`);
    return chainFigures(costs);
  } finally {
    for (const one of Object.values(chain)) {
      one.close();
    }
  }
}

async function takeStretch(
  { memory, owner, follower }: Chain,
  server: BenchmarkNatsServer,
  stretch: { readonly from: number; readonly to: number },
): Promise<ChainCosts> {
  const order = { kind: "run", stretch, framesPerSecond } as const;
  const frames = stretch.to - stretch.from;
  const alone = ran(await memory.ask(order));
  const serverBefore = server.cpuUs();
  const followed = follower.ask(order);
  await pause(settleMs);
  const published = ran(await owner.ask(order));
  const relayed = ran(await followed);
  return {
    memory: alone.cpuUs / frames,
    owner: published.cpuUs / frames,
    follower: relayed.cpuUs / frames,
    server: (server.cpuUs() - serverBefore) / frames,
    framesPerSecond: (frames / published.ms) * 1_000,
    gaps: relayed.gaps,
  };
}

/** @throws Error where a process has other books than the corpus leads to */
async function checkAll(processes: readonly RelayProcess[]): Promise<void> {
  for (const one of processes) {
    const answer = await one.ask({ kind: "check" });
    if (answer.kind === "checked" && answer.error !== undefined) {
      throw new Error(answer.error);
    }
  }
}

/** What is added is compared within each stretch: whatever else the machine does changes from one to the next. */
function chainFigures(costs: readonly ChainCosts[]): RelayFigures & { readonly framesPerSecond: number } {
  const of = (pick: (cost: ChainCosts) => number): number => median(costs.map(pick));
  const rate = Math.round(of((cost) => cost.framesPerSecond));
  return {
    framesPerSecond: rate,
    measures: {
      "µs of CPU a frame from memory": rounded(of(({ memory }) => memory)),
      "µs of CPU a frame at the owner": rounded(of(({ owner }) => owner)),
      "µs of CPU a frame at the follower": rounded(of(({ follower }) => follower)),
      "µs of CPU a frame of nats-server, 1 to 1": rounded(of(({ server }) => server)),
      "frames/s published": rate,
      "gaps of the follower": costs.at(-1)?.gaps ?? 0,
    },
    goals: [
      atMost(
        "relay-publish-cpu",
        5,
        "µs of CPU a frame that publishing adds",
        of(({ owner, memory }) => owner - memory),
      ),
      atMost(
        "relay-follow-cpu",
        5,
        "µs of CPU a frame that the relay adds to a follower",
        of(({ follower, memory }) => follower - memory),
      ),
    ],
  };
}

function ran(answer: RelayAnswer): Extract<RelayAnswer, { readonly kind: "ran" }> {
  if (answer.kind !== "ran") {
    throw new Error(`a process of the case relay answered ${answer.kind} in place of ran`);
  }
  return answer;
}
