import type { Credential } from "./credential.js";

/**
 * The signature of a string to sign: HMAC-MD5 under the secret, 32 lower-case hexadecimal digits.
 *
 * @spec document 1, Authentication, signing rule 3
 */
export function sign(credential: Credential, stringToSign: string): string {
  return credential.sign(stringToSign);
}
