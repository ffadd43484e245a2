import { ensureOwnFolder } from "../guard/token.js";
import { askForKey } from "../keys/ask-for-key.js";
import { KeyStore } from "../keys/key-store.js";
import { askHidden, isTyped, type Terminal } from "./ask-hidden.js";
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
      const asking = {
        isTyped: isTyped(terminal),
        askHidden: (questions: readonly string[]) => askHidden(terminal, questions),
      };
      const { parts, passphrase } = await askForKey(asking, {
        isSealed: flags.seal === true,
        passphrase: isHanded ? passphraseOf(flags, terminal) : undefined,
      });
      await store.put(account, parts, passphrase);
      return `Keeps the key of ${account}${passphrase === undefined ? "" : ", sealed"}.\n`;
    }
  }
}
