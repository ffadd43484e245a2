import type { ShardTrust } from "../trust/shard-trust.js";
import type { MessageKind, RelayHeader } from "../wire/header.js";
import { decodeOwnerStatus } from "../wire/owner-status.js";
import type { LinkCounts, MessageFault } from "./link-counters.js";
import type { FollowedChannel } from "./outlet.js";

/** What a channel's messages may be. */
export interface MessageRules extends Pick<FollowedChannel, "protocol"> {
  /** Kinds that carry a frame of this channel. */
  readonly kinds: readonly MessageKind[];
  readonly maxFrameBytes: number;
}

/** What is wrong with a message whose header could be read; `start` is where its body begins. Undefined where nothing is. */
export function faultOfMessage(
  { kind, protocol }: RelayHeader,
  message: Uint8Array,
  start: number,
  rules: MessageRules,
): MessageFault | undefined {
  if (kind === "status") {
    return decodeOwnerStatus(message, start) === undefined ? "text-malformed" : undefined;
  }
  if (!rules.kinds.includes(kind)) {
    return "unexpected-kind";
  }
  if (protocol !== rules.protocol) {
    return "other-protocol";
  }
  return message.length - start > rules.maxFrameBytes ? "frame-too-large" : undefined;
}

/** A term that no beat has named says nothing: what comes under it is dropped. Before the first beat that is nobody's fault. */
export function isUnheard(term: number, { term: heard }: Pick<ShardTrust, "term">, counts: LinkCounts): boolean {
  counts.unheardTerm += heard > 0 && term > heard ? 1 : 0;
  return term > heard;
}
