import type { EncodedFrame } from "@depthwire/core";
import type { RandomState } from "../exchange/random-state.js";
import type { DepthLevelText, DepthMessage, DepthSnapshotMessage } from "../push/depth-message.js";
import type { FrameWriter } from "../push/frame-writer.js";
import type { MessageFaultKind } from "./fault.js";
import type { MessageFaultRule } from "./fault-plan.js";
import { flipBits, truncate, unknownMarker } from "./harm-frame.js";
import { asAmbiguous, asCrossed, withWrongPair, withWrongShape } from "./harm-message.js";

/** What a fault may need to know beside the message. */
export interface FaultSources {
  readonly frames: FrameWriter;
  readonly random: RandomState;
  /** The message's JSON text in the protocol at hand. */
  write(message: DepthMessage): string;
  /** The message as it is sent when nothing is wrong. */
  usual(message: DepthMessage): EncodedFrame;
  /** The full message of the state `publications` earlier, if it is still held. */
  earlier(pair: string, publications: number): DepthSnapshotMessage | undefined;
  /** The best published ask. */
  bestAsk(pair: string): DepthLevelText | undefined;
}

/** Defaults: more than a client's usual limits of 4 MiB inflated and 256 KiB as received. */
const bombBytes = 8 * 1024 * 1024;
const oversizeBytes = 300 * 1024;

/** A JSON text of about this length. */
function longText(bytes: number): string {
  return `{"filling":"${"0".repeat(bytes)}"}`;
}

type Harm = (message: DepthMessage, rule: MessageFaultRule, sources: FaultSources) => readonly EncodedFrame[];

const asUsual: Harm = (message, _rule, { usual }) => [usual(message)];

/** What is sent in place of a message. Kinds that only change when or to whom it is sent, send it as usual. */
const harms: Readonly<Record<MessageFaultKind, Harm>> = {
  drop: () => [],
  duplicate: (message, _rule, { usual }) => [usual(message), usual(message)],
  reorder: asUsual,
  delay: asUsual,
  cut: () => [],
  "old-snapshot": (message, rule, { earlier, usual }) => {
    const old = earlier(message.pair, rule.by ?? 1);
    return old === undefined ? [usual(message)] : [usual(old), usual(message)];
  },
  corrupt: (message, rule, { frames, write, random }) => [
    flipBits(frames.compressed(write(message)), rule.bits ?? 3, random),
  ],
  truncate: (message, rule, { frames, write, random }) => [
    truncate(frames.compressed(write(message)), rule.bytes, random),
  ],
  "unknown-marker": (message, _rule, { usual }) => [unknownMarker(usual(message))],
  "not-json": (message, _rule, { frames, write }) => [frames.data(write(message).slice(0, -5))],
  "wrong-shape": (message, _rule, { frames, write }) => [frames.data(withWrongShape(write(message)))],
  "wrong-pair": (message, _rule, { frames, write }) => [frames.data(withWrongPair(write(message)))],
  ambiguous: (message, _rule, { frames, write }) => [frames.data(write(asAmbiguous(message)))],
  crossed: (message, _rule, { frames, write, bestAsk }) => [
    frames.data(write(asCrossed(message, bestAsk(message.pair)))),
  ],
  bomb: (_message, rule, { frames }) => [frames.compressed(longText(rule.bytes ?? bombBytes))],
  oversize: (_message, rule, { frames }) => [frames.plain(longText(rule.bytes ?? oversizeBytes))],
};

/** The frames that a message becomes under a fault, or without one. */
export function framesOf(
  message: DepthMessage,
  rule: MessageFaultRule | undefined,
  sources: FaultSources,
): readonly EncodedFrame[] {
  return rule === undefined ? [sources.usual(message)] : harms[rule.kind](message, rule, sources);
}
