import { createSecretHmac } from "../digest/hmac-md5.js";
import { ValidationError } from "../error/validation-error.js";

/** What an account page shows once. */
export interface CredentialParts {
  readonly apiKey: string;
  readonly apiSecret: string;
}

// Node looks for a method under this registered symbol; other runtimes never ask.
const nodeInspect: unique symbol = Symbol.for("nodejs.util.inspect.custom");

// Both go into headers and JSON texts unescaped: visible ASCII without quote and backslash.
const usable = /^[!#-[\]-~]{1,256}$/;

/**
 * An API key with its secret. It can be neither printed, serialised nor cloned: both live in closures, and the own
 * function-valued property makes `structuredClone` and `postMessage` throw instead of dropping them in silence.
 */
export class Credential {
  /** HMAC-MD5 of a text under the secret, as lower-case hexadecimal. Logins and forms are secrets themselves. */
  readonly sign: (stringToSign: string) => string;
  readonly #apiKey: string;

  /** @throws ValidationError `credential-invalid` when a part is empty or has characters that no key has */
  constructor(parts: CredentialParts) {
    check("key", parts.apiKey);
    check("secret", parts.apiSecret);
    this.#apiKey = parts.apiKey;
    this.sign = createSecretHmac(parts.apiSecret).hex;
  }

  /** The API key, for the one place that writes it on the wire. */
  revealApiKey(): string {
    return this.#apiKey;
  }

  /** Says that there is a credential, and nothing about it. */
  toString(): string {
    return "[credential]";
  }

  /** As {@link Credential.toString}. */
  toJSON(): string {
    return this.toString();
  }

  /** Node's `util.inspect`, and so `console.log`, asks this. */
  [nodeInspect](): string {
    return this.toString();
  }
}

function check(part: "key" | "secret", text: unknown): void {
  if (typeof text !== "string" || !usable.test(text)) {
    throw new ValidationError("credential-invalid", { part, rule: "1 to 256 visible ASCII characters" });
  }
}
