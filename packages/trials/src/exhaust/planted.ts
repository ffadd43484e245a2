import { DoubtableBook, noBookCounters, Sequencer, type SequenceVerdict } from "@depthwire/book/internal";
import type { DepthSink } from "@depthwire/core/internal";
import { stepLease, stepPairTrust, stepShardTrust } from "@depthwire/relay/internal";
import { Throttle } from "@depthwire/rest/internal";
import { stepSession } from "@depthwire/stream/internal";
import type { Machine } from "./machine.js";
import { depthBookMachine } from "./machines/depth-book.js";
import { haltMachine } from "./machines/halt.js";
import { type LeaseStepper, leaseMachine } from "./machines/lease.js";
import { type LinkSteppers, linkMachine } from "./machines/link.js";
import { sequencerMachine } from "./machines/sequencer.js";
import { type SessionStepper, sessionMachine } from "./machines/session.js";
import { throttleMachine } from "./machines/throttle.js";

/** A mistake that somebody could make in the code of one machine, and that has to be found. */
export interface PlantedFault {
  readonly name: string;
  readonly machine: Machine;
  /** A history of so many moves shows it. */
  readonly depth: number;
}

class SequencerWithHoles extends Sequencer {
  override judge(sink: DepthSink): SequenceVerdict {
    const verdict = super.judge(sink);
    return verdict === "gap" ? "accept" : verdict;
  }
}

class FreezingSequencer extends Sequencer {
  override judge(sink: DepthSink): SequenceVerdict {
    const verdict = super.judge(sink);
    return verdict === "counter-restarted" ? "duplicate" : verdict;
  }
}

class ImmortalBook extends DoubtableBook {
  override disconnected(): void {
    this.explain("disconnected");
  }
}

/** Takes the last words of a former socket for those of the present one. */
const withoutGenerations: SessionStepper = (options, state, input, now) =>
  stepSession(options, state, "generation" in input ? { ...input, generation: state.generation } : input, now);

/** Asks again for what is wanted already. */
const subscribingTwice: SessionStepper = (options, state, input, now) => {
  const step = stepSession(options, state, input, now);
  const isAgain = input.kind === "subscribe" && state.phase === "open" && state.channels.includes(input.channel);
  return isAgain ? { ...step, effects: [...step.effects, { kind: "send-subscribe", channel: input.channel }] } : step;
};

/** Acts for its part of the lease since the answer came. */
const countingFromAnswers: LeaseStepper = (options, state, event) => {
  const step = stepLease(options, state, event);
  const isRenewed = event.kind === "updated" && step.state.phase === "holding";
  return isRenewed ? { ...step, state: { ...step.state, renewedAt: event.at } } : step;
};

/** Waits for a lease a moment less than it lasts. */
const impatient: LeaseStepper = (options, state, event) =>
  state.phase === "contending"
    ? stepLease({ ...options, leaseMs: options.leaseMs - 1 }, state, event)
    : stepLease(options, state, event);

/** Goes by numbers alone. */
const withoutTerms: LinkSteppers = {
  shard: stepShardTrust,
  pair: (pair, event) =>
    stepPairTrust(pair, event.kind === "frame" && pair.term > 0 ? { ...event, term: pair.term } : event),
};

/** Believes whatever beat comes, however long it was on its way. */
const withoutEcho: LinkSteppers = {
  shard: (state, event) => {
    const heard = stepShardTrust(state, event);
    return event.kind === "beat" && heard.term === event.term ? { ...heard, provenAt: event.at } : heard;
  },
  pair: stepPairTrust,
};

/** A fault with its machine's name. */
function fault<State, Move>(name: string, machine: Machine<State, Move>, depth: number): PlantedFault {
  // Whoever explores it hands its own states and moves back to it, and knows nothing of them.
  return { name: `${machine.name}: ${name}`, machine: machine as Machine, depth };
}

function faultsOfBooks(): readonly PlantedFault[] {
  const smallSequencer = { states: 4, pipe: 3, faults: 2 };
  const smallBook = { states: 3, pipe: 2, faults: 2 };
  return [
    fault(
      "accepts a hole",
      sequencerMachine(smallSequencer, (policy) => new SequencerWithHoles(policy)),
      8,
    ),
    fault(
      "takes a counter that restarted for old news",
      sequencerMachine(smallSequencer, (policy) => new FreezingSequencer(policy)),
      8,
    ),
    fault(
      "steps above 1 count as they come",
      depthBookMachine(
        smallBook,
        (rules) => new DoubtableBook({ ...rules, sequencePolicy: "monotonic" }, noBookCounters(), 0),
      ),
      8,
    ),
    fault(
      "stays live without a connection",
      depthBookMachine(smallBook, (rules) => new ImmortalBook(rules, noBookCounters(), 0)),
      8,
    ),
  ];
}

function faultsOfConnections(): readonly PlantedFault[] {
  const smallSession = { channels: "a", fineness: 1 };
  const smallLease = { calls: 1, releases: 0, offers: 0 };
  const smallLink = { states: 2, channel: 2, strangers: 0 };
  return [
    fault("looks at no generation", sessionMachine(smallSession, withoutGenerations), 20),
    fault("subscribes twice", sessionMachine(smallSession, subscribingTwice), 20),
    fault("counts from the answer", leaseMachine(smallLease, countingFromAnswers), 14),
    fault("takes it too early", leaseMachine(smallLease, impatient), 16),
    fault("looks at no term", linkMachine(smallLink, withoutTerms), 14),
    fault("believes beats without an echo", linkMachine(smallLink, withoutEcho), 14),
  ];
}

function faultsOfTrading(): readonly PlantedFault[] {
  const smallHalt = { orders: 1, outages: 0 };
  return [
    fault(
      "a call counts a moment too short",
      throttleMachine(
        { calls: 3, limit: 2 },
        (clock, options) => new Throttle(clock, { ...options, windowMs: options.windowMs - 1 }),
      ),
      8,
    ),
    fault(
      "one call more than the limit",
      throttleMachine(
        { calls: 3, limit: 2 },
        (clock, options) => new Throttle(clock, { ...options, limit: options.limit + 1 }),
      ),
      6,
    ),
    fault(
      "lets an order through in the moment after it",
      haltMachine(smallHalt, {
        options: {},
        venueFor: (client, clock) =>
          new Proxy(client, {
            get: (target, name) =>
              name === "halt"
                ? (reason: string): void => void clock.after(1, () => target.halt(reason))
                : Reflect.get(target, name),
          }),
      }),
      4,
    ),
    fault(
      "waits for a lost request for too short a time",
      haltMachine(smallHalt, {
        options: { outcomes: { toleranceMs: 1_000, marginMs: 0 } },
        venueFor: (client) => client,
      }),
      6,
    ),
  ];
}

/** Every fault that is planted: each is found by a history of its depth or less. */
export function plantedFaults(): readonly PlantedFault[] {
  return [...faultsOfBooks(), ...faultsOfConnections(), ...faultsOfTrading()];
}
