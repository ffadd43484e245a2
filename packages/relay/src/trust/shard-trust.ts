import type { DoubtReason } from "@depthwire/book/internal";
import { ageMs, type Moment } from "../time/moment.js";

/** How long what was heard may be believed. */
export interface TrustLimits {
  /** Longest time since the newest beat. */
  readonly beatMs: number;
  /** Longest time since an answered echo was *sent* behind whose answer a beat has come. */
  readonly echoMs: number;
}

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
  /** The term before, whose books may be shown until they are as old as any silent owner's. */
  readonly former: { readonly term: number; readonly provenAt: Moment; readonly venueAgeMs: number } | undefined;
}

/** What happens to a shard, as its consumer sees it. */
export type ShardTrustEvent =
  | { readonly kind: "connected" }
  | { readonly kind: "disconnected" }
  /** A beat of this term was read, and no more of it than that. */
  | { readonly kind: "term"; readonly term: number }
  | {
      readonly kind: "beat";
      readonly owner: string;
      readonly term: number;
      readonly venueAgeMs: number;
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

/** What is known after an event. Words of older terms change nothing. */
export function stepShardTrust(state: ShardTrust, event: ShardTrustEvent): ShardTrust {
  switch (event.kind) {
    case "connected":
      return { ...state, connection: "connected" };
    case "disconnected":
      // What was proven on the former connection says nothing about messages that were lost between the two.
      return { ...noShardTrust, term: state.term, owner: state.owner, ownership: state.ownership, beat: state.beat };
    case "term":
      return hearTerm(state, event.term);
    case "beat":
      return event.term < state.term ? state : hearBeat(hearTerm(state, event.term), event);
    case "echo":
      return hearEcho(state, event);
  }
}

function hearTerm(state: ShardTrust, term: number): ShardTrust {
  if (term <= state.term) {
    return state;
  }
  const { provenAt, beat, earlyEcho } = state;
  return {
    connection: state.connection,
    term,
    owner: undefined,
    ownership: "single",
    beat: undefined,
    echoSentAt: earlyEcho?.term === term ? earlyEcho.sentAt : undefined,
    earlyEcho: undefined,
    provenAt: undefined,
    former: provenAt && { term: state.term, provenAt, venueAgeMs: beat?.venueAgeMs ?? 0 },
  };
}

function hearEcho(state: ShardTrust, { term, sentAt }: ShardTrustEvent & { kind: "echo" }): ShardTrust {
  if (term > state.term) {
    return isLater(sentAt, state.earlyEcho?.sentAt) ? { ...state, earlyEcho: { term, sentAt } } : state;
  }
  const isNewest = term === state.term && state.ownership === "single";
  return isNewest && isLater(sentAt, state.echoSentAt) ? { ...state, echoSentAt: sentAt } : state;
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
    const isYoung = state.beat !== undefined && ageMs(state.beat.heardAt, now) <= limits.beatMs;
    return isYoung && isProven(state.provenAt, limits, now) ? undefined : "relay-silent";
  }
  const { former } = state;
  return former?.term === term && isProven(former.provenAt, limits, now) ? undefined : "owner-changed";
}

function isProven(provenAt: Moment | undefined, limits: TrustLimits, now: Moment): boolean {
  return provenAt !== undefined && ageMs(provenAt, now) <= limits.echoMs;
}

/** How much longer the books of a term that is not in doubt may be believed, in milliseconds. */
export function trustedTermForMs(state: ShardTrust, term: number, limits: TrustLimits, now: Moment): number {
  const left = (then: Moment | undefined, limitMs: number): number => (then ? limitMs - ageMs(then, now) : 0);
  return term === state.term
    ? Math.min(left(state.beat?.heardAt, limits.beatMs), left(state.provenAt, limits.echoMs))
    : left(state.former?.provenAt, limits.echoMs);
}

/**
 * How old a live book's state can be at most: since the echo was sent that proves it, and the owner's own wait for the
 * venue. Undefined where nothing proves any.
 */
export function freshWithinMs(state: ShardTrust, term: number, now: Moment): number | undefined {
  const former = state.former?.term === term ? state.former : undefined;
  const provenAt = term === state.term ? state.provenAt : former?.provenAt;
  return provenAt && ageMs(provenAt, now) + (former ?? state.beat ?? { venueAgeMs: 0 }).venueAgeMs;
}
