import {
  type PrefixLogin,
  type PrefixLogout,
  prefixLogin,
  prefixLogout,
  privateChannel,
} from "@depthwire/schema/internal";
import { type Codec, compileRecord, encodeJson } from "../record/compile.js";
import type { Credential } from "../signing/credential.js";
import { sign } from "../signing/sign.js";
import { prefixLoginStringToSign } from "../signing/string-to-sign.js";

/** Both directions of a login; the server half is `decodeClientMessage`. */
export const prefixLoginCodec: Codec<PrefixLogin> = /* @__PURE__ */ compileRecord(prefixLogin);
/** Both directions of giving the private stream up. */
export const prefixLogoutCodec: Codec<PrefixLogout> = /* @__PURE__ */ compileRecord(prefixLogout);

/**
 * Asks for the private stream. The text is a secret: it has no timestamp, so anyone who reads it can log in.
 *
 * @spec document 1, Authentication, WebSocket private stream
 */
export function encodeLogin(credential: Credential): string {
  return encodeJson(prefixLoginCodec, signedLogin(credential));
}

/**
 * Gives the private stream up, with the signature of the login. As secret as the login.
 *
 * @spec field note 6
 */
export function encodeLogout(credential: Credential): string {
  return encodeJson(prefixLogoutCodec, signedLogin(credential));
}

function signedLogin(credential: Credential): { apiKey: string; signature: string; channel: typeof privateChannel } {
  const apiKey = credential.revealApiKey();
  const signature = sign(credential, prefixLoginStringToSign(apiKey));
  return { apiKey, signature, channel: privateChannel };
}
