import type { ChannelParts } from "@depthwire/core/internal";
import { pushKlinePeriod } from "@depthwire/schema/internal";
import type { Feed } from "../feed.js";

const periods: ReadonlySet<string> = new Set(Object.values<string>(pushKlinePeriod.members));

/** The feed that a channel stands for; nothing for the private stream and for periods that are not pushed. */
export function publicFeed(parts: ChannelParts | undefined): Feed | undefined {
  if (parts === undefined || parts.kind === "private") {
    return undefined;
  }
  const { kind, pair, period } = parts;
  if (kind === "kline" && !periods.has(period)) {
    return undefined;
  }
  return { kind, pair, period: kind === "kline" ? period : "" };
}
