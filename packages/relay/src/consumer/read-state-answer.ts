import type { ShardTrust } from "../trust/shard-trust.js";
import { emptyHeader, HeaderReader, type RelayHeader } from "../wire/header.js";
import { decodeOwnerStatus } from "../wire/owner-status.js";
import { faultOfMessage, isUnheard, type MessageRules } from "./fault-of-message.js";
import { countMalformed, type LinkCounts } from "./link-counters.js";
import type { Refusal } from "./link-standing.js";

/** What an owner says to who asks for a state: the state, or why it has none to give. */
export type StateAnswer =
  | { readonly kind: "state"; readonly header: RelayHeader; readonly frame: Uint8Array }
  | { readonly kind: "refusal"; readonly refusal: Refusal | undefined };

/** Reads an answer. Undefined for what is none of the present owner's, which is counted. @param rules with the state's kind alone */
export function readStateAnswer(
  message: Uint8Array,
  rules: MessageRules,
  shard: ShardTrust,
  counts: LinkCounts,
): StateAnswer | undefined {
  const header = emptyHeader();
  const start = new HeaderReader().read(message, header);
  const fault = typeof start === "string" ? start : faultOfMessage(header, message, start, rules);
  if (typeof start === "string" || fault !== undefined) {
    countMalformed(counts, fault ?? "short");
    return undefined;
  }
  const { term, kind } = header;
  if (isUnheard(term, shard, counts)) {
    return undefined;
  }
  if (term < shard.term) {
    // Whoever answers under an older term lost the pair, and does not know it.
    counts.oldTerm++;
    return undefined;
  }
  if (kind === "status") {
    const told = decodeOwnerStatus(message, start);
    return { kind: "refusal", refusal: told && { ...told, term } };
  }
  return { kind: "state", header, frame: message.subarray(start) };
}
