import { createChannelParser, formatChannel } from "@depthwire/core/internal";
import type { ChannelKind } from "@depthwire/schema";
import {
  type ChannelGrammar,
  channelProtocolChannels,
  pairPatterns,
  prefixProtocolChannels,
} from "@depthwire/schema/internal";
import { nearest } from "../program/nearest.js";
import { Refused } from "../program/refused.js";
import { knownPeriod } from "./known-period.js";
import type { VenueFlags } from "./venue-options.js";

/** What the deployment's channels are called. */
export type ChannelDialect = Pick<VenueFlags, "protocol" | "serviceName">;

/** One channel of a venue. */
export interface NamedChannel {
  readonly kind: ChannelKind;
  /** Empty for the private stream. */
  readonly pair: string;
  /** Empty where the channel has none or only one. */
  readonly period: string;
  /** As it is written on the wire. */
  readonly channel: string;
  /** As people write it here: `kline:4BTC_USDT:1min`. */
  readonly short: string;
}

/** The words before the first colon of a short name. */
const kindOfWord: Readonly<Record<string, ChannelKind>> = {
  depth: "depth",
  deals: "deals",
  ticker: "ticker",
  kline: "kline",
  "tag-price": "tag-price-kline",
  private: "private",
};

/** What is said where nothing is near. */
export const channelForms =
  "depth:PAIR, deals:PAIR, ticker:PAIR, kline:PAIR:PERIOD, tag-price:PAIR, private, or a name of the documents such as 4BTC_USDT_depth";

const pairForm = new RegExp(pairPatterns.join("|"));

/**
 * Takes a channel apart that is written short (`kline:4BTC_USDT:1min`) or as the documents write it (`4BTC_USDT_kline_1min`). Whether the venue has
 * the pair is not looked at.
 *
 * @throws Refused `unknown-channel`, `unknown-period`: the nearest right name is said
 */
export function knownChannel(typed: string, dialect: ChannelDialect): NamedChannel {
  return ofTheDocuments(typed, dialect) ?? ofShortName(typed, dialect);
}

/** The short name of a channel. */
export function shortChannelName({ kind, pair, period }: Pick<NamedChannel, "kind" | "pair" | "period">): string {
  const word = Object.entries(kindOfWord).find(([, of]) => of === kind)?.[0] ?? kind;
  return [word, pair, period].filter((part) => part !== "").join(":");
}

function ofTheDocuments(typed: string, dialect: ChannelDialect): NamedChannel | undefined {
  const inPrefix = createChannelParser(prefixProtocolChannels, "")(typed);
  const parts = inPrefix ?? createChannelParser(channelProtocolChannels, dialect.serviceName)(typed);
  if (parts === undefined) {
    return undefined;
  }
  const period = parts.kind === "kline" ? knownPeriod(parts.period, "push") : parts.period;
  return named({ ...parts, period }, dialect);
}

function ofShortName(typed: string, dialect: ChannelDialect): NamedChannel {
  const [word = "", pair = "", period = "", ...rest] = typed.split(":");
  const kind = kindOfWord[word];
  if (kind === undefined) {
    throw unknownChannel(typed, nearestShort(typed, word));
  }
  const isPrivate = kind === "private";
  if (rest.length > 0 || isPrivate !== (pair === "") || (!isPrivate && !pairForm.test(pair))) {
    throw unknownChannel(typed, undefined);
  }
  if (kind === "kline") {
    return named({ kind, pair, period: knownPeriod(period === "" ? "1min" : period, "push") }, dialect);
  }
  if (period !== "") {
    throw unknownChannel(typed, `${word}:${pair}`);
  }
  return named({ kind, pair, period }, dialect);
}

function nearestShort(typed: string, word: string): string | undefined {
  if (pairForm.test(typed)) {
    return `depth:${typed}`;
  }
  const near = nearest(word, Object.keys(kindOfWord));
  return near && `${near}${typed.slice(word.length)}`;
}

function unknownChannel(typed: string, near: string | undefined): Refused {
  const remedy = near === undefined ? `Write ${channelForms}.` : `Did you mean ${near}?`;
  return new Refused("unknown-channel", `There is no channel ${typed}`, remedy, { channel: typed, nearest: near });
}

function named(
  parts: Pick<NamedChannel, "kind" | "pair" | "period">,
  { protocol, serviceName }: ChannelDialect,
): NamedChannel {
  const grammars: readonly ChannelGrammar[] = Object.values(
    protocol === "prefix" ? prefixProtocolChannels : channelProtocolChannels,
  );
  const grammar = grammars.find(({ kind }) => kind === parts.kind);
  if (grammar === undefined) {
    const short = shortChannelName(parts);
    const remedy = "It is one of the other protocol: leave --protocol channel out.";
    throw new Refused("unknown-channel", `This protocol has no channel ${short}`, remedy);
  }
  return { ...parts, channel: formatChannel(grammar, { ...parts, serviceName }), short: shortChannelName(parts) };
}
