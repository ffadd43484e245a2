import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Credential, ValidationError } from "@depthwire/core";
import { ownerFile, ownerFolder, widerThan } from "../guard/owner-only.js";
import { type KeyParts, type SealedKey, sealKey, unsealKey } from "./sealed-key.js";

const namePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

function unusable(rule: string): ValidationError {
  return new ValidationError("credential-invalid", { part: "secret", rule });
}

/** The keys of one user, by the names of their accounts: files that nobody else may read. Nothing of a key stands in an error. */
export class KeyStore {
  readonly #parent: string;
  readonly #folder: string;

  /** @param folder as `ensureOwnFolder` left it */
  constructor(folder: string) {
    this.#parent = folder;
    this.#folder = join(folder, "keys");
  }

  /** Names of the accounts that have a key. */
  async names(): Promise<readonly string[]> {
    const files = await readdir(this.#folder).catch(() => []);
    return files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -".json".length));
  }

  /**
   * Keeps a key, in the place of the one before.
   *
   * @param passphrase seals it; undefined: it is kept as it is
   * @throws ValidationError `credential-invalid` for what is no key or no name, and for a key without a passphrase in the place of a sealed one
   */
  async put(name: string, { apiKey, apiSecret }: KeyParts, passphrase: string | undefined): Promise<void> {
    new Credential({ apiKey, apiSecret }).revealApiKey();
    const parts = { apiKey, apiSecret };
    const kept: KeyParts | SealedKey = passphrase === undefined ? parts : await sealKey(parts, passphrase);
    const path = this.#pathOf(name);
    if (passphrase === undefined && (await isSealed(path))) {
      throw unusable("kept open in the place of a sealed one: seal it too (--seal), or remove that one first");
    }
    await mkdir(this.#folder, { recursive: true, mode: ownerFolder });
    // Whole or not at all: a start in between finds the key before.
    const made = `${path}.new`;
    await rm(made, { force: true });
    const file = await open(made, "wx", ownerFile);
    try {
      await file.writeFile(`${JSON.stringify(kept)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(made, path);
  }

  /**
   * The key of an account.
   *
   * @param passphrase asked for where the key is sealed
   * @returns undefined where there is none
   * @throws ValidationError `credential-invalid` for a file that others may read, that holds no key, or another passphrase
   */
  async get(name: string, passphrase: () => Promise<string>): Promise<Credential | undefined> {
    const path = this.#pathOf(name);
    if ((await this.markOf(name)) === undefined) {
      return undefined;
    }
    const wider =
      (await widerThan(this.#parent, ownerFolder)) ??
      (await widerThan(this.#folder, ownerFolder)) ??
      (await widerThan(path, ownerFile));
    if (wider !== undefined) {
      throw unusable(`kept from others: ${wider}`);
    }
    const kept = parsed(await readFile(path, "utf8"), path);
    return new Credential("sealed" in kept ? await unsealKey(kept, await passphrase()) : kept);
  }

  /** Tells a key from the one before in its place, without a look at it; undefined where there is none. */
  async markOf(name: string): Promise<string | undefined> {
    const found = await stat(this.#pathOf(name), { bigint: true }).catch(() => undefined);
    return found && `${found.ino} ${found.mtimeNs} ${found.size}`;
  }

  /** Forgets a key. @returns whether there was one */
  async remove(name: string): Promise<boolean> {
    const path = this.#pathOf(name);
    const isThere = (await stat(path).catch(() => undefined)) !== undefined;
    await rm(path, { force: true });
    return isThere;
  }

  #pathOf(name: string): string {
    if (!namePattern.test(name)) {
      throw unusable("kept under a name of small letters, digits and dashes, 40 at most");
    }
    return join(this.#folder, `${name}.json`);
  }
}

async function isSealed(path: string): Promise<boolean> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  // A file that holds no key is replaced by one.
  return text?.includes('"sealed"') ?? false;
}

function parsed(text: string, path: string): KeyParts | SealedKey {
  try {
    return JSON.parse(text) as KeyParts | SealedKey;
  } catch {
    // The parser's own error quotes the text.
    throw unusable(`a JSON object in ${path}; put the key in again`);
  }
}
