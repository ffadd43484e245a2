import { beforeEach, describe, expect, test } from "vitest";
import { sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { Sequencer, type SequenceVerdict } from "./sequencer.js";

let sequencer: Sequencer;

const snapshot = (seq: number | undefined, ut: number) =>
  sinkOf({ kind: "snapshot", ut, ...(seq === undefined ? {} : { seq }) });
const update = (seq: number | undefined, ut: number) =>
  sinkOf({ kind: "update", ut, ...(seq === undefined ? {} : { seq }) });

/** Judges a message and takes it when it is acceptable. */
function take(sink: ReturnType<typeof sinkOf>): SequenceVerdict {
  const verdict = sequencer.judge(sink);
  if (verdict === "accept") {
    sequencer.accept(sink);
  }
  return verdict;
}

beforeEach(() => {
  sequencer = new Sequencer("contiguous");
  sequencer.connected();
});

describe("before the snapshot", () => {
  test("updates are dropped, the first snapshot is the base", () => {
    expect(take(update(7, 70))).toBe("awaiting-snapshot");
    expect(sequencer.awaitingSnapshot).toBe(true);
    expect(take(snapshot(100, 1_000))).toBe("accept");
    expect(sequencer.awaitingSnapshot).toBe(false);
    expect(take(update(101, 1_001))).toBe("accept");
  });

  test("a snapshot without seq is no base", () => {
    expect(take(snapshot(undefined, 1_000))).toBe("baseline-unproven");
    expect(take(update(101, 1_001))).toBe("awaiting-snapshot");
  });
});

describe("updates", () => {
  beforeEach(() => {
    take(snapshot(100, 1_000));
    take(update(101, 1_010));
  });

  test.each([
    ["the next one", 102, 1_020, "accept"],
    ["the next one, not newer", 102, 1_010, "accept"],
    ["repeated", 101, 1_010, "duplicate"],
    ["old", 50, 900, "duplicate"],
    ["old by seq, newer by time: the counter restarted", 3, 1_011, "counter-restarted"],
    ["same seq, newer by time", 101, 1_011, "counter-restarted"],
    ["a step of 2", 103, 1_020, "gap"],
    ["without seq", undefined, 1_020, "no-sequence"],
  ] as const)("%s", (_, seq, ut, verdict) => {
    expect(sequencer.judge(update(seq, ut))).toBe(verdict);
  });

  test("monotonic accepts any growth, and nothing else", () => {
    sequencer = new Sequencer("monotonic");
    sequencer.connected();
    take(snapshot(100, 1_000));
    expect(take(update(104, 1_010))).toBe("accept");
    expect(take(update(104, 1_010))).toBe("duplicate");
    expect(take(update(103, 1_020))).toBe("counter-restarted");
  });

  test("are of no use after a loss", () => {
    sequencer.lose();
    expect(sequencer.judge(update(102, 1_020))).toBe("awaiting-snapshot");
  });
});

describe("a snapshot that nobody asked for", () => {
  beforeEach(() => {
    take(snapshot(100, 1_000));
    take(update(101, 1_010));
  });

  test.each([
    ["ahead", 105, 1_050, "accept"],
    ["ahead by seq, older by time: of before the counter restarted", 105, 1_009, "stale-snapshot"],
    ["older", 90, 900, "stale-snapshot"],
    ["older by seq, not newer by time", 90, 1_010, "stale-snapshot"],
    ["older by seq, newer by time: the counter restarted", 1, 1_011, "accept"],
    ["of the present state", 101, 1_010, "same-sequence"],
  ] as const)("%s", (_, seq, ut, verdict) => {
    expect(sequencer.judge(snapshot(seq, ut))).toBe(verdict);
  });

  test("of the state before a loss does not heal it, a later one does", () => {
    sequencer.lose();
    expect(take(snapshot(101, 1_010))).toBe("stale-snapshot");
    expect(take(snapshot(102, 1_020))).toBe("accept");
    expect(take(update(103, 1_030))).toBe("accept");
  });

  test("of the counter before this one does not heal a loss, whatever its number", () => {
    take(snapshot(1, 1_020));
    sequencer.lose();
    expect(take(snapshot(101, 1_010))).toBe("stale-snapshot");
    expect(take(snapshot(2, 1_020))).toBe("accept");
  });
});

describe("a new subscription", () => {
  beforeEach(() => {
    take(snapshot(100, 1_000));
    take(update(101, 1_010));
    sequencer.resubscribed();
  });

  test("compares no seq with the one before", () => {
    expect(take(snapshot(3, 1_010))).toBe("accept");
    expect(take(update(4, 1_020))).toBe("accept");
  });

  test("does not take an answer that is older than what was known", () => {
    expect(take(snapshot(100, 1_000))).toBe("stale-snapshot");
    expect(sequencer.awaitingSnapshot).toBe(true);
  });

  test("on a new connection takes whatever comes first", () => {
    sequencer.connected();
    expect(take(snapshot(3, 5))).toBe("accept");
  });
});

test("before any subscription nothing is awaited, and nothing without seq is taken", () => {
  const fresh = new Sequencer("contiguous");
  expect([fresh.atFirstStep, fresh.awaitingSnapshot]).toEqual([false, false]);
  expect(fresh.judge(snapshot(undefined, 1_000))).toBe("stale-snapshot");
});

describe("a snapshot without seq", () => {
  test("is of no use after a loss", () => {
    take(snapshot(100, 1_000));
    sequencer.lose();
    expect(sequencer.judge(snapshot(undefined, 2_000))).toBe("stale-snapshot");
  });

  test("is followed by updates of its own time or later", () => {
    sequencer.accept(snapshot(undefined, 1_000));
    expect(sequencer.judge(update(101, 999))).toBe("duplicate");
    expect(take(update(101, 1_000))).toBe("accept");
  });
});

test("compares with the highest time of the connection, not the latest", () => {
  take(snapshot(100, 1_000));
  expect(take(update(101, 900))).toBe("accept");
  sequencer.resubscribed();
  expect(take(snapshot(3, 950))).toBe("stale-snapshot");
  expect(take(snapshot(3, 1_000))).toBe("accept");
});

test("tells a gap at the first step after a snapshot from a later one", () => {
  expect(sequencer.atFirstStep).toBe(false);
  take(snapshot(100, 1_000));
  expect(sequencer.atFirstStep).toBe(true);
  take(update(101, 1_010));
  expect(sequencer.atFirstStep).toBe(false);
});
