import { createSecretHmac } from "../digest/hmac-md5.js";
import { ValidationError } from "../error/validation-error.js";

/** What an account page shows once. */
export interface CredentialParts {
  readonly apiKey: string;
  readonly apiSecret: string;
}

// Both go into headers and JSON texts unescaped: visible ASCII without quote and backslash.
const usable = /^[!#-[\]-~]{1,256}$/;

/**
 * An API key with its secret. It can be neither printed, serialised nor cloned: both live in closures, and the own
 * function-valued property makes `structuredClone` and `postMessage` throw instead of dropping them in silence.
 */
export class Credential {
  /** HMAC-MD5 of a text under the secret, as lower-case hexadecimal. Logins and forms are secrets themselves. */
  readonly sign: (stringToSign: string) => string;
  /** The API key, for the places that write it on the wire. */
  readonly revealApiKey: () => string;

  /** @throws ValidationError `credential-invalid` when a part is empty or has characters that no key has */
  constructor(parts: CredentialParts) {
    // Copied out, so that the closure holds on to nothing that the caller may change.
    const { apiKey, apiSecret }: CredentialParts = Object(parts);
    check("key", apiKey);
    check("secret", apiSecret);
    this.revealApiKey = () => apiKey;
    this.sign = createSecretHmac(apiSecret).hex;
  }

  /**
   * Passes a credential on, and nothing else: programs without types hand over key and secret as a plain object.
   *
   * @throws ValidationError `credential-invalid`
   */
  static checked(value: unknown): Credential {
    const { sign, revealApiKey }: Partial<Credential> = Object(value);
    if (typeof sign !== "function" || typeof revealApiKey !== "function") {
      const rule = "a Credential: new Credential({ apiKey, apiSecret }), or what readCredentialFile() answers";
      throw new ValidationError("credential-invalid", { part: "key", rule });
    }
    return value as Credential;
  }

  /** Says that there is a credential, and nothing about it. */
  toString(): string {
    return "[credential]";
  }

  /** As {@link Credential.toString}. */
  toJSON(): string {
    return this.toString();
  }
}

function check(part: "key" | "secret", text: unknown): void {
  if (typeof text !== "string" || !usable.test(text)) {
    throw new ValidationError("credential-invalid", { part, rule: "1 to 256 visible ASCII characters" });
  }
}
