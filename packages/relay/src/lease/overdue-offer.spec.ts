import { expect, test } from "vitest";
import type { Moment } from "../time/moment.js";
import type { LeaseEvent, LeaseState } from "./lease-state.js";
import { stepLease } from "./step-lease.js";

const options = { name: "me", leaseMs: 4_000, renewEveryMs: 250, callLimitMs: 500 };
const facts = { isLive: true, isAnotherLive: false, venueMs: 5_000, heardTerm: 0 };
const at = (ms: number): Moment => ({ monotonicMs: ms, wallMs: ms });
const holding: LeaseState = { phase: "holding", term: 40, revision: 5, renewedAt: at(10), call: undefined };

test("a holder remembers to whom it may have offered the lease, where the end of that call was never told", () => {
  const events: LeaseEvent[] = [
    { kind: "offer", at: at(20), heir: "she" },
    { kind: "offer", at: at(30), heir: undefined },
    // The process was stopped: this comes before the end of the call does.
    { kind: "tick", at: at(1_500), facts },
  ];
  const state = events.reduce<LeaseState>((before, event) => stepLease(options, before, event).state, holding);
  expect(state).toMatchObject({ phase: "holding", doubtedHeir: "she" });
  const asking = stepLease(options, state, { kind: "refused", at: at(1_510) }).state;
  const reading = { revision: 7, content: { holder: "she", term: 41 } };
  const taken = stepLease(options, asking, { kind: "read", at: at(1_520), reading, facts });
  expect([taken.effects, taken.state.phase]).toEqual([[], "holding"]);
  const settled = stepLease(options, state, { kind: "updated", at: at(1_510), revision: 6 }).state;
  expect(settled).toMatchObject({ doubtedHeir: undefined });
});
