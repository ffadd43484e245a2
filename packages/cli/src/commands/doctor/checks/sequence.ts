import { type Finding, sound } from "../finding.js";

/** A state of a book as a depth channel told it. */
export interface SeenState {
  /** Numbers are comparable within one epoch only. */
  readonly epoch: number;
  readonly seq: number;
}

/** A depth channel that is looked at for a while. */
export interface SequencePorts {
  readonly pair: string;
  /** States one after another, no more than asked for; fewer where the pair is quiet. */
  states(pair: string, wanted: number): Promise<readonly SeenState[]>;
}

const wantedStates = 12;
/** Fewer say nothing. */
const leastSteps = 3;

/** How a depth channel counts: by which policy its books have to be followed. */
export async function checkSequence({ pair, states }: SequencePorts): Promise<Finding> {
  const seen = await states(pair, wantedStates);
  const steps = seen.flatMap(({ seq, epoch }, index) => {
    const before = seen[index - 1];
    return before === undefined || before.epoch !== epoch ? [] : [seq - before.seq];
  });
  const jumps = steps.filter((step) => step > 1);
  const details = {
    pair,
    states: seen.length,
    steps: steps.length,
    jumps: jumps.length,
    largest: Math.max(0, ...steps),
  };
  if (steps.length < leastSteps) {
    return {
      status: "warn",
      code: "sequence-quiet",
      says: `${pair} changed ${steps.length} times while it was looked at: too little to tell how its depth channel counts`,
      remedy: "Look at a pair that is traded: depthwire doctor --pair PAIR.",
      details,
    };
  }
  if (jumps.length === 0) {
    return sound(
      `The depth channel of ${pair} counts without a gap (${steps.length} steps of 1): policy contiguous`,
      details,
    );
  }
  if (jumps.length === steps.length) {
    return {
      status: "warn",
      code: "sequence-monotonic",
      says: `The depth channel of ${pair} counts in larger steps throughout (up to ${details.largest}): policy monotonic`,
      remedy: 'Follow it with sequencePolicy: "monotonic"; losses are then found by verification alone.',
      details,
    };
  }
  return {
    status: "wrong",
    code: "sequence-jumps",
    says: `The depth channel of ${pair} leaves out numbers: ${jumps.length} of ${steps.length} steps are larger than 1 (up to ${details.largest})`,
    remedy:
      'Messages are lost on the way, and books resynchronise each time: look at proxies and the load of this computer. If the service says that it counts so, use sequencePolicy: "monotonic".',
    details,
  };
}
