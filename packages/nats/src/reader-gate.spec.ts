import { expect, it } from "vitest";
import type { NatsBus } from "./nats-bus.js";
import { enterReaderGate } from "./reader-gate.js";

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it("a connection has eight readers at once; the next comes in as one leaves, in their order", async () => {
  const bus = {} as NatsBus;
  const entered: number[] = [];
  const leaves: (() => void)[] = [];
  const enter = async (reader: number): Promise<void> => {
    leaves.push(await enterReaderGate(bus));
    entered.push(reader);
  };
  for (let reader = 0; reader < 11; reader++) {
    void enter(reader);
  }
  await settled();
  expect(entered).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  leaves[3]?.();
  await settled();
  expect(entered.slice(8)).toEqual([8]);
  leaves[0]?.();
  leaves[1]?.();
  await settled();
  expect(entered.slice(8)).toEqual([8, 9, 10]);
  // Nobody waits: two places are free again.
  leaves[2]?.();
  leaves[4]?.();
  for (const reader of [11, 12, 13]) {
    void enter(reader);
  }
  await settled();
  expect(entered.slice(11)).toEqual([11, 12]);
});

it("each connection has its own", async () => {
  const [one, other] = [{} as NatsBus, {} as NatsBus];
  await Promise.all(Array.from({ length: 8 }, () => enterReaderGate(one)));
  await enterReaderGate(other);
});
