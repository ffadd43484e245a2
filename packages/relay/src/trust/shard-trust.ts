import type { DoubtReason } from "@depthwire/book/internal";
import { ageMs, type Moment } from "../time/moment.js";

/** How long what was heard may be believed. */
export interface TrustLimits {
  /** Longest time since the newest beat. */
  readonly beatMs: number;
  /** Longest time since an answered echo was *sent* behind whose answer a beat has come. */
  readonly echoMs: number;
}

/**
 * Longest time that books of a former owner are shown beside a newer term, while that owner says that it handed the shard over and proves itself as ever. It does
 * so for `retiredMs`, and what it said last is believed for as long as any silent owner's word. Whoever goes on without saying so has been overtaken: what it
 * proved before counts for as long as {@link TrustLimits} say, and nothing else.
 */
export const formerMs = 1_000;

/** The limits for beats and echoes ten times a second. */
export const defaultTrustLimits: TrustLimits = { beatMs: 350, echoMs: 350 };

/** What a consumer knows of one shard's owner. Plain data. */
export interface ShardTrust {
  readonly connection: "connected" | "disconnected";
  /** Newest term that a beat named; 0 before the first. Nothing else names one: owners hear beats, and answer a false one with a larger term. */
  readonly term: number;
  /** Whose it is; undefined before its first beat. */
  readonly owner: string | undefined;
  /** `contested`: two owners spoke under the newest term, so nothing of it can be told apart. */
  readonly ownership: "single" | "contested";
  readonly beat: { readonly heardAt: Moment; readonly venueAgeMs: number } | undefined;
  /** When the newest answered echo of this term was sent. */
  readonly echoSentAt: Moment | undefined;
  /** The newest answered echo of a larger term, which no beat has named yet: whoever joins is answered before it hears a beat. */
  readonly earlyEcho: { readonly term: number; readonly sentAt: Moment } | undefined;
  /**
   * Everything that the owner published before this moment has come in, or is known to be missing: a beat, which counts
   * it, came behind the answer to an echo that was sent then.
   */
  readonly provenAt: Moment | undefined;
  /** The owner before, whose books may be shown until its successor's are there. */
  readonly former: FormerOwner | undefined;
}

/** The owner of the last term that was proven before the newest one. It has to prove itself like any other. */
export interface FormerOwner extends Pick<ShardTrust, "term" | "owner" | "beat" | "echoSentAt"> {
  readonly provenAt: Moment;
  /** When a newer term was heard first. */
  readonly overAt: Moment;
}

/** What happens to a shard, as its consumer sees it. */
export type ShardTrustEvent =
  | { readonly kind: "connected" }
  | { readonly kind: "disconnected" }
  /** A beat of this term was read, and no more of it than that. */
  | { readonly kind: "term"; readonly term: number; readonly at: Moment }
  | {
      readonly kind: "beat";
      readonly owner: string;
      readonly term: number;
      readonly venueAgeMs: number;
      /** It handed the shard over. */
      readonly isRetiring?: true | undefined;
      readonly at: Moment;
    }
  /** The owner of `term` answered an echo. */
  | { readonly kind: "echo"; readonly term: number; readonly sentAt: Moment };

/** Nothing heard yet. */
export const noShardTrust: ShardTrust = {
  connection: "disconnected",
  term: 0,
  owner: undefined,
  ownership: "single",
  beat: undefined,
  echoSentAt: undefined,
  earlyEcho: undefined,
  provenAt: undefined,
  former: undefined,
};

/** What is known after an event. Words of older terms change nothing, but for those of the owner before. */
export function stepShardTrust(state: ShardTrust, event: ShardTrustEvent): ShardTrust {
  switch (event.kind) {
    case "connected":
      return { ...state, connection: "connected" };
    case "disconnected":
      // What was proven on the former connection says nothing about messages that were lost between the two.
      return { ...noShardTrust, term: state.term, owner: state.owner, ownership: state.ownership, beat: state.beat };
    case "term":
      return hearTerm(state, event.term, event.at);
    case "beat":
      return event.term < state.term
        ? hearFormerBeat(state, event)
        : hearBeat(hearTerm(state, event.term, event.at), event);
    case "echo":
      return hearEcho(state, event);
  }
}

function hearTerm(state: ShardTrust, term: number, at: Moment): ShardTrust {
  if (term <= state.term) {
    return state;
  }
  const { earlyEcho } = state;
  return {
    connection: state.connection,
    term,
    owner: undefined,
    ownership: "single",
    beat: undefined,
    echoSentAt: earlyEcho?.term === term ? earlyEcho.sentAt : undefined,
    earlyEcho: undefined,
    provenAt: undefined,
    former: formerOf(state, at),
  };
}

/** Where the owner that is over now never proved itself, the one before it is still the last that did. */
function formerOf(
  { term, owner, beat, echoSentAt, provenAt, former }: ShardTrust,
  at: Moment,
): FormerOwner | undefined {
  return provenAt === undefined ? former : { term, owner, beat, echoSentAt, provenAt, overAt: at };
}

function hearEcho(state: ShardTrust, { term, sentAt }: ShardTrustEvent & { kind: "echo" }): ShardTrust {
  if (term > state.term) {
    return isLater(sentAt, state.earlyEcho?.sentAt) ? { ...state, earlyEcho: { term, sentAt } } : state;
  }
  const { former } = state;
  if (former?.term === term) {
    return isLater(sentAt, former.echoSentAt) ? { ...state, former: { ...former, echoSentAt: sentAt } } : state;
  }
  const isNewest = term === state.term && state.ownership === "single";
  return isNewest && isLater(sentAt, state.echoSentAt) ? { ...state, echoSentAt: sentAt } : state;
}

/** The owner before goes on, if it handed the shard over, until its successor's books are there. Whoever else speaks under its term ends its word. */
function hearFormerBeat(
  state: ShardTrust,
  { owner, term, venueAgeMs, isRetiring, at }: ShardTrustEvent & { kind: "beat" },
): ShardTrust {
  const { former } = state;
  if (former?.term !== term) {
    return state;
  }
  if (owner !== former.owner) {
    return { ...state, former: undefined };
  }
  if (isRetiring !== true) {
    return state;
  }
  const provenAt = former.echoSentAt ?? former.provenAt;
  return { ...state, former: { ...former, beat: { heardAt: at, venueAgeMs }, provenAt } };
}

function hearBeat(state: ShardTrust, { owner, venueAgeMs, at }: ShardTrustEvent & { kind: "beat" }): ShardTrust {
  if (state.owner !== undefined && state.owner !== owner) {
    return { ...state, ownership: "contested", beat: undefined, echoSentAt: undefined, provenAt: undefined };
  }
  if (state.ownership === "contested") {
    return state;
  }
  return { ...state, owner, beat: { heardAt: at, venueAgeMs }, provenAt: state.echoSentAt };
}

function isLater(moment: Moment, than: Moment | undefined): boolean {
  return than === undefined || moment.monotonicMs > than.monotonicMs;
}

/** Why nothing of `term` may be shown as live now; undefined where it may, as far as its shard is concerned. */
export function doubtOfShard(
  state: ShardTrust,
  term: number,
  limits: TrustLimits,
  now: Moment,
): DoubtReason | undefined {
  if (state.connection === "disconnected") {
    return "relay-disconnected";
  }
  if (term === state.term) {
    if (state.ownership === "contested") {
      return "owner-changed";
    }
    return isProven(state, limits, now) ? undefined : "relay-silent";
  }
  const { former } = state;
  return former !== undefined && mayStay(former, term, now) && isProven(former, limits, now)
    ? undefined
    : "owner-changed";
}

/** Whether books of this term, which is over, may still be shown if their owner proves itself. */
function mayStay(former: FormerOwner, term: number, now: Moment): boolean {
  return former.term === term && ageMs(former.overAt, now) <= formerMs;
}

function isProven(
  { beat, provenAt }: Pick<ShardTrust, "beat" | "provenAt">,
  limits: TrustLimits,
  now: Moment,
): boolean {
  const isYoung = beat !== undefined && ageMs(beat.heardAt, now) <= limits.beatMs;
  return isYoung && provenAt !== undefined && ageMs(provenAt, now) <= limits.echoMs;
}

/** How much longer the books of a term that is not in doubt may be believed, in milliseconds. */
export function trustedTermForMs(state: ShardTrust, term: number, limits: TrustLimits, now: Moment): number {
  const left = (then: Moment | undefined, limitMs: number): number => (then ? limitMs - ageMs(then, now) : 0);
  const forMs = ({ beat, provenAt }: Pick<ShardTrust, "beat" | "provenAt">): number =>
    Math.min(left(beat?.heardAt, limits.beatMs), left(provenAt, limits.echoMs));
  const { former } = state;
  return term === state.term || former === undefined
    ? forMs(state)
    : Math.min(forMs(former), left(former.overAt, formerMs));
}

/**
 * How old a live book's state can be at most: since the echo was sent that proves it, and the owner's own wait for the
 * venue. Undefined where nothing proves any.
 */
export function freshWithinMs(state: ShardTrust, term: number, now: Moment): number | undefined {
  const of = term === state.term ? state : state.former;
  const { provenAt, beat } = of?.term === term ? of : noShardTrust;
  return provenAt && ageMs(provenAt, now) + (beat?.venueAgeMs ?? 0);
}
