import type { DepthRowSides } from "@depthwire/core/internal";
import type { DepthLevelText, DepthMessage } from "../push/depth-message.js";
import type { FeedMessage } from "../push/feed.js";

type Side = "asks" | "bids";

function firstLevel(sides: DepthRowSides): { readonly side: Side; readonly level: DepthLevelText } | undefined {
  for (const side of ["asks", "bids"] as const) {
    const level = sides[side][0];
    if (level !== undefined) {
      return { side, level };
    }
  }
  return undefined;
}

function withLevel(sides: DepthRowSides, side: Side, level: DepthLevelText): DepthRowSides {
  return { ...sides, [side]: [level, ...sides[side]] };
}

/** One price stands in `add` and in `del` of a side. A snapshot, which has neither, stays as it is. */
export function asAmbiguous(message: DepthMessage): DepthMessage {
  if (message.kind === "snapshot") {
    return message;
  }
  const set = firstLevel(message.set);
  if (set !== undefined) {
    return { ...message, delete: withLevel(message.delete, set.side, set.level) };
  }
  const deleted = firstLevel(message.delete);
  return deleted === undefined ? message : { ...message, set: withLevel(message.set, deleted.side, deleted.level) };
}

/**
 * A bid stands at the best ask's price.
 *
 * @param best the best ask
 */
export function asCrossed(message: DepthMessage, best: DepthLevelText | undefined): DepthMessage {
  if (best === undefined) {
    return message;
  }
  if (message.kind === "snapshot") {
    return { ...message, bids: [best, ...message.bids] };
  }
  return { ...message, set: withLevel(message.set, "bids", best) };
}

/** A pair that no market has. */
const otherPair = "4OTHER_USDT";

/** The payload names another pair than the channel. */
export function withWrongPair(text: string): string {
  return text.replace(/"pair":"[^"]*"/, `"pair":"${otherPair}"`);
}

/** The member that a feed's data stands under: levels of depth, or the payload of protocol A's envelope. */
const shapeOf = { depth: /"(?:add|asks)":/, other: /(?<=^\{"topic":.*?)"d":/ } as const;

/** JSON of another shape: a text where a list or an object was due, or, where no member can be named, an object around it all. */
export function withWrongShape(text: string, feed: FeedMessage["feed"]): string {
  if (feed === "depth") {
    return text.replace(shapeOf.depth, '"add":"none","unexpected":');
  }
  const changed = text.replace(shapeOf.other, '"d":"none","unexpected":');
  return changed === text ? `{"unexpected":${text}}` : changed;
}
