import type { HmacMd5 } from "../digest/hmac-md5.js";

/**
 * Whether `signature` is the signature of `stringToSign` under the secret. The time taken does not depend on where the two differ.
 *
 * @param secret the account's secret, keyed once with `createHmacMd5`
 * @param stringToSign a server gives the bytes that it received: they may be no UTF-8
 * @param signature as received; upper-case digits are refused, as the scheme wants lower case
 * @spec document 1, Authentication, signing rule 3
 */
export function verify(secret: HmacMd5, stringToSign: string | Uint8Array, signature: string): boolean {
  const wanted = typeof stringToSign === "string" ? secret.hex(stringToSign) : secret.hexOfBytes(stringToSign);
  // The length is not secret. All characters are compared, even after a difference.
  let difference = wanted.length ^ signature.length;
  for (let at = 0; at < wanted.length; at += 1) {
    difference |= wanted.charCodeAt(at) ^ signature.charCodeAt(at);
  }
  return difference === 0;
}
