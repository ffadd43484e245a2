import type { DealView, EmptyPositions, KlineView } from "@depthwire/exchange/internal";
import type { InputOf } from "@depthwire/schema";
import type { DealRow, PairedDealRow, PrefixKline } from "@depthwire/schema/internal";
import type { WireForms } from "./rest/wire-form.js";
import type { Compression } from "./venue-ports.js";

/** Whose habits the sandbox has: what the two documents say, or what deployments were seen to do. */
export type Profile = "documented" | "deployed";

/** All profiles; the first is the default. */
export const profiles: readonly Profile[] = ["documented", "deployed"];

/** Where the profiles differ. */
export interface ProfileRules {
  /** The first character or byte of a data message. */
  readonly marker: "character" | "byte";
  /** The compression of long messages. */
  readonly compression: Compression;
  /** What follows the JSON of a plain data message. */
  readonly plainEnding: "nothing" | "newline";
  /** How errors and pongs are written: like a plain data message, or as bare JSON. */
  readonly notices: "framed" | "bare";
  /** How the server asks for a sign of life: with control pings, or with JSON pings beside them. */
  readonly ping: "control" | "control-and-json";
  /** Which forms of a request are taken. */
  readonly wireForms: WireForms;
  /** A candle of protocol A: with the number of deals as documented, or without it as seen. */
  readonly klineRow: (kline: KlineView) => InputOf<PrefixKline>;
  /** A later deal of protocol A: five elements as documented, or six with the pair first as seen. */
  readonly dealRow: (deal: DealView) => InputOf<DealRow> | InputOf<PairedDealRow>;
  /** Which of a ticker's two last prices comes first. */
  readonly tickerOrder: "documented" | "usd-first";
  /** Which private messages of protocol A are compressed: long ones, as all messages, or every one, the login's answer too. */
  readonly privateCompression: "by-length" | "always";
  /** Which contracts a user's list of positions has although nothing is held there. */
  readonly emptyPositions: EmptyPositions;
  /** Whether market data of spot pairs have the fields that no document has. */
  readonly spotFields: "documented" | "with-base-price";
  /** Whether protocol B compresses what nobody asked to have compressed. */
  readonly channelCompression: "on-request" | "always-depth-and-deals";
  /** Whether full depth of protocol B has a `seq`. */
  readonly seqOfFullDepth: "sent" | "omitted";
}

/**
 * Both profiles.
 *
 * @spec field notes 2, 3, 4, 8, 14, 15, 16, 19, 26, 36, 37, 40 and 42
 */
export const profileRules: Readonly<Record<Profile, ProfileRules>> = {
  documented: {
    marker: "character",
    compression: "zlib",
    plainEnding: "nothing",
    notices: "framed",
    ping: "control",
    wireForms: "documented",
    klineRow: (kline) => kline,
    dealRow: ({ price, quantity, side, tradedAtMs }) => ({ price, quantity, side, tradedAtMs }),
    tickerOrder: "documented",
    privateCompression: "by-length",
    emptyPositions: "once-touched",
    spotFields: "documented",
    channelCompression: "on-request",
    seqOfFullDepth: "sent",
  },
  deployed: {
    marker: "byte",
    compression: "gzip",
    plainEnding: "newline",
    notices: "bare",
    ping: "control-and-json",
    wireForms: "tolerant",
    klineRow: ({ openedAtMs, openPrice, highPrice, lowPrice, closePrice, volume }) => ({
      openedAtMs,
      openPrice,
      highPrice,
      lowPrice,
      closePrice,
      volume,
    }),
    dealRow: (deal) => deal,
    tickerOrder: "usd-first",
    privateCompression: "always",
    emptyPositions: "from-the-start",
    spotFields: "with-base-price",
    channelCompression: "always-depth-and-deals",
    seqOfFullDepth: "omitted",
  },
};
