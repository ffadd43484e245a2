import type { EncodedFrame } from "@depthwire/core/internal";
import type { RandomState } from "@depthwire/exchange/internal";
import type { DepthLevelText, DepthMessage, DepthSnapshotMessage } from "../push/depth-message.js";
import type { Feed, FeedMessage } from "../push/feed.js";
import type { Outlet } from "../push/outlet/outlet.js";
import type { MessageFaultKind } from "./fault.js";
import type { MessageFaultRule } from "./fault-plan.js";
import { flipBits, truncate, unknownMarker } from "./harm-frame.js";
import { asAmbiguous, asCrossed, withWrongPair, withWrongShape } from "./harm-message.js";

/** What a fault may need to know beside the message. */
export interface FaultSources {
  readonly random: RandomState;
  /** The message as it is sent when nothing is wrong. */
  usual(outlet: Outlet, feed: Feed, message: FeedMessage): EncodedFrame;
  /** The full message of the state `publications` earlier, if it is still held. */
  earlier(pair: string, publications: number): DepthSnapshotMessage | undefined;
  /** The best published ask. */
  bestAsk(pair: string): DepthLevelText | undefined;
}

/** A message on its way out at one outlet. */
export interface Outgoing {
  readonly feed: Feed;
  readonly message: FeedMessage;
  readonly outlet: Outlet;
  readonly sources: FaultSources;
}

/** Defaults: more than a client's usual limits of 4 MiB inflated and 256 KiB as received. */
const bombBytes = 8 * 1024 * 1024;
const oversizeBytes = 300 * 1024;

/** A JSON text of about this length. */
function longText(bytes: number): string {
  return `{"filling":"${"0".repeat(bytes)}"}`;
}

type Harm = (outgoing: Outgoing, rule: MessageFaultRule) => readonly EncodedFrame[];

function usual({ sources, outlet, feed, message }: Outgoing): EncodedFrame {
  return sources.usual(outlet, feed, message);
}

const asUsual: Harm = (outgoing) => [usual(outgoing)];

/** The message with its text changed. */
function reworded({ outlet, feed, message }: Outgoing, change: (text: string) => string): readonly EncodedFrame[] {
  return [outlet.frame(feed, message, change(outlet.text(feed, message)), "usual")];
}

/** Depth with its levels changed; messages of other feeds stay as they are. */
function reshaped(outgoing: Outgoing, change: (depth: DepthMessage) => DepthMessage): readonly EncodedFrame[] {
  const { message } = outgoing;
  if (message.feed !== "depth") {
    return [usual(outgoing)];
  }
  const changed: FeedMessage = { feed: "depth", message: change(message.message) };
  return reworded({ ...outgoing, message: changed }, (text) => text);
}

/** What is sent in place of a message. Kinds that only change when or to whom it is sent, send it as usual. */
const harms: Readonly<Record<MessageFaultKind, Harm>> = {
  drop: () => [],
  duplicate: (outgoing) => [usual(outgoing), usual(outgoing)],
  reorder: asUsual,
  delay: asUsual,
  cut: () => [],
  close: () => [],
  "black-hole": () => [],
  "old-snapshot": (outgoing, rule) => {
    const old = outgoing.message.feed === "depth" && outgoing.sources.earlier(outgoing.feed.pair, rule.by ?? 1);
    return old
      ? [usual({ ...outgoing, message: { feed: "depth", message: old } }), usual(outgoing)]
      : [usual(outgoing)];
  },
  corrupt: ({ outlet, feed, message, sources }, rule) => [
    outlet.harmed(feed, message, outlet.text(feed, message), (body) => flipBits(body, rule.bits ?? 3, sources.random)),
  ],
  truncate: ({ outlet, feed, message, sources }, rule) => [
    outlet.harmed(feed, message, outlet.text(feed, message), (body) => truncate(body, rule.bytes, sources.random)),
  ],
  "unknown-marker": (outgoing) => [unknownMarker(usual(outgoing))],
  "not-json": (outgoing) => reworded(outgoing, (text) => text.slice(0, -5)),
  "wrong-shape": (outgoing) => reworded(outgoing, (text) => withWrongShape(text, outgoing.message.feed)),
  "wrong-pair": (outgoing) => reworded(outgoing, withWrongPair),
  ambiguous: (outgoing) => reshaped(outgoing, asAmbiguous),
  crossed: (outgoing) => reshaped(outgoing, (depth) => asCrossed(depth, outgoing.sources.bestAsk(depth.pair))),
  bomb: ({ outlet, feed, message }, rule) => [
    outlet.frame(feed, message, longText(rule.bytes ?? bombBytes), "compressed"),
  ],
  oversize: ({ outlet, feed, message }, rule) => [
    outlet.frame(feed, message, longText(rule.bytes ?? oversizeBytes), "plain"),
  ],
};

/** The frames that a message becomes under a fault, or without one. */
export function framesOf(outgoing: Outgoing, rule: MessageFaultRule | undefined): readonly EncodedFrame[] {
  return rule === undefined ? [usual(outgoing)] : harms[rule.kind](outgoing, rule);
}
