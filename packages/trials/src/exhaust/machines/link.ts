import {
  noPairTrust,
  noShardTrust,
  type PairTrustEvent,
  stepPairTrust,
  stepShardTrust,
} from "@depthwire/relay/internal";
import type { Machine } from "../machine.js";
import { faultOfLink, keyOfLink } from "./link-judge.js";
import { type LinkSize, movesOfLink, needsState } from "./link-moves.js";
import type { LinkMove, LinkOwnerMove, LinkWorld, Message, Owner } from "./link-world.js";

/** One step of time, in milliseconds: what was heard is believed for two of them. */
const tickMs = 175;
const ownerNames = ["a", "b"] as const;

/** How a consumer's pair is stepped: the product's own way, or one with something planted. */
export interface LinkSteppers {
  readonly shard: typeof stepShardTrust;
  readonly pair: typeof stepPairTrust;
}

const ownSteppers: LinkSteppers = { shard: stepShardTrust, pair: stepPairTrust };
const noOwner: Owner = {
  state: 0,
  published: [{ state: 0, atMs: 0 }],
  channel: [],
  echoAsked: undefined,
  isSnapshotAsked: false,
};

/**
 * Two owners that follow one another, a bus that is slow and loses what it likes, a stranger that speaks under an owner's name, and a
 * consumer that shows a book when it begins. A former owner may go on for as long as it likes, since nothing makes it step.
 */
export function linkMachine(size: LinkSize, steppers: LinkSteppers = ownSteppers): Machine<LinkWorld, LinkMove> {
  return {
    name: "link",
    restore: "kept",
    begin: () => joined(),
    moves: (world) => movesOfLink(world, size),
    step: (world, move) => judged(stepWorld(steppers, world, move)),
    key: keyOfLink,
    fault: ({ fault }) => fault,
    describe: (move) => ("who" in move ? `${ownerNames[move.who]}: ${move.kind}` : move.kind),
  };
}

/** How a consumer joins: its history up to the first book that it shows, before anything goes wrong. */
const joining: readonly LinkMove[] = [
  { kind: "beat", who: 0 },
  { kind: "deliver", who: 0 },
  { kind: "ask-snapshot" },
  { kind: "answer-snapshot", who: 0 },
  { kind: "deliver", who: 0 },
  { kind: "ask-echo" },
  { kind: "answer-echo", who: 0 },
  { kind: "deliver", who: 0 },
  { kind: "beat", who: 0 },
  { kind: "deliver", who: 0 },
];

function joined(): LinkWorld {
  const nothing: LinkWorld = {
    nowMs: 0,
    venue: 0,
    owners: [noOwner, noOwner],
    isTakenOver: false,
    echoAskedMs: undefined,
    shard: stepShardTrust(noShardTrust, { kind: "connected" }),
    pair: noPairTrust,
    content: undefined,
    kept: [],
    shownTerm: 0,
    newestTermMs: 0,
    speakers: ["", ""],
    strangers: 0,
    fault: undefined,
  };
  return joining.reduce((world: LinkWorld, move) => judged(stepWorld(ownSteppers, world, move)), nothing);
}

function stepWorld(steppers: LinkSteppers, world: LinkWorld, move: LinkMove): LinkWorld {
  switch (move.kind) {
    case "pass":
      return { ...world, nowMs: world.nowMs + tickMs };
    case "venue":
      return { ...world, venue: world.venue + 1 };
    case "take-over":
      return { ...world, isTakenOver: true };
    case "reconnect":
      return reconnect(steppers, world);
    case "ask-echo":
      return askEcho(world);
    case "ask-snapshot":
      return { ...world, owners: both(world, (owner) => ({ ...owner, isSnapshotAsked: true })) };
    case "deliver":
    case "lose":
    case "damage":
      return takeHead(steppers, world, move.who, move.kind);
    default:
      return { ...world, ...speak(world, move.kind, move.who) };
  }
}

/** Nothing of the former connection arrives any more. */
function reconnect({ shard }: LinkSteppers, world: LinkWorld): LinkWorld {
  const ended = shard(world.shard, { kind: "disconnected" });
  const owners = both(world, (owner) => ({ ...owner, channel: [], echoAsked: undefined, isSnapshotAsked: false }));
  return { ...world, owners, shard: shard(ended, { kind: "connected" }) };
}

function askEcho(world: LinkWorld): LinkWorld {
  const { nowMs } = world;
  return { ...world, echoAskedMs: nowMs, owners: both(world, (owner) => ({ ...owner, echoAsked: nowMs })) };
}

/** An owner publishes something, or what a stranger says in its place. */
function speak(world: LinkWorld, kind: LinkOwnerMove, who: 0 | 1): Partial<LinkWorld> {
  const owner = world.owners[who];
  const relaySeq = owner.published.length - 1;
  const say = (message: Message, change: Partial<Owner> = {}): Partial<LinkWorld> => ({
    owners: withOwner(world, who, { ...change, channel: [...owner.channel, message] }),
  });
  const beat = { kind: "beat", relaySeq, isRetiring: false, owner: ownerNames[who] } as const;
  switch (kind) {
    case "publish": {
      const state = owner.state + 1;
      if (who === 1 && !world.isTakenOver) {
        // Who waits for the shard follows the venue, and publishes nothing: its numbers begin behind what it has.
        return { owners: withOwner(world, who, { state, published: [{ state, atMs: world.nowMs }] }) };
      }
      const published = [...owner.published, { state, atMs: world.nowMs }];
      return say({ kind: "frame", relaySeq: relaySeq + 1, state }, { state, published });
    }
    case "beat":
      return say(beat);
    case "retire":
      return say({ ...beat, isRetiring: true });
    case "stranger":
      return { ...say({ ...beat, owner: "x" }), strangers: world.strangers + 1 };
    case "answer-echo":
      return say({ kind: "echo", sentAtMs: owner.echoAsked as number }, { echoAsked: undefined });
    default:
      return say({ kind: "snapshot", relaySeq, state: owner.state }, { isSnapshotAsked: false });
  }
}

function takeHead(steppers: LinkSteppers, world: LinkWorld, who: 0 | 1, how: "deliver" | "lose" | "damage"): LinkWorld {
  const [head, ...channel] = world.owners[who].channel;
  const without = { ...world, owners: withOwner(world, who, { channel }) };
  if (head === undefined || how === "lose") {
    return without;
  }
  if (how === "damage") {
    return stepPair(steppers, without, { kind: "lost", reason: "relay-malformed" }).world;
  }
  return receive(steppers, without, who + 1, head);
}

/** What a consumer makes of a message. */
function receive(steppers: LinkSteppers, world: LinkWorld, term: number, message: Message): LinkWorld {
  const at = { monotonicMs: world.nowMs, wallMs: world.nowMs };
  switch (message.kind) {
    case "echo": {
      const sentAt = { monotonicMs: message.sentAtMs, wallMs: message.sentAtMs };
      return { ...world, shard: steppers.shard(world.shard, { kind: "echo", term, sentAt }) };
    }
    case "beat": {
      const { owner, relaySeq, isRetiring } = message;
      const retiring = isRetiring ? ({ isRetiring } as const) : {};
      const shard = steppers.shard(world.shard, { kind: "beat", owner, term, venueAgeMs: 0, at, ...retiring });
      const heard = { ...world, shard, speakers: withSpeaker(world.speakers, term, owner) };
      const newestTermMs = shard.term > world.shard.term ? world.nowMs : world.newestTermMs;
      return stepPair(steppers, { ...heard, newestTermMs }, { kind: "row", term, relaySeq, ownerStatus: "live" }).world;
    }
    case "snapshot":
      return term === world.shard.term && needsState(world) ? takeSnapshot(steppers, world, term, message) : world;
    case "frame":
      return takeFrame(steppers, world, term, message);
  }
}

function takeSnapshot(
  steppers: LinkSteppers,
  world: LinkWorld,
  term: number,
  { relaySeq, state }: { readonly relaySeq: number; readonly state: number },
): LinkWorld {
  const step = stepPair(steppers, world, { kind: "snapshot", term, relaySeq });
  if (step.verdict !== "take") {
    return step.world;
  }
  const { kept } = step.world;
  const behind = kept.filter((one) => one.term === term && one.relaySeq > relaySeq);
  const hole = behind.findIndex((one, place) => one.relaySeq !== relaySeq + 1 + place);
  const next = hole < 0 ? behind : behind.slice(0, hole);
  const taken: LinkWorld = { ...step.world, content: state, kept: kept.filter((one) => one.term > term) };
  const after = next.reduce((before: LinkWorld, one) => takeFrame(steppers, before, term, one), taken);
  return hole < 0 ? after : stepPair(steppers, after, { kind: "lost", reason: "relay-gap" }).world;
}

function takeFrame(
  steppers: LinkSteppers,
  world: LinkWorld,
  term: number,
  { relaySeq, state }: { readonly relaySeq: number; readonly state: number },
): LinkWorld {
  if (term > world.shard.term) {
    // No beat named that term yet: it is nobody's.
    return world;
  }
  if (term === world.shard.term && world.shard.ownership === "contested") {
    return stepPair(steppers, world, { kind: "lost", reason: "relay-malformed" }).world;
  }
  const { world: after, verdict } = stepPair(steppers, world, { kind: "frame", term, relaySeq });
  switch (verdict) {
    case "take":
      // A frame is what changed: it leads to its state from the one before alone.
      return { ...after, content: after.content === state - 1 ? state : undefined };
    case "early":
    case "hole":
      return { ...after, kept: withKept(after.kept, { term, relaySeq, state }) };
    case "old":
      return stepPair(steppers, after, { kind: "lost", reason: "relay-malformed" }).world;
    default:
      return after;
  }
}

function stepPair(steppers: LinkSteppers, world: LinkWorld, event: PairTrustEvent) {
  const { pair, verdict } = steppers.pair(world.pair, event);
  return { world: { ...world, pair }, verdict };
}

type Kept = LinkWorld["kept"][number];

/** Frames of the newest term are kept, and of no other. */
function withKept(kept: readonly Kept[], one: Kept): readonly Kept[] {
  const isOlder = kept.some(({ term }) => term > one.term);
  return isOlder ? kept : [...kept.filter(({ term }) => term === one.term), one];
}

function withSpeaker([first, second]: LinkWorld["speakers"], term: number, name: string): LinkWorld["speakers"] {
  const add = (names: string): string => (names.includes(name) ? names : [...names, name].sort().join(""));
  return term === 1 ? [add(first), second] : [first, add(second)];
}

function both({ owners: [first, second] }: LinkWorld, change: (owner: Owner) => Owner): readonly [Owner, Owner] {
  return [change(first), change(second)];
}

function withOwner(
  { owners: [first, second] }: LinkWorld,
  who: 0 | 1,
  change: Partial<Owner>,
): readonly [Owner, Owner] {
  return who === 0 ? [{ ...first, ...change }, second] : [first, { ...second, ...change }];
}

function judged(world: LinkWorld): LinkWorld {
  if (world.fault !== undefined) {
    return world;
  }
  const { fault, shownTerm } = faultOfLink(world);
  return fault === undefined && shownTerm === world.shownTerm ? world : { ...world, fault, shownTerm };
}
