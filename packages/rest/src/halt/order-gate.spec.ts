import { AbortListeners } from "@depthwire/core/internal";
import { fakeClock } from "@depthwire/testkit";
import { expect, it } from "vitest";
import { CallScope } from "../call/call-scope.js";
import type { HaltOrder } from "./halt-order.js";
import { OrderGate } from "./order-gate.js";

const halt: HaltOrder = { reason: "enough", sinceMs: 1, scope: "own", plans: "keep" };
const scopeOf = (): CallScope => new CallScope({ clock: fakeClock(), listeners: new AbortListeners() }, 1_000);
const halted = expect.objectContaining({ code: "halted" });

it("a halt ends the call of an order that has not been handed over, and asks the transport to stop one that has", () => {
  const gate = new OrderGate();
  const [early, late, over] = [scopeOf(), scopeOf(), scopeOf()];
  const waits = gate.enter(early);
  const leaves = gate.enter(late);
  leaves.handedOver();
  const ended = gate.enter(over);
  ended.end();
  gate.close(halt);
  expect([early.signal.aborted, waits.signal.aborted]).toEqual([true, false]);
  expect(early.signal.reason).toEqual(halted);
  expect([late.signal.aborted, leaves.signal.aborted]).toEqual([false, true]);
  expect(leaves.signal.reason).toEqual(halted);
  expect([over.signal.aborted, ended.signal.aborted]).toEqual([false, false]);
});

it("an order that begins while trading is halted ends at once, and none after it is resumed", () => {
  const gate = new OrderGate();
  gate.close(halt);
  const during = scopeOf();
  gate.enter(during);
  expect(during.signal.reason).toEqual(halted);
  gate.open();
  const after = scopeOf();
  gate.enter(after);
  expect([after.signal.aborted, gate.halt]).toEqual([false, undefined]);
});
