import { ageMs, type Moment } from "../time/moment.js";
import type { LeaseOptions, LeaseReading } from "./lease-options.js";
import {
  type CandidateFacts,
  type ContendingState,
  type HoldingState,
  holdsLease,
  type LeaseEffect,
  type LeaseEvent,
  type LeaseLoss,
  type LeaseState,
  noLease,
} from "./lease-state.js";

/** A state with what has to be done. */
export interface LeaseStep {
  readonly state: LeaseState;
  readonly effects: readonly LeaseEffect[];
}

/** What one event makes of a candidate. It has no clock: `at` tells the time. */
export function stepLease(options: LeaseOptions, state: LeaseState, event: LeaseEvent): LeaseStep {
  if (state.phase === "holding" && !holdsLease(options, state, event.at)) {
    const lost = lose(state, "ran-out");
    const next = event.kind === "tick" ? stepLease(options, lost.state, event) : lost;
    return event.kind === "tick" ? { state: next.state, effects: [...lost.effects, ...next.effects] } : lost;
  }
  switch (state.phase) {
    case "contending":
      return stepContending(options, state, event);
    case "taking":
    case "confirming":
      return stepTaking(options, state, event);
    case "holding":
      return stepHolding(options, state, event);
  }
}

function stepContending(options: LeaseOptions, state: ContendingState, event: LeaseEvent): LeaseStep {
  switch (event.kind) {
    case "tick": {
      const isAsking = state.call !== undefined && !isOverdue(options, state.call.sentAt, event.at);
      return isAsking ? only(state) : readNow(state, event.at);
    }
    case "read":
      return takeOrWait(options, look(state, event.reading, event.at), event.at, event.facts);
    case "failed":
    case "refused":
    case "updated":
      return only({ ...state, call: undefined });
    case "heard":
    case "release":
      return only(state);
  }
}

/** The revision alone tells whether somebody was there: content that comes back may be somebody's new word. */
function look(state: ContendingState, reading: LeaseReading, at: Moment): ContendingState {
  const isSame = state.seen?.reading.revision === reading.revision;
  const since = isSame && state.seen !== undefined ? state.seen.since : at;
  return { phase: "contending", call: undefined, seen: { reading, since } };
}

function takeOrWait(
  options: LeaseOptions,
  state: ContendingState,
  at: Moment,
  { isLive, isAnotherLive, venueMs, heardTerm }: CandidateFacts,
): LeaseStep {
  const { seen } = state;
  if (seen === undefined || seen.reading.content === "unreadable" || (!isLive && isAnotherLive)) {
    return only(state);
  }
  const { content, revision } = seen.reading;
  const isOurs = content !== "missing" && (content.holder === "" || content.holder === options.name);
  // Its own monotonic clock: a wall clock that is set forward must not shorten the wait.
  const hasWaited = at.monotonicMs - seen.since.monotonicMs >= options.leaseMs;
  if (!isOurs && !hasWaited) {
    return only(state);
  }
  const formerTerm = content === "missing" ? 0 : content.term;
  const term = Math.max(formerTerm + 1, Math.floor(venueMs), heardTerm + 1);
  return update({ phase: "taking", term, call: { kind: "update", sentAt: at } }, revision, options, term);
}

function stepTaking(
  options: LeaseOptions,
  state: Extract<LeaseState, { readonly phase: "taking" | "confirming" }>,
  event: LeaseEvent,
): LeaseStep {
  const { term, call, phase } = state;
  switch (event.kind) {
    case "updated": {
      if (phase === "taking") {
        const confirming = { phase: "confirming", term, call: { kind: "update", sentAt: event.at } } as const;
        return update(confirming, event.revision, options, term);
      }
      const holding = { phase: "holding", term, revision: event.revision, renewedAt: call.sentAt } as const;
      const state: LeaseState = { ...holding, call: undefined };
      return holdsLease(options, state, event.at) ? { state, effects: [{ kind: "won", term }] } : only(noLease);
    }
    case "refused":
    case "failed":
    case "release":
      return only(noLease);
    case "heard":
      return event.term >= term ? only(noLease) : only(state);
    case "tick":
      return isOverdue(options, call.sentAt, event.at) ? only(noLease) : only(state);
    case "read":
      return only(state);
  }
}

function stepHolding(options: LeaseOptions, state: HoldingState, event: LeaseEvent): LeaseStep {
  const { call, term } = state;
  switch (event.kind) {
    case "tick": {
      const isBusy = call !== undefined && !isOverdue(options, call.sentAt, event.at);
      const isDue = ageMs(state.renewedAt, event.at) >= options.renewEveryMs;
      const renewing = { ...state, call: { kind: "update", sentAt: event.at } } as const;
      return isBusy || !isDue ? only(state) : update(renewing, state.revision, options, term);
    }
    case "updated":
      return only({
        ...state,
        revision: event.revision,
        renewedAt: call?.kind === "update" ? call.sentAt : state.renewedAt,
        call: undefined,
      });
    case "refused":
      // Its own renewal whose answer was lost, or somebody else's: the record tells.
      return readNow(state, event.at);
    case "read": {
      const { content, revision } = event.reading;
      const isStillOurs = typeof content === "object" && content.holder === options.name && content.term === term;
      return isStillOurs ? only({ ...state, revision, call: undefined }) : lose(state, "taken");
    }
    case "failed":
      return only({ ...state, call: undefined });
    case "heard": {
      const isNewer = event.term > term || (event.term === term && event.owner > options.name);
      return isNewer ? lose(state, "newer-term") : only(state);
    }
    case "release": {
      const record = { holder: "", term };
      const { effects } = lose(state, "released");
      return { state: noLease, effects: [...effects, { kind: "update", expected: state.revision, record }] };
    }
  }
}

function readNow<State extends ContendingState | HoldingState>(state: State, at: Moment): LeaseStep {
  return { state: { ...state, call: { kind: "read", sentAt: at } }, effects: [{ kind: "read" }] };
}

function update(state: LeaseState, expected: number, { name }: LeaseOptions, term: number): LeaseStep {
  return { state, effects: [{ kind: "update", expected, record: { holder: name, term } }] };
}

function lose({ term }: HoldingState, cause: LeaseLoss): LeaseStep {
  return { state: noLease, effects: [{ kind: "lost", term, cause }] };
}

/** The caller gives up a call by itself; this is for one whose end was never told. */
function isOverdue({ callLimitMs }: LeaseOptions, sentAt: Moment, at: Moment): boolean {
  return ageMs(sentAt, at) > 2 * callLimitMs;
}

function only(state: LeaseState): LeaseStep {
  return { state, effects: [] };
}
