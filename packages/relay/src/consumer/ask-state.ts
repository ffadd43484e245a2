import { encodeUtf8 } from "@depthwire/core/internal";
import { depthChannel } from "../wire/bus-channel.js";
import type { LinkParts } from "./link-parts.js";
import type { FollowedChannel } from "./outlet.js";

/** Asks the owner of a pair for the state of one channel. @param answered gets each answer, and undefined when no more is waited for */
export function askState(
  { pair, name }: Pick<FollowedChannel, "pair" | "name">,
  { bus, subjects, snapshotLimitMs, counts }: Pick<LinkParts, "bus" | "subjects" | "snapshotLimitMs" | "counts">,
  answered: (answer: Uint8Array | undefined) => void,
): void {
  const question = name === depthChannel ? new Uint8Array(0) : encodeUtf8(name);
  counts.snapshotsAsked++;
  bus.request(subjects.snap(pair), question, snapshotLimitMs, answered);
}
