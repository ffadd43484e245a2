import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";

/** Key and secret as they are typed. */
export interface KeyParts {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** What a file of a sealed key holds: nothing in it tells of the key. */
export interface SealedKey {
  readonly sealed: 1;
  readonly salt: string;
  readonly nonce: string;
  readonly tag: string;
  readonly text: string;
}

/** Whether what a file holds is a sealed key. */
export function isSealedKey(kept: unknown): kept is SealedKey {
  return typeof kept === "object" && kept !== null && "sealed" in kept;
}

/** Costs some 100 ms and 64 MiB a guess. @spec RFC 7914, section 2 */
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const;
const keyBytes = 32;
const saltBytes = 16;
const nonceBytes = 12;
const cipher = "aes-256-gcm";

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Seals key and secret with a passphrase. */
export async function sealKey(parts: KeyParts, passphrase: string): Promise<SealedKey> {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, await keyOf(passphrase, salt), nonce);
  const { apiKey, apiSecret } = parts;
  const text = Buffer.concat([sealing.update(JSON.stringify({ apiKey, apiSecret }), "utf8"), sealing.final()]);
  const encoded = (bytes: Buffer): string => bytes.toString("base64");
  return {
    sealed: 1,
    salt: encoded(salt),
    nonce: encoded(nonce),
    tag: encoded(sealing.getAuthTag()),
    text: encoded(text),
  };
}

/**
 * Opens a sealed key.
 *
 * @returns undefined for another passphrase, or a file that was changed
 */
export async function unsealKey(sealed: SealedKey, passphrase: string): Promise<KeyParts | undefined> {
  const decoded = (text: string): Buffer => Buffer.from(text, "base64");
  try {
    const opening = createDecipheriv(cipher, await keyOf(passphrase, decoded(sealed.salt)), decoded(sealed.nonce), {
      authTagLength: 16,
    });
    opening.setAuthTag(decoded(sealed.tag));
    const text = Buffer.concat([opening.update(decoded(sealed.text)), opening.final()]);
    return JSON.parse(text.toString("utf8")) as KeyParts;
  } catch {
    // What the cipher says tells nothing, and quotes might.
    return undefined;
  }
}
