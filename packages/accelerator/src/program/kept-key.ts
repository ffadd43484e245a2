import type { Credential } from "@depthwire/core";
import { createNodeClock } from "@depthwire/node";
import type { Accelerator } from "../accelerator.js";
import { KeyRefused } from "../keys/key-refused.js";
import { KeyStore } from "../keys/key-store.js";
import { KeyWatch } from "../keys/key-watch.js";

/** The key of an account, as the user keeps it: it may be changed while the program runs. */
export class KeptKey {
  readonly #store: KeyStore;
  readonly #account: string;
  readonly #passphrase: () => Promise<string>;
  #mark: string | undefined;

  constructor(folder: string, account: string, passphrase: () => Promise<string>) {
    this.#store = new KeyStore(folder);
    this.#account = account;
    this.#passphrase = passphrase;
  }

  /** The key; undefined where there is none. @throws as {@link KeyStore.get} */
  async read(): Promise<Credential | undefined> {
    this.#mark = await this.#store.markOf(this.#account);
    return this.#store.get(this.#account, this.#passphrase);
  }

  /**
   * Uses each key that is put in from now on, without a restart.
   *
   * @param tell says how it went: nothing of a key stands in it
   * @returns what ends it
   */
  follow(accelerator: Pick<Accelerator, "rotate">, tell: (words: string) => void): () => void {
    const use = async (): Promise<void> => {
      try {
        const credential = await this.#store.get(this.#account, this.#passphrase);
        if (credential !== undefined) {
          await accelerator.rotate(credential);
          tell(`The key of ${this.#account} was changed: the new one is in use.`);
        }
      } catch (error) {
        tell(`The key of ${this.#account} was changed. ${reasonOf(error)}. The key before stays in use.`);
      }
    };
    const watch = new KeyWatch(this.#store, this.#account, createNodeClock(), use);
    watch.begin(this.#mark);
    return () => watch.close();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof KeyRefused) {
    return error.words;
  }
  return `The new one is not used: ${error instanceof Error ? error.message : "unknown"}`;
}
