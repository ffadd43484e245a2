import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Credential, ValidationError } from "@depthwire/core";
import { ownerFile, ownerFolder, widerThan } from "../guard/owner-only.js";
import { KeyRefused } from "./key-refused.js";
import { isSealedKey, type KeyParts, type SealedKey, sealKey, unsealKey } from "./sealed-key.js";

const namePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** The keys of one user, by the names of their accounts: files that nobody else may read. Nothing of a key stands in an error. */
export class KeyStore {
  readonly #parent: string;
  readonly #folder: string;
  readonly #program: string;

  /**
   * @param folder as `ensureOwnFolder` left it
   * @param program which program's commands errors name
   */
  constructor(folder: string, program = "depthwire-accelerator") {
    this.#parent = folder;
    this.#program = program;
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
   * @throws ValidationError `credential-invalid` for what is no key, and for a key without a passphrase in the place of a sealed one; `option-invalid` for
   * what is no name
   */
  async put(name: string, { apiKey, apiSecret }: KeyParts, passphrase: string | undefined): Promise<void> {
    checkParts({ apiKey, apiSecret });
    const parts = { apiKey, apiSecret };
    if (passphrase === undefined && (await this.isSealed(name))) {
      const words = `Nothing was changed: the key of ${name} in ${this.#pathOf(name)} is sealed, and this one would be kept open. Seal it too (--seal), or forget that one first: ${this.#command("remove", name)}`;
      throw new KeyRefused("sealed, as the one in its place is", words);
    }
    await this.#keep(name, passphrase === undefined ? parts : await sealKey(parts, passphrase));
  }

  /** Whether the key of an account is sealed; false where there is none. */
  async isSealed(name: string): Promise<boolean> {
    const text = await readFile(this.#pathOf(name), "utf8").catch(() => undefined);
    // A file that holds no key is replaced by one.
    return text?.includes('"sealed"') ?? false;
  }

  /**
   * Keeps the key of an account under another passphrase, or open.
   *
   * @param present the passphrase that it is sealed with, asked for where it is
   * @param next seals it; undefined: it is kept open
   * @returns whether there is a key
   * @throws as {@link KeyStore.get}
   */
  async reseal(name: string, present: () => Promise<string>, next: string | undefined): Promise<boolean> {
    const parts = await this.#read(name, present);
    if (parts === undefined) {
      return false;
    }
    checkParts(parts);
    await this.#keep(name, next === undefined ? parts : await sealKey(parts, next));
    return true;
  }

  /** Whole or not at all: a start in between finds the key before. */
  async #keep(name: string, kept: KeyParts | SealedKey): Promise<void> {
    const path = this.#pathOf(name);
    await mkdir(this.#folder, { recursive: true, mode: ownerFolder });
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
   * @throws ValidationError `credential-invalid` for a file that others may read, that holds no key, or another passphrase; `option-invalid` for what is
   * no name; what asking for the passphrase throws
   */
  async get(name: string, passphrase: () => Promise<string>): Promise<Credential | undefined> {
    const found = await this.#read(name, passphrase);
    if (found === undefined) {
      return undefined;
    }
    try {
      return new Credential(found);
    } catch {
      const words = `The key of ${name} is not used: ${this.#pathOf(name)} holds no key. Put it in again: ${this.#command("put", name)}`;
      throw new KeyRefused("a file that holds a key", words);
    }
  }

  /** What is kept, which need not be a key. */
  async #read(name: string, passphrase: () => Promise<string>): Promise<KeyParts | undefined> {
    const path = this.#pathOf(name);
    if ((await this.markOf(name)) === undefined) {
      return undefined;
    }
    const wider =
      (await widerThan(this.#parent, ownerFolder)) ??
      (await widerThan(this.#folder, ownerFolder)) ??
      (await widerThan(path, ownerFile));
    if (wider !== undefined) {
      const words = `The key of ${name} is not used: ${wider}, so that others may read it. Change its mode; if somebody may have read it, replace the key at the service too`;
      throw new KeyRefused("kept from others", words);
    }
    const kept = parsed(await readFile(path, "utf8"));
    return isSealedKey(kept) ? this.#unsealed(name, kept, await passphrase()) : ((kept ?? {}) as KeyParts);
  }

  async #unsealed(name: string, kept: SealedKey, passphrase: string): Promise<KeyParts> {
    const parts = await unsealKey(kept, passphrase);
    if (parts === undefined) {
      const words = `The key of ${name} is not used: this passphrase does not open ${this.#pathOf(name)}, unless the file was changed. Use the passphrase that it was sealed with; if that is lost, put the key in again: ${this.#command("put", name)} --seal`;
      throw new KeyRefused("sealed with this passphrase", words);
    }
    return parts;
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

  /** What is typed to change a key here. */
  #command(what: "put" | "remove", name: string): string {
    return `${this.#program} key ${what} --account ${name} --folder ${this.#parent}`;
  }

  #pathOf(name: string): string {
    if (!namePattern.test(name)) {
      throw new ValidationError("option-invalid", {
        option: "account",
        rule: "a name of small letters, digits and dashes, 40 at most",
      });
    }
    return join(this.#folder, `${name}.json`);
  }
}

/** @throws KeyRefused for what no key or secret can be; nothing of it is repeated */
function checkParts(parts: KeyParts): void {
  try {
    new Credential(parts).revealApiKey();
  } catch (error) {
    const isKey = error instanceof ValidationError && "part" in error.details && error.details.part === "key";
    const rule = "1 to 256 visible characters without a blank";
    const words = `Nothing was kept: the API ${isKey ? "key" : "secret"} must be ${rule}. Type or pipe in the API key first, then its secret, each on a line of its own`;
    throw new KeyRefused(rule, words);
  }
}

/** Undefined where it is no JSON: the parser's own error would quote the text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
