import type { ChannelKind } from "@depthwire/schema";
import { type ChannelGrammar, pairPatterns } from "@depthwire/schema/internal";

/** What fills the gaps of a channel's template. Give those that it has. */
export interface ChannelParameters {
  readonly pair?: string;
  readonly period?: string;
  readonly serviceName?: string;
}

/** One channel: the grammar's template with its parameters filled in. */
export function formatChannel(grammar: ChannelGrammar, parameters: ChannelParameters): string {
  const { pair = "", period = "", serviceName = "" } = parameters;
  // Functions, because a replacement text would give `$` a meaning.
  return grammar.template
    .replace("{serviceName}", () => serviceName)
    .replace("{pair}", () => pair)
    .replace("{period}", () => period);
}

/** A channel taken apart. */
export interface ChannelParts {
  readonly kind: ChannelKind;
  /** The pair; empty for the private stream. */
  readonly pair: string;
  /** The period; empty where the channel has none or only one. */
  readonly period: string;
}

/** Longer than any channel. */
const maxChannelLength = 128;

/** Takes the channels of one protocol apart. */
export type ParseChannel = (channel: string) => ChannelParts | undefined;

/**
 * Compiles a protocol's channel grammars into a parser of channels, the other half of {@link formatChannel}.
 * Forms that are only accepted are read too. A channel that fits no grammar gives undefined.
 *
 * @param grammars `prefixProtocolChannels` or `channelProtocolChannels`
 * @param serviceName the deployment's service name; protocol A has none in its channels
 */
export function createChannelParser(
  grammars: Readonly<Record<string, ChannelGrammar>>,
  serviceName: string,
): ParseChannel {
  const forms = Object.values(grammars)
    .flatMap(({ kind, template, alsoAccepted }) => [template, ...alsoAccepted].map((form) => ({ kind, form })))
    // The form with more text of its own first: `4BTC_USDTTAGPRICE` would pass for a pair in another.
    .sort((left, right) => ownText(right.form).length - ownText(left.form).length)
    .map(({ kind, form }) => ({ kind, pattern: patternOf(form, serviceName) }));
  return (channel) => {
    if (channel.length > maxChannelLength) {
      return undefined;
    }
    for (const { kind, pattern } of forms) {
      const match = pattern.exec(channel);
      if (match !== null) {
        return { kind, pair: match.groups?.["pair"] ?? "", period: match.groups?.["period"] ?? "" };
      }
    }
    return undefined;
  };
}

/** A template without its parameters. */
function ownText(template: string): string {
  return template.replaceAll(/\{\w+\}/g, "");
}

/** A pair of any family. */
function anyPair(): string {
  return pairPatterns.map((pattern) => pattern.slice(1, -1)).join("|");
}

function patternOf(template: string, serviceName: string): RegExp {
  const source = escapePattern(template)
    .replace("\\{serviceName\\}", () => escapePattern(serviceName))
    .replace("\\{pair\\}", () => `(?<pair>${anyPair()})`)
    .replace("\\{period\\}", () => "(?<period>[0-9a-z]{1,8})");
  return new RegExp(`^${source}$`);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
