import {
  type ChannelParts,
  createChannelParser,
  decodePrefixEvent,
  encodeLogin,
  formatChannel,
  type ParseChannel,
} from "@depthwire/core/internal";
import { type ChannelGrammar, prefixProtocolChannels } from "@depthwire/schema/internal";
import type { Dialect } from "./dialect.js";
import { createPrefixDialect } from "./prefix-reader.js";

const grammars: readonly ChannelGrammar[] = Object.values(prefixProtocolChannels);
const parseChannel: ParseChannel = /* @__PURE__ */ createChannelParser(prefixProtocolChannels, "");

/** Protocol A, with everything that it carries. @spec document 1, Events, Protocol A */
export const prefixDialect: Dialect = /* @__PURE__ */ createPrefixDialect({
  channelOf({ kind, pair, period }: ChannelParts) {
    const grammar = grammars.find((candidate) => candidate.kind === kind);
    return grammar && formatChannel(grammar, { pair, period });
  },
  encodeLogin,
  readEvent: (message) => decodePrefixEvent(message, parseChannel),
});
