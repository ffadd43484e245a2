import type { ChannelGrammar } from "@depthwire/schema";

/** What stands in a channel's name. Give those that its template has. */
export interface ChannelParameters {
  readonly pair?: string;
  readonly period?: string;
  readonly serviceName?: string;
}

/** The name of one channel: the grammar's template with its parameters filled in. */
export function formatChannel(grammar: ChannelGrammar, parameters: ChannelParameters): string {
  const { pair = "", period = "", serviceName = "" } = parameters;
  return grammar.template
    .replace("{serviceName}", () => serviceName)
    .replace("{pair}", () => pair)
    .replace("{period}", () => period);
}
