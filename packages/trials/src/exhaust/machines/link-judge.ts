import { defaultTrustLimits, doubtOfPair } from "@depthwire/relay/internal";
import type { LinkWorld, Message, Owner } from "./link-world.js";

/** Longest time that books of an owner are shown beside a newer term, in milliseconds. */
const formerMs = 1_000;
const { echoMs } = defaultTrustLimits;

/**
 * What is wrong with what the consumer shows at this moment, and the largest term that it has shown. A book that is shown as live is a
 * state of its owner at its number, holds everything that its owner published longer ago than what is heard may be believed, is of no
 * older term than one that was shown before, and of nobody who speaks under another's term.
 */
export function faultOfLink(world: LinkWorld): { readonly fault: string | undefined; readonly shownTerm: number } {
  const { pair, shard, nowMs, shownTerm } = world;
  const doubt = doubtOfPair(pair, shard, defaultTrustLimits, { monotonicMs: nowMs, wallMs: nowMs });
  return doubt === undefined
    ? { fault: faultWhileLive(world), shownTerm: Math.max(shownTerm, pair.term) }
    : { fault: undefined, shownTerm };
}

function faultWhileLive({ pair, shard, owners, content, nowMs, shownTerm, newestTermMs, speakers }: LinkWorld) {
  const { published } = owners[pair.term - 1] as Owner;
  if (content === undefined || published[pair.relaySeq]?.state !== content) {
    return "a book is shown as live that is no state of its owner at its number";
  }
  if (published.some(({ atMs }, relaySeq) => relaySeq > pair.relaySeq && atMs < nowMs - echoMs)) {
    return "a book is shown as live that misses what was published longer ago than the limit";
  }
  if (pair.term < shownTerm) {
    return "a book of an older term is shown after one of a newer term";
  }
  if (pair.term < shard.term && nowMs - newestTermMs > formerMs) {
    return "a former owner's book is shown for too long";
  }
  if ((speakers[pair.term - 1] as string).length > 1) {
    return "a book is shown as live although two speak under its term";
  }
  return undefined;
}

/** Times count from now, and only as far back as something depends on them; of what was published only what may still count. */
export function keyOfLink({ nowMs, venue, owners, isTakenOver, echoAskedMs, ...consumer }: LinkWorld): string {
  const since = (ms: number | undefined, longMs = echoMs + 1): number | string =>
    ms === undefined ? "-" : Math.min(nowMs - ms, longMs);
  const at = (moment: { readonly monotonicMs: number } | undefined): number | string => since(moment?.monotonicMs);
  const ofMessage = (message: Message): string => {
    switch (message.kind) {
      case "frame":
      case "snapshot":
        return `${message.kind[0]}${message.relaySeq}:${message.state}`;
      case "beat":
        return `b${message.relaySeq}${message.isRetiring ? "r" : ""}${message.owner}`;
      case "echo":
        return `e${since(message.sentAtMs)}`;
    }
  };
  const ofOwner = ({ state, published, channel, echoAsked, isSnapshotAsked }: Owner): string =>
    `${state}/${published.map((one) => `${one.state}@${since(one.atMs)}`).join()}/${channel.map(ofMessage).join()}/${since(echoAsked)}${isSnapshotAsked ? "s" : ""}`;
  const { shard, pair, content, kept, shownTerm, newestTermMs, speakers, strangers } = consumer;
  const { former, earlyEcho } = shard;
  return [
    venue,
    isTakenOver ? 1 : 0,
    owners.map(ofOwner).join("|"),
    echoAskedMs === nowMs ? 1 : 0,
    shard.term,
    shard.owner,
    shard.ownership[0],
    at(shard.beat?.heardAt),
    at(shard.echoSentAt),
    at(shard.provenAt),
    earlyEcho === undefined ? "-" : `${earlyEcho.term}${at(earlyEcho.sentAt)}`,
    former === undefined
      ? "-"
      : `${former.term}${former.owner}${at(former.beat?.heardAt)}/${at(former.echoSentAt)}/${at(former.provenAt)}/${since(former.overAt.monotonicMs, formerMs + 1)}`,
    `${pair.term}.${pair.relaySeq}${pair.state}${pair.ownerStatus}${pair.lossReason}`,
    content,
    kept.map((one) => `${one.term}.${one.relaySeq}:${one.state}`).join(),
    shownTerm,
    since(newestTermMs, formerMs + 1),
    speakers.join("/"),
    strangers,
  ].join(" ");
}
