import { decodeUtf8, encodeUtf8, md5Hex } from "@depthwire/core/internal";
import { shardCount, shardNames } from "../plan/shard-plan.js";
import { maxTerm } from "../wire/header.js";
import { checkSubjectPart, wireVersion } from "../wire/subjects.js";

/** What an instance tells the others, several times a second, as JSON. */
export interface MemberBeat {
  readonly version: typeof wireVersion;
  /** Its name in the plan. */
  readonly name: string;
  /** Name under which it owns shards. */
  readonly owner: string;
  /** Counts its beats from 1. */
  readonly beat: number;
  /** Revision of the plan that it keeps to; 0 for none. */
  readonly plan: number;
  /** Whether the store of leases answered its last call. */
  readonly store: "answers" | "away";
  /** How many live books it has in each of the 64 shards. */
  readonly live: readonly number[];
  /** Terms of the shards that it owns. */
  readonly owned: Readonly<Record<string, number>>;
  /** The hand-over that it has under way: `heir` may take the lease of the shard at once. */
  readonly offer?: { readonly shard: string; readonly heir: string } | undefined;
  /** `leaving`: it wants no shard any more; `left`: this is its last beat. */
  readonly state: "present" | "leaving" | "left";
  /** `listens`: it has just begun; `refused`: it cannot take part with others who are there. Undefined: it takes part. */
  readonly standing?: "listens" | "refused" | undefined;
  /** Which venue it means: {@link venueMark} of its identity. Undefined where it does not say. */
  readonly venue?: string | undefined;
  /** How long its leases stand, milliseconds: all have to wait for as long. Undefined where it does not say. */
  readonly leaseMs?: number | undefined;
  /** Pairs that it can follow; only in some beats. */
  readonly pairs?: readonly string[] | undefined;
  /** Owners whose pairs it does not know: each names them in its next beat. Undefined: it knows all. */
  readonly asksPairsOf?: readonly string[] | undefined;
}

/** Longest beat that is read: names of 40,000 pairs fit. */
const maxBytes = 1_000_000;

/** What stands for a venue in beats: nobody reads an address out of it. */
export function venueMark(identity: string): string {
  return md5Hex(encodeUtf8(identity));
}

/** The beat's bytes. */
export function encodeMemberBeat(beat: MemberBeat): Uint8Array {
  return encodeUtf8(JSON.stringify(beat));
}

/** Reads a beat; undefined for what is none. Never throws. */
export function decodeMemberBeat(bytes: Uint8Array): MemberBeat | undefined {
  if (bytes.length > maxBytes) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes, 0, bytes.length));
    return typeof value === "object" && value !== null ? checked(value) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws ValidationError `value-invalid` for a name that is none */
function checked(value: Partial<Record<keyof MemberBeat, unknown>>): MemberBeat | undefined {
  const {
    version,
    name,
    owner,
    beat,
    plan,
    store,
    live,
    owned,
    offer,
    state,
    standing,
    venue,
    leaseMs,
    pairs,
    asksPairsOf,
  } = value;
  if (version !== wireVersion || !isCount(beat) || !isCount(plan) || !isLive(live) || !isOwned(owned)) {
    return undefined;
  }
  if ((store !== "answers" && store !== "away") || (state !== "present" && state !== "leaving" && state !== "left")) {
    return undefined;
  }
  if (standing !== undefined && standing !== "listens" && standing !== "refused") {
    return undefined;
  }
  if (leaseMs !== undefined && !isCount(leaseMs)) {
    return undefined;
  }
  return {
    version,
    name: nameOf(name),
    owner: nameOf(owner),
    beat,
    plan,
    store,
    live,
    owned,
    offer: offer === undefined ? undefined : offerOf(offer),
    state,
    standing,
    venue: venue === undefined ? undefined : nameOf(venue),
    leaseMs,
    pairs: namesOf(pairs),
    asksPairsOf: namesOf(asksPairsOf),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isLive(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length === shardCount && value.every(isCount);
}

function isOwned(value: unknown): value is Readonly<Record<string, number>> {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(([shard, term]) => shardNames.includes(shard) && isCount(term) && term <= maxTerm)
  );
}

function offerOf(value: unknown): MemberBeat["offer"] {
  const { shard, heir }: { readonly shard?: unknown; readonly heir?: unknown } = Object(value);
  return { shard: nameOf(shard), heir: nameOf(heir) };
}

/** @throws ValidationError `value-invalid`; TypeError for what is no list */
function namesOf(value: unknown): readonly string[] | undefined {
  return value === undefined ? undefined : (value as readonly unknown[]).map(nameOf);
}

/** @throws ValidationError `value-invalid` */
function nameOf(value: unknown): string {
  return checkSubjectPart("instance", value as string);
}
