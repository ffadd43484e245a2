/** What a channel carries. */
export type ChannelKind = "kline" | "tag-price-kline" | "depth" | "deals" | "ticker" | "private";

/** How the names of one channel are written, as data: `{pair}`, `{period}` and `{serviceName}` are parameters. */
export interface ChannelGrammar {
  readonly kind: ChannelKind;
  readonly template: string;
  /** Other ways to write the name that are accepted and never sent. */
  readonly alsoAccepted: readonly string[];
  /** Integer to send as `ver`; `undefined`: the field is omitted. Protocol A has none. */
  readonly version: number | undefined;
  readonly spec: string;
}

/** The name of protocol A's private stream. */
export const privateChannel = "ALL_ALL_login";

const prefixDepth: ChannelGrammar = /* @__PURE__ */ prefixProtocolChannel("depth", "{pair}_depth");

/** Protocol A's channel of a book, apart from the others: code for books alone needs no more. */
export const prefixBookChannels = {
  /** The book of a pair: full first, then changes. */
  depth: prefixDepth,
} as const;

/**
 * Channels of protocol A (prefix-byte protocol).
 *
 * @spec document 1, Events, Protocol A
 */
export const prefixProtocolChannels = {
  /** Candles of a pair. */
  kline: /* @__PURE__ */ prefixProtocolChannel("kline", "{pair}_kline_{period}"),
  /** Candles of the tag price of a contract, one minute each. */
  tagPriceKline: /* @__PURE__ */ prefixProtocolChannel("tag-price-kline", "{pair}TAGPRICE_kline_1min"),
  /** The book of a pair: full first, then changes. */
  depth: prefixDepth,
  /** Trades of a pair. */
  deals: /* @__PURE__ */ prefixProtocolChannel("deals", "{pair}_deals"),
  /** 24-hour figures of a pair. */
  ticker: /* @__PURE__ */ prefixProtocolChannel("ticker", "{pair}_ticker"),
  /** The private stream; it needs a signed login. */
  private: /* @__PURE__ */ prefixProtocolChannel("private", privateChannel),
} as const;

/**
 * Channels of protocol B (channel protocol). Its names begin with the deployment's service name.
 *
 * @spec document 1, Events, Protocol B; field notes 1, 19 and 21
 */
export const channelProtocolChannels = {
  /** Candles of a pair. */
  kline: /* @__PURE__ */ channelProtocolChannel("kline", "{pair}_kline_{period}", 8),
  /** Candles of the tag price of a contract, one minute each. */
  tagPriceKline: /* @__PURE__ */ channelProtocolChannel("tag-price-kline", "{pair}TAGPRICE_kline_1min", 8),
  /** The book of a pair: full first, then changes. The parameter table writes a trailing underscore, the sample none. */
  depth: /* @__PURE__ */ channelProtocolChannel("depth", "{pair}_depth", 3, ["{pair}_depth_"]),
  /** Trades of a pair. */
  deals: /* @__PURE__ */ channelProtocolChannel("deals", "{pair}_deals", undefined),
  /** The private stream; it needs a signed login. */
  private: /* @__PURE__ */ channelProtocolChannel("private", privateChannel, undefined),
} as const;

/** What the service name is when nobody configures it: it prefixes protocol B's channels and the signed request headers. */
export const defaultServiceName = "svc";

function prefixProtocolChannel(kind: ChannelKind, template: string): ChannelGrammar {
  return { kind, template, alsoAccepted: [], version: undefined, spec: "document 1, Events, Protocol A" };
}

function channelProtocolChannel(
  kind: ChannelKind,
  template: string,
  version: number | undefined,
  alsoAccepted: readonly string[] = [],
): ChannelGrammar {
  return {
    kind,
    template: `{serviceName}_sub_spot_${template}`,
    alsoAccepted: alsoAccepted.map((name) => `{serviceName}_sub_spot_${name}`),
    version,
    spec: "document 1, Events, Protocol B",
  };
}
