import { ensureOwnFolder } from "../guard/token.js";
import { KeyStore } from "../keys/key-store.js";
import { askHidden, type Terminal } from "./ask-hidden.js";
import type { Asked } from "./flags.js";
import { passphraseOf } from "./passphrase-of.js";

/** Puts in, lists or forgets keys. @returns what to print: never a key */
export async function manageKeys(
  { kind, flags }: Exclude<Asked, { readonly kind: "run" }>,
  terminal: Terminal,
): Promise<string> {
  await ensureOwnFolder(flags.folder);
  const store = new KeyStore(flags.folder);
  const { account } = flags;
  switch (kind) {
    case "list-keys":
      return (await store.names()).map((name) => `${name}\n`).join("");
    case "remove-key":
      return (await store.remove(account)) ? `Forgot the key of ${account}.\n` : `There is no key of ${account}.\n`;
    case "put-key": {
      const isHanded = flags.passphraseFile !== undefined || flags.passphraseDescriptor !== undefined;
      const isTyped = flags.seal === true && !isHanded;
      const questions = ["API key", "API secret", ...(isTyped ? ["Passphrase"] : [])];
      const [apiKey = "", apiSecret = "", typed] = await askHidden(terminal, questions);
      const isSealed = flags.seal === true || isHanded;
      const passphrase = isSealed ? (typed ?? (await passphraseOf(flags, terminal)())) : undefined;
      await store.put(account, { apiKey, apiSecret }, passphrase);
      return `Keeps the key of ${account}${isSealed ? ", sealed" : ""}.\n`;
    }
  }
}
