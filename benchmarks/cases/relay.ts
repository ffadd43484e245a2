import { setTimeout as pause } from "node:timers/promises";
import { type CorpusOptions, createDepthCorpus } from "../corpus/depth-corpus.js";
import { startAsked } from "../runner/asked-process.js";
import { median } from "../runner/measure.js";
import { type BenchmarkNatsServer, natsServerVersion, startNatsServer } from "../runner/nats-server.js";
import type { ListenersAnswer, ListenersOrder, ListenersRole } from "../runner/relay-listeners-entry.js";
import { relayVenue } from "../runner/relay-venue.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { atLeast, atMost } from "./goals.js";
import { measureChain } from "./relay-chain.js";
import { type RelayFigures, type RelayProcess, rounded } from "./relay-figures.js";

const listenerCount = 50;
const listenedPerSecond = 2_000;
const latePairs = 1_000;
const latePairsPerSecond = 2_000;
const sizes = {
  usual: { listened: 10_000, latePairs, joinSeconds: 60 },
  short: { listened: 100, latePairs: 20, joinSeconds: 2 },
} as const;
/** Between the order to count and the first frame. */
const settleMs = 100;

/** What a relay adds: to the owner that publishes, to a consumer, to nats-server; and how soon a thousand books are joined. */
export const relay: BenchmarkCase = {
  name: "relay",
  run: async (context) => {
    const version = natsServerVersion();
    const empty = { case: "relay", unit: "frames/s", ours: 0, peers: {}, ratios: {}, parts: [] };
    if (version === undefined) {
      return [{ ...empty, notes: ["not measured: nats-server is not installed"] }];
    }
    const server = await startNatsServer();
    try {
      const chain = await measureChain(server, context);
      const listeners = await measureListeners(server, context);
      const join = await measureJoin(server, context);
      const measures = { ...chain.measures, ...listeners.measures, ...join.measures };
      const goals = [...chain.goals, ...listeners.goals, ...join.goals];
      return [{ ...empty, ours: chain.framesPerSecond, measures, goals, versions: { "nats-server": version } }];
    } finally {
      await server.close();
    }
  },
};

/** One owner and fifty connections, 100,000 deliveries a second. */
async function measureListeners(
  server: BenchmarkNatsServer,
  { passes, short, progress }: CaseContext,
): Promise<RelayFigures> {
  const { listened: messages } = sizes[short ? "short" : "usual"];
  const corpus: CorpusOptions = { seed: 2, levels: 20, updates: messages * (passes + 1) };
  const pairs = createDepthCorpus({ ...corpus, updates: 0 }).pairs.map(({ pair }) => pair);
  const owner: RelayProcess = await startAsked("relay-entry", { kind: "owner", corpus, server: server.address });
  const role: ListenersRole = { server: server.address, venue: relayVenue, connections: listenerCount, pairs };
  const listeners = await startAsked<ListenersRole, ListenersOrder, ListenersAnswer>("relay-listeners-entry", role);
  const [serverUs, listenerUs, rates]: [number[], number[], number[]] = [[], [], []];
  let lost = 0;
  try {
    for (let pass = 0; pass <= passes; pass++) {
      const before = server.cpuUs();
      const counted = listeners.ask({ messages });
      await pause(settleMs);
      const stretch = { from: pass * messages, to: (pass + 1) * messages };
      await owner.ask({ kind: "run", stretch, framesPerSecond: listenedPerSecond });
      const answer = await counted;
      lost += answer.lost;
      if (pass > 0) {
        serverUs.push((server.cpuUs() - before) / answer.deliveries);
        listenerUs.push(answer.cpuUs / answer.deliveries);
        rates.push((answer.deliveries / (answer.ms - settleMs)) * 1_000);
      }
    }
  } finally {
    owner.close();
    listeners.close();
  }
  progress(`relay, ${listenerCount} listeners: done`);
  return {
    measures: {
      [`deliveries/s to ${listenerCount} connections`]: Math.round(median(rates)),
      "µs of CPU a delivery of nats-server": rounded(median(serverUs)),
      "µs of CPU a delivery of the listeners": rounded(median(listenerUs)),
    },
    goals: [
      atMost("relay-server-cpu", 5, "µs of CPU a delivery of nats-server", median(serverUs)),
      atLeast(
        "relay-deliveries",
        0.95 * listenedPerSecond * listenerCount,
        "deliveries/s to 50 connections",
        median(rates),
      ),
      atMost("relay-lost", 0, "deliveries lost", lost),
    ],
  };
}

/** A follower joins a thousand pairs late, while they are told on. */
async function measureJoin(
  server: BenchmarkNatsServer,
  { passes, short, progress }: CaseContext,
): Promise<RelayFigures> {
  const { latePairs: pairs, joinSeconds } = sizes[short ? "short" : "usual"];
  const corpus: CorpusOptions = { seed: 3, levels: 20, pairs, updates: joinSeconds * latePairsPerSecond };
  const owner: RelayProcess = await startAsked("relay-entry", { kind: "owner", corpus, server: server.address });
  const follower: RelayProcess = await startAsked("relay-entry", {
    kind: "follower",
    corpus,
    server: server.address,
  });
  const times: number[] = [];
  try {
    // Until the process ends, whatever the joins take.
    owner
      .ask({ kind: "run", stretch: { from: 0, to: corpus.updates }, framesPerSecond: latePairsPerSecond })
      .catch(() => undefined);
    for (let pass = 0; pass < passes; pass++) {
      const answer = await follower.ask({ kind: "join" });
      times.push(answer.kind === "joined" ? answer.ms : Number.NaN);
    }
  } finally {
    owner.close();
    follower.close();
  }
  progress(`relay, ${pairs} pairs joined late: done`);
  return {
    measures: { [`ms until ${pairs} pairs are live that were joined late`]: Math.round(median(times)) },
    goals: [atMost("relay-join", 1_000, "ms until 1,000 pairs are live that were joined late", median(times))],
  };
}
