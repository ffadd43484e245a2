import { ageMs, type Moment } from "../time/moment.js";
import { maxTerm } from "../wire/header.js";
import type { LeaseOptions, LeaseReading, LeaseRecord } from "./lease-options.js";
import {
  type CandidateFacts,
  type ContendingState,
  goesOn,
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
    return stepOverdue(options, state, event);
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

function stepOverdue(options: LeaseOptions, state: HoldingState, event: LeaseEvent): LeaseStep {
  const facts = event.kind === "tick" ? event.facts : undefined;
  if (goesOn(options, state, facts, event.at)) {
    const awayAt = facts?.isStoreAwayForAll === true ? event.at : state.awayAt;
    const step = stepHolding(options, { ...state, awayAt }, event);
    const told = { kind: "goes-on", term: state.term } as const;
    return state.awayAt !== undefined ? step : { state: step.state, effects: [told, ...step.effects] };
  }
  const lost = lose(state, "ran-out");
  const next = event.kind === "tick" ? stepLease(options, lost.state, event) : lost;
  return event.kind === "tick" ? { state: next.state, effects: [...lost.effects, ...next.effects] } : lost;
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
      // A holder that goes on without the store could not renew either: once it answers again, that one comes first.
      return only({
        phase: "contending",
        call: undefined,
        seen: options.onLoss === "publish" ? undefined : state.seen,
      });
    case "refused":
    case "updated":
      return only({ ...state, call: undefined });
    case "heard":
    case "offer":
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
  { isLive, isAnotherLive, isAnotherFirst, venueMs, heardTerm }: CandidateFacts,
): LeaseStep {
  const { seen } = state;
  if (seen === undefined || seen.reading.content === "unreadable" || (!isLive && isAnotherLive)) {
    return only(state);
  }
  const { content, revision } = seen.reading;
  // Its own monotonic clock: a wall clock that is set forward must not shorten the wait.
  const waitedMs = at.monotonicMs - seen.since.monotonicMs;
  if (waitedMs < waitMs(options, content, heardTerm, isAnotherFirst === true)) {
    return only(state);
  }
  const formerTerm = content === "missing" ? 0 : content.term;
  const term = Math.max(formerTerm + 1, Math.floor(venueMs), heardTerm + 1);
  if (term > maxTerm) {
    // The wire could not carry it: somebody wrote or said what no owner does.
    return only(state);
  }
  return update({ phase: "taking", term, call: { kind: "update", sentAt: at } }, revision, options, term);
}

/** How long a record has to stand unchanged before this one takes the lease. */
function waitMs(
  { name, leaseMs }: LeaseOptions,
  content: LeaseRecord | "missing",
  heardTerm: number,
  isAnotherFirst: boolean,
): number {
  const standBackMs = isAnotherFirst ? leaseMs : 0;
  // An older record than one that was heard of: the store lost something, and its holder may be another one.
  if (content === "missing" || content.term < heardTerm) {
    return leaseMs + standBackMs;
  }
  if (content.heir === name || content.holder === name) {
    return 0;
  }
  return (content.holder === "" ? 0 : leaseMs) + standBackMs;
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
    case "offer":
      return only(state);
  }
}

function stepHolding(options: LeaseOptions, state: HoldingState, event: LeaseEvent): LeaseStep {
  const { call, term } = state;
  switch (event.kind) {
    case "tick": {
      const isBusy = call !== undefined && !isOverdue(options, call.sentAt, event.at);
      const isIdle = isBusy || state.isTaken === true || !isDue(options, state, event.at);
      // A call that is overdue may be done all the same, and nobody hears of it any more.
      const doubtedHeir = call?.heir ?? state.doubtedHeir;
      return isIdle ? only(state) : renew(options, { ...state, doubtedHeir }, event.at);
    }
    case "updated": {
      const renewed = call?.kind === "update" ? { renewedAt: call.sentAt, writtenHeir: call.heir } : {};
      // What came before it is done or never will be: it expected an older revision.
      const known = { call: undefined, awayAt: undefined, doubtedHeir: undefined };
      const next = { ...state, revision: event.revision, ...renewed, ...known };
      return next.heir === next.writtenHeir ? only(next) : renew(options, next, event.at);
    }
    case "refused":
      // Its own renewal whose answer was lost, or somebody else's: the record tells.
      return readNow(state, event.at);
    case "read":
      return stepRead(options, state, event.reading, event.at);
    case "failed":
      return only({ ...state, call: undefined, doubtedHeir: call?.heir ?? state.doubtedHeir });
    case "heard": {
      const isNewer = event.term > term || (event.term === term && event.owner > options.name);
      return isNewer ? lose(state, "newer-term") : only(state);
    }
    case "offer": {
      const offering = { ...state, heir: event.heir };
      const mustSay = call === undefined && state.isTaken !== true && !standsAsMeant(offering);
      return mustSay ? renew(options, offering, event.at) : only(offering);
    }
    case "release": {
      const record = { holder: "", term };
      const { effects } = lose(state, "released");
      return { state: noLease, effects: [...effects, { kind: "update", expected: state.revision, record }] };
    }
  }
}

/** What stands in the store, as its holder finds it. */
function stepRead({ name }: LeaseOptions, state: HoldingState, reading: LeaseReading, at: Moment): LeaseStep {
  const { content, revision } = reading;
  const { term } = state;
  if (typeof content === "object" && content.holder === name && content.term === term) {
    // An update that expected this very revision may yet be on its way.
    const doubtedHeir = revision === state.revision ? state.doubtedHeir : undefined;
    return only({ ...state, revision, writtenHeir: content.heir, doubtedHeir, call: undefined });
  }
  if (typeof content === "object" && content.term > term && mayHaveTaken(state, content.holder)) {
    return only({ ...state, isTaken: true, call: undefined });
  }
  return { ...lose(state, "taken"), state: { phase: "contending", call: undefined, seen: { reading, since: at } } };
}

function isDue({ renewEveryMs }: LeaseOptions, state: HoldingState, at: Moment): boolean {
  return !standsAsMeant(state) || ageMs(state.renewedAt, at) >= renewEveryMs;
}

/** Whether this one was offered the lease, by what the store has or may have. */
function mayHaveTaken({ heir, writtenHeir, doubtedHeir }: HoldingState, holder: string): boolean {
  return [heir, writtenHeir, doubtedHeir].includes(holder);
}

/** Whether the store is known to name the heir who is meant, and nobody else. */
function standsAsMeant({ heir, writtenHeir, doubtedHeir }: HoldingState): boolean {
  return heir === writtenHeir && (doubtedHeir === undefined || doubtedHeir === heir);
}

function renew({ name }: LeaseOptions, state: HoldingState, at: Moment): LeaseStep {
  const { heir, term, revision } = state;
  const record = heir === undefined ? { holder: name, term } : { holder: name, term, heir };
  return {
    state: { ...state, call: { kind: "update", sentAt: at, heir } },
    effects: [{ kind: "update", expected: revision, record }],
  };
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
