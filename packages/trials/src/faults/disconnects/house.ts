import type { SequencePolicy } from "@depthwire/book";
import { connect } from "@depthwire/node";
import { type Profile, startSandbox } from "@depthwire/sandbox";
import type { PushProtocol } from "@depthwire/stream";
import { BookWitness, startFaultProxy } from "@depthwire/testkit";
import { Lane } from "./lane.js";

/** One sandbox and how its clients follow it. */
export interface HouseOptions {
  readonly profile: Profile;
  readonly protocol: PushProtocol;
  /** Threads that keep the books of each lane; 0 keeps them on the main thread. */
  readonly shards: number;
  readonly lanes: number;
  readonly seed: number;
  readonly sequencePolicy: SequencePolicy;
}

/** A sandbox with its lanes. */
export interface House {
  readonly lanes: readonly Lane[];
  close(): Promise<void>;
}

/** Each lane has pairs of its own, so that faults of a pair are faults of a lane. */
const pairsPerLane = 2;
const depthIntervalMs = 25;

/** As in production, but shorter: the rules are the same, the waits are not what is looked at. */
const shortWaits = {
  connectTimeoutMs: 3_000,
  backoff: { firstWindowMs: 40, maxWindowMs: 150 },
  heartbeat: { pingAfterQuietMs: 250, answerWithinMs: 1_000, pauseToleranceMs: 1_000 },
  resync: {
    snapshotTimeoutMs: 1_500,
    firstWindowMs: 30,
    maxWindowMs: 100,
    soundAfterMs: 0,
    // Books are harmed all the time here: storms are wanted.
    guardAfter: 1_000_000,
    // All books of a lane stay on one connection: it is what the lane breaks.
    attemptsPerConnection: 1_000_000,
  },
} as const;

/** Starts a sandbox and its lanes. */
export async function openHouse(options: HouseOptions): Promise<House> {
  const { profile, protocol, shards, lanes: count, seed, sequencePolicy } = options;
  const sandbox = await startSandbox({
    pairs: count * pairsPerLane,
    profile,
    seed,
    depthIntervalMs,
    tickIntervalMs: 50,
    // Every book of protocol B is proven by a request, after each harm: far more than a venue would answer.
    requestsPerWindow: 0,
  });
  const lanes: Lane[] = [];
  for (let index = 0; index < count; index++) {
    const proxy = await startFaultProxy({ port: sandbox.port });
    const { pathname } = new URL(sandbox.pushUrl);
    const addresses = [`ws://127.0.0.1:${proxy.port}${pathname}`];
    const venue = connect({
      ...shortWaits,
      addresses,
      protocol,
      serviceName: sandbox.serviceName,
      // Protocol B's full messages carry no number: what proves them is an answer of the same time.
      restAddress: sandbox.restUrl,
      shards,
      sequencePolicy,
    });
    const pairs = sandbox.pairs.slice(index * pairsPerLane, (index + 1) * pairsPerLane);
    const witnesses = pairs.map((pair) => new BookWitness(pair, venue.book(pair), sandbox.exchange));
    const mode = shards === 0 ? "inline" : "thread";
    lanes.push(new Lane(`${profile}, protocol ${protocol}, ${mode}, lane ${index}`, sandbox, proxy, venue, witnesses));
  }
  const close = async (): Promise<void> => {
    await Promise.all(lanes.map((lane) => lane.close()));
    await sandbox.close();
  };
  return { lanes, close };
}
