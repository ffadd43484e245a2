/** The text that replaces a secret. */
export const redacted = "[redacted]";

/** Texts that are secrets: logins and forms by their keys, signatures and secrets by their look, passwords in addresses. */
const secretTexts: readonly RegExp[] = [
  // A login of either protocol, and the form of a batch query: they carry no timestamp, so anyone who reads one can use it.
  /["']?(?:apikey|sign)["']?\s*[:=]/i,
  // An HMAC-MD5 and longer hexadecimal texts, such as the secrets of keys.
  /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/i,
  // `user:password@` in an address.
  /\/\/[^/\s]*@/,
];

/** Whether a text looks as if it held a key, a secret, a signature or a login. */
export function looksSecret(text: string): boolean {
  return secretTexts.some((pattern) => pattern.test(text));
}

/** The text, or {@link redacted} where it looks secret. */
export function redactText(text: string): string {
  return looksSecret(text) ? redacted : text;
}
