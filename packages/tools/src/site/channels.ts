import * as schema from "@depthwire/schema/internal";
import { channelPath } from "./reference-paths.js";

/** The protocols by the names that the code gives them. */
export const protocolNames = { prefix: "Protocol A (prefix)", channel: "Protocol B (channel)" } as const;

/** How a connection gets to speak them. */
export const protocolSentences = {
  prefix:
    "What a connection speaks whose first subscription has a channel such as `4BTC_USDT_depth`: the pair stands first.",
  channel:
    "What a connection speaks whose first subscription has a channel that begins with the service's name and `_sub_`.",
} as const;

/** One of {@link protocolNames}. */
export type Protocol = keyof typeof protocolNames;

/** A channel of one protocol and what it carries. */
export interface Channel {
  readonly protocol: Protocol;
  /** Its name among the protocol's channels. */
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly grammar: schema.ChannelGrammar;
  readonly payload: schema.Shape;
}

/** Every channel of both push protocols. */
export function allChannels(): readonly Channel[] {
  return [
    ...channelsOf("prefix", schema.prefixProtocolChannels, schema.prefixProtocolPayloads),
    ...channelsOf("channel", schema.channelProtocolChannels, schema.channelProtocolPayloads),
  ];
}

function channelsOf(
  protocol: Protocol,
  grammars: Readonly<Record<string, schema.ChannelGrammar>>,
  payloads: Readonly<Record<string, schema.Shape>>,
): readonly Channel[] {
  return Object.entries(grammars).flatMap(([name, grammar]) => {
    const payload = payloads[name];
    const letter = protocol === "prefix" ? "A" : "B";
    return payload === undefined
      ? []
      : [{ protocol, name, title: `${name} (${letter})`, path: channelPath(protocol, name), grammar, payload }];
  });
}
