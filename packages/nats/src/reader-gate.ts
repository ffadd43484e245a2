import type { NatsBus } from "./nats-bus.js";

/** Readers of what is kept that one connection has at once: the servers have as many for all recorders as `depthwire relay config` says. */
const readersAtOnce = 8;

interface Gate {
  free: number;
  readonly waiting: (() => void)[];
}

const gates = new WeakMap<NatsBus, Gate>();

/** Waits until a connection may have one more reader. @returns lets the next one in; called once */
export async function enterReaderGate(bus: NatsBus): Promise<() => void> {
  const gate = gates.get(bus) ?? { free: readersAtOnce, waiting: [] };
  gates.set(bus, gate);
  if (gate.free > 0) {
    gate.free--;
  } else {
    await new Promise<void>((resolve) => gate.waiting.push(resolve));
  }
  return () => {
    const next = gate.waiting.shift();
    if (next === undefined) {
      gate.free++;
    } else {
      next();
    }
  };
}
