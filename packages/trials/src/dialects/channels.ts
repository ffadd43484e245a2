/** Which of the two push protocols a connection speaks. */
export type Protocol = "A" | "B";

/** Periods of pushed klines; document 1 lists no `3min` among them. */
export const pushPeriods = [
  "1min",
  "5min",
  "15min",
  "30min",
  "1hour",
  "2hour",
  "4hour",
  "6hour",
  "12hour",
  "day",
  "week",
] as const;

const marketKinds: readonly string[] = [
  ...pushPeriods.map((period) => `kline_${period}`),
  "TAGPRICE_kline_1min",
  "depth",
  "deals",
];

/** Channels of document 1's Events section, without their pair; protocol B's login is from note 21. */
export const documentedChannels: readonly string[] = [
  ...[...marketKinds, "ticker", "login"].map((kind) => `A ${kind}`),
  ...[...marketKinds, "login"].map((kind) => `B ${kind}`),
];

/** Names a channel as {@link documentedChannels} does. */
export function channelKind(protocol: Protocol, channel: string): string {
  if (channel.endsWith("ALL_ALL_login")) {
    return `${protocol} login`;
  }
  const tagPrice = /TAGPRICE_kline_1min$/.exec(channel);
  if (tagPrice !== null) {
    return `${protocol} ${tagPrice[0]}`;
  }
  return `${protocol} ${/(kline_[0-9a-z]+|depth|deals|ticker)$/.exec(channel)?.[0] ?? channel}`;
}
