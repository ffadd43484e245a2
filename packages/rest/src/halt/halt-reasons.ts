import type { HaltOrder } from "./halt-order.js";

/** Most reasons of one halt that are remembered: a program may name a figure in each. */
const maxReasons = 100;

/** One halt in place of two: as wide as the wider, for the reasons of both. */
export function joinHalts(earlier: HaltOrder | undefined, later: HaltOrder): HaltOrder {
  if (earlier === undefined) {
    return later;
  }
  const others = new Set([...reasonsOf(earlier), ...(later.earlierReasons ?? [])]);
  others.delete(later.reason);
  return {
    reason: later.reason,
    sinceMs: earlier.sinceMs,
    scope: earlier.scope === "account" ? "account" : later.scope,
    plans: earlier.plans === "cancel" ? "cancel" : later.plans,
    ...earlierReasons([...others].slice(0, maxReasons - 1)),
  };
}

/** What is left of a halt without one of its reasons: undefined where that was its only one, the same halt where it has no such reason. */
export function withoutReason(halt: HaltOrder, ended: string): HaltOrder | undefined {
  const reasons = reasonsOf(halt);
  const left = reasons.filter((reason) => reason !== ended);
  const reason = left.pop();
  if (reason === undefined) {
    return undefined;
  }
  if (!reasons.includes(ended)) {
    return halt;
  }
  const { sinceMs, scope, plans } = halt;
  return { reason, sinceMs, scope, plans, ...earlierReasons(left) };
}

/** Oldest first. */
function reasonsOf({ reason, earlierReasons: earlier = [] }: HaltOrder): readonly string[] {
  return [...earlier, reason];
}

/** A store keeps no field that says nothing. */
function earlierReasons(reasons: readonly string[]): Pick<HaltOrder, "earlierReasons"> {
  return reasons.length === 0 ? {} : { earlierReasons: reasons };
}
