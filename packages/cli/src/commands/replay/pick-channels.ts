import { nearest } from "../../program/nearest.js";
import { Refused } from "../../program/refused.js";
import type { RecordedChannels } from "../../recordings/channels-of.js";
import { type ChannelDialect, knownChannel, type NamedChannel } from "../../venue/known-channel.js";
import { unknownPair } from "../../venue/known-pair.js";

/**
 * The channels of a recording that are wanted: all public ones, or those that are named.
 *
 * @param view books take pairs as well
 * @throws Refused `unknown-channel`, `unknown-pair`, `unknown-period`: the nearest one that was recorded is said
 */
export function pickChannels(
  typed: readonly string[],
  { channels, dialect }: RecordedChannels,
  view: "tail" | "book",
): readonly NamedChannel[] {
  const there = channels.filter(({ kind }) => (view === "book" ? kind === "depth" : kind !== "private"));
  if (typed.length === 0) {
    if (there.length === 0) {
      throw new Refused("unknown-channel", `The recording holds no ${view === "book" ? "book" : "public channel"}`);
    }
    return there;
  }
  return [...new Set(typed)].map((text) =>
    view === "book" ? pickBook(text, there) : pickChannel(text, there, dialect),
  );
}

function pickBook(typed: string, there: readonly NamedChannel[]): NamedChannel {
  const wanted = typed.replace(/^depth:/, "");
  const found = there.find(({ pair, channel }) => pair === wanted || channel === typed);
  if (found === undefined) {
    throw unknownPair(
      wanted,
      there.map(({ pair }) => pair),
      "The recording",
    );
  }
  return found;
}

function pickChannel(typed: string, there: readonly NamedChannel[], dialect: ChannelDialect): NamedChannel {
  const { short } = knownChannel(typed, dialect);
  const found = there.find((channel) => channel.short === short);
  if (found === undefined) {
    const names = there.map((channel) => channel.short);
    const near = nearest(short, names);
    const remedy = near === undefined ? `It holds ${names.join(", ")}.` : `Did you mean ${near}?`;
    throw new Refused("unknown-channel", `The recording has no ${short}`, remedy, { channel: short, nearest: near });
  }
  return found;
}
