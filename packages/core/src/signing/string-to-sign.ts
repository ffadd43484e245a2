/** The channel of the private stream of protocol A. */
export const prefixLoginChannel = "ALL_ALL_login";

/** The channel of the private stream of protocol B under a deployment's service name. */
export function channelLoginChannel(serviceName: string): string {
  return `${serviceName}_sub_spot_ALL_ALL_login`;
}

/**
 * What the header scheme signs: the timestamp's decimal text, then the body exactly as it is sent.
 *
 * @param body `{}` for an empty body
 * @spec document 1, Authentication, signing rules 2 and 4
 */
export function headerStringToSign(timestampMs: number, body: string): string {
  return `${timestampMs}${body}`;
}

/**
 * What the login of protocol A signs: the JSON text of `{apikey, sub}`.
 *
 * @spec document 1, Authentication, WebSocket private stream
 */
export function prefixLoginStringToSign(apiKey: string): string {
  return JSON.stringify({ apikey: apiKey, sub: prefixLoginChannel });
}

/**
 * What the login of protocol B signs: the JSON text of `{apikey, channel, event}`.
 *
 * @spec field note 21
 */
export function channelLoginStringToSign(apiKey: string, serviceName: string): string {
  return JSON.stringify({ apikey: apiKey, channel: channelLoginChannel(serviceName), event: "addChannel" });
}

/**
 * What the form scheme of `/v1.1/cquery` signs: the text of `cmds`, exactly as it is sent.
 *
 * @spec document 2, Authentication
 */
export function batchQueryStringToSign(cmds: string): string {
  return cmds;
}
