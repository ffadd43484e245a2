import { writeOrdered } from "../json/write-ordered.js";
import type { Credential } from "../signing/credential.js";
import { sign } from "../signing/sign.js";
import { prefixLoginChannel, prefixLoginStringToSign } from "../signing/string-to-sign.js";

/**
 * Asks for the private stream. The text is a secret: it has no timestamp, so whoever reads it can log in.
 *
 * @spec document 1, Authentication, WebSocket private stream
 */
export function encodeLogin(credential: Credential): string {
  const apiKey = credential.revealApiKey();
  const signature = sign(credential, prefixLoginStringToSign(apiKey));
  return writeOrdered({ event: "addChannel", apikey: apiKey, sign: signature, sub: prefixLoginChannel });
}

/**
 * Gives the private stream up. As secret as the login.
 *
 * @spec field note 6
 */
export function encodeLogout(credential: Credential): string {
  const apiKey = credential.revealApiKey();
  const signature = sign(credential, prefixLoginStringToSign(apiKey));
  return writeOrdered({ apikey: apiKey, sign: signature, unsub: prefixLoginChannel });
}
