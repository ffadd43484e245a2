import {
  channelLoginSigned,
  channelProtocolChannels,
  prefixLoginSigned,
  privateChannel,
} from "@depthwire/schema/internal";
import { formatChannel } from "../names/channel-parts.js";
import { compileRecord, encodeJson } from "../record/compile.js";

const prefixLoginCodec = /* @__PURE__ */ compileRecord(prefixLoginSigned);
const channelLoginCodec = /* @__PURE__ */ compileRecord(channelLoginSigned);

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
  return encodeJson(prefixLoginCodec, { apiKey, channel: privateChannel });
}

/**
 * What the login of protocol B signs: the JSON text of `{apikey, channel, event}`.
 *
 * @spec field note 21
 */
export function channelLoginStringToSign(apiKey: string, serviceName: string): string {
  return encodeJson(channelLoginCodec, {
    apiKey,
    channel: formatChannel(channelProtocolChannels.private, { serviceName }),
  });
}

/**
 * What the form scheme of `/v1.1/cquery` signs: the text of `cmds`, exactly as it is sent.
 *
 * @spec document 2, Authentication
 */
export function batchQueryStringToSign(cmds: string): string {
  return cmds;
}
