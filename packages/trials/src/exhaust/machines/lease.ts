import { type CandidateFacts, type LeaseEffect, type LeaseEvent, noLease, stepLease } from "@depthwire/relay/internal";
import type { Machine } from "../machine.js";
import { judgedLease, keyOfLease } from "./lease-judge.js";
import {
  type Answer,
  type Call,
  type Candidate,
  type LeaseMove,
  type LeaseWorld,
  leaseMs,
  leaseOptionsOf,
  candidateNames as names,
} from "./lease-world.js";

/** How a candidate is stepped: the product's own way, or one with something planted. */
export type LeaseStepper = typeof stepLease;

/** How much of what is not everyday happens in one history. */
export interface LeaseSize {
  /** Calls of one candidate that are on their way at once. */
  readonly calls: number;
  readonly releases: number;
  readonly offers: number;
}

/**
 * Two candidates for one lease, stopped for any time between any two steps, since nothing makes them step; a store that takes its time, and
 * a way to it that loses calls before and after they are carried out. The first one has it when the world begins.
 */
export function leaseMachine(size: LeaseSize, step: LeaseStepper = stepLease): Machine<LeaseWorld, LeaseMove> {
  return {
    name: "lease",
    restore: "kept",
    begin: () => held(),
    moves: (world) => movesOf(world, size),
    step: (world, move) => judgedLease(stepWorld(step, world, move)),
    key: keyOfLease,
    fault: ({ fault }) => fault,
    describe: (move) => ("who" in move ? `${names[move.who]}: ${move.kind}` : move.kind),
  };
}

const nobody: Candidate = { lease: noLease, calls: [], provenAtMs: Number.NEGATIVE_INFINITY, heardTerm: 0 };

/** How the first candidate takes the lease, before anything goes wrong: it looks, waits for a whole lease, takes and confirms. */
function held(): LeaseWorld {
  const waits: LeaseMove[] = Array.from({ length: leaseMs }, () => ({ kind: "pass" }));
  const asks: LeaseMove[] = [
    { kind: "tick", who: 0 },
    { kind: "arrive", who: 0, call: 0 },
    { kind: "answer", who: 0, call: 0 },
  ];
  const [, ...answers] = asks;
  const nothing: LeaseWorld = {
    nowMs: 0,
    store: { revision: 1, record: undefined },
    candidates: [nobody, nobody],
    wonTerm: 0,
    releases: 0,
    offers: 0,
    fault: undefined,
  };
  const history = [...asks, ...waits, ...asks, ...answers, ...answers];
  return history.reduce((world, move) => judgedLease(stepWorld(stepLease, world, move)), nothing);
}

function movesOf(world: LeaseWorld, size: LeaseSize): readonly LeaseMove[] {
  const moves: LeaseMove[] = [{ kind: "pass" }];
  for (const who of [0, 1] as const) {
    const { lease, calls } = world.candidates[who];
    const awaited = calls.filter(({ isForgotten }) => !isForgotten).length;
    if (calls.length < size.calls || awaited > 0) {
      moves.push({ kind: "tick", who });
    }
    if (lease.phase === "holding") {
      if (world.releases < size.releases && calls.length < size.calls) {
        moves.push({ kind: "release", who });
      }
      if (world.offers < size.offers && calls.length < size.calls) {
        moves.push({ kind: lease.heir === undefined ? "offer" : "withdraw", who });
      }
    }
    if (world.candidates[1 - who]?.lease.phase === "holding") {
      moves.push({ kind: "hear", who });
    }
    calls.forEach(({ answer, isForgotten }, call) => {
      if (answer === undefined) {
        moves.push({ kind: "arrive", who, call }, { kind: "lose", who, call });
      } else {
        moves.push({ kind: "answer", who, call });
      }
      if (!isForgotten) {
        moves.push({ kind: "give-up", who, call });
      }
    });
  }
  return moves;
}

function stepWorld(step: LeaseStepper, world: LeaseWorld, move: LeaseMove): LeaseWorld {
  if (move.kind === "pass") {
    return { ...world, nowMs: world.nowMs + 1 };
  }
  const { who } = move;
  const at = { monotonicMs: world.nowMs, wallMs: world.nowMs };
  const send = (from: LeaseWorld, event: LeaseEvent): LeaseWorld => sendTo(step, from, who, event);
  switch (move.kind) {
    case "tick":
      return send(world, { kind: "tick", at, facts: factsFor(world, who) });
    case "release":
      return send({ ...world, releases: world.releases + 1 }, { kind: "release", at });
    case "offer":
      return send({ ...world, offers: world.offers + 1 }, { kind: "offer", at, heir: names[1 - who] as string });
    case "withdraw":
      return send({ ...world, offers: world.offers + 1 }, { kind: "offer", at, heir: undefined });
    case "hear": {
      const term = holdersTerm(world, 1 - who);
      const heardTerm = Math.max(world.candidates[who].heardTerm, term);
      return send(withCandidate(world, who, { heardTerm }), {
        kind: "heard",
        at,
        term,
        owner: names[1 - who] as string,
      });
    }
    case "arrive":
      return carryOut(world, who, move.call);
    case "lose":
      // Lost on the way: whoever waits for it hears nothing, and gives up by itself.
      return withCalls(world, who, (calls) => calls.filter((_, place) => place !== move.call));
    case "give-up": {
      const forgotten = withCalls(world, who, (calls) =>
        calls.map((call, place) => (place === move.call ? { ...call, isForgotten: true } : call)),
      );
      return send(forgotten, { kind: "failed", at });
    }
    case "answer":
      return answer(step, world, who, move.call);
  }
}

function factsFor({ candidates }: LeaseWorld, who: 0 | 1): CandidateFacts {
  return { isLive: true, isAnotherLive: false, venueMs: 0, heardTerm: candidates[who].heardTerm };
}

function holdersTerm({ candidates }: LeaseWorld, who: number): number {
  const lease = candidates[who]?.lease;
  return lease?.phase === "holding" ? lease.term : 0;
}

/** The store carries a call out: it alone checks revisions. */
function carryOut(world: LeaseWorld, who: 0 | 1, place: number): LeaseWorld {
  const call = world.candidates[who].calls[place] as Call;
  const { effect } = call;
  const { revision, record } = world.store;
  if (effect.kind === "read") {
    const answer: Answer = { kind: "read", reading: { revision, content: record ?? "missing" } };
    return withAnswer(world, who, place, answer);
  }
  if (effect.expected !== revision) {
    return withAnswer(world, who, place, { kind: "refused" });
  }
  const store = { revision: revision + 1, record: effect.record };
  const isTermKept = record === undefined || effect.record.term >= record.term;
  const fault = isTermKept ? world.fault : "a term in the store became smaller";
  return withAnswer({ ...world, store, fault }, who, place, { kind: "updated", revision: store.revision });
}

function withAnswer(world: LeaseWorld, who: 0 | 1, place: number, answer: Answer): LeaseWorld {
  return withCalls(world, who, (calls) =>
    calls.flatMap((call, at) => (at !== place ? [call] : call.isForgotten ? [] : [{ ...call, answer }])),
  );
}

/** An answer comes back. Of several calls only the newest one's is heard. */
function answer(step: LeaseStepper, world: LeaseWorld, who: 0 | 1, place: number): LeaseWorld {
  const { calls } = world.candidates[who];
  const { answer, sentAtMs, isForgotten } = calls[place] as Call & { readonly answer: Answer };
  const without = withCalls(world, who, (calls) => calls.filter((_, at) => at !== place));
  if (isForgotten) {
    return without;
  }
  const at = { monotonicMs: world.nowMs, wallMs: world.nowMs };
  const proven = answer.kind === "updated" ? withCandidate(without, who, { provenAtMs: sentAtMs }) : without;
  const event: LeaseEvent = answer.kind === "read" ? { ...answer, at, facts: factsFor(world, who) } : { ...answer, at };
  return sendTo(step, proven, who, event);
}

/** A candidate takes an event; each call that it makes is the only one whose end it hears of. */
function sendTo(step: LeaseStepper, world: LeaseWorld, who: 0 | 1, event: LeaseEvent): LeaseWorld {
  const { state, effects } = step(leaseOptionsOf(names[who]), world.candidates[who].lease, event);
  return effects.reduce(
    (after: LeaseWorld, effect) => carryOutEffect(after, who, effect),
    withCandidate(world, who, { lease: state }),
  );
}

function carryOutEffect(world: LeaseWorld, who: 0 | 1, effect: LeaseEffect): LeaseWorld {
  switch (effect.kind) {
    case "read":
    case "update": {
      const call: Call = { effect, sentAtMs: world.nowMs, answer: undefined, isForgotten: false };
      return withCalls(world, who, (calls) => [...calls.map((one) => ({ ...one, isForgotten: true })), call]);
    }
    case "won":
      return effect.term > world.wonTerm
        ? { ...world, wonTerm: effect.term }
        : { ...world, fault: "a lease was won under a term that is not larger than every one before" };
    default:
      return world;
  }
}

function withCandidate(world: LeaseWorld, who: 0 | 1, change: Partial<Candidate>): LeaseWorld {
  const [first, second] = world.candidates;
  const candidates =
    who === 0 ? ([{ ...first, ...change }, second] as const) : ([first, { ...second, ...change }] as const);
  return { ...world, candidates };
}

function withCalls(world: LeaseWorld, who: 0 | 1, change: (calls: readonly Call[]) => readonly Call[]): LeaseWorld {
  return withCandidate(world, who, { calls: change(world.candidates[who].calls) });
}
