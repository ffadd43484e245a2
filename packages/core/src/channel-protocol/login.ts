import { type ChannelLogin, channelLogin, channelProtocolChannels } from "@depthwire/schema/internal";
import { formatChannel } from "../names/channel-parts.js";
import { type Codec, compileRecord, encodeJson } from "../record/compile.js";
import type { Credential } from "../signing/credential.js";
import { sign } from "../signing/sign.js";
import { channelLoginStringToSign } from "../signing/string-to-sign.js";

/** Both directions of a login; the server half is `decodeChannelClientMessage`. */
export const channelLoginCodec: Codec<ChannelLogin> = /* @__PURE__ */ compileRecord(channelLogin);

/**
 * Asks for the private stream. The text is a secret: it has no timestamp, so anyone who reads it can log in.
 *
 * @spec field note 21
 */
export function encodeChannelLogin(credential: Credential, serviceName: string): string {
  const apiKey = credential.revealApiKey();
  return encodeJson(channelLoginCodec, {
    apiKey,
    channel: formatChannel(channelProtocolChannels.private, { serviceName }),
    signature: sign(credential, channelLoginStringToSign(apiKey, serviceName)),
  });
}
