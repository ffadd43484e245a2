import type { ChannelName } from "@depthwire/core/internal";
import { pushKlinePeriod } from "@depthwire/schema/internal";
import type { Feed } from "../feed.js";

const periods: ReadonlySet<string> = new Set(Object.values<string>(pushKlinePeriod.members));

/** The feed that a channel's name stands for; nothing for the private stream and for periods that are not pushed. */
export function publicFeed(name: ChannelName | undefined): Feed | undefined {
  if (name === undefined || name.kind === "private") {
    return undefined;
  }
  const { kind, pair, period } = name;
  if (kind === "kline" && !periods.has(period)) {
    return undefined;
  }
  return { kind, pair, period: kind === "kline" ? period : "" };
}
