import { ensureOwnFolder } from "../guard/token.js";
import { KeyRefused } from "../keys/key-refused.js";
import { KeyStore } from "../keys/key-store.js";
import type { KeyParts } from "../keys/sealed-key.js";
import { askHidden, isTyped, type Terminal } from "./ask-hidden.js";
import type { Asked, KeyFlags } from "./flags.js";
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
      const { parts, passphrase } = await askForKey(flags, terminal);
      await store.put(account, parts, passphrase);
      return `Keeps the key of ${account}${passphrase === undefined ? "" : ", sealed"}.\n`;
    }
  }
}

/** A key as somebody typed or piped it in. */
interface GivenKey {
  readonly parts: KeyParts;
  /** Undefined: it is kept open. */
  readonly passphrase: string | undefined;
}

/** A passphrase that is typed is typed twice: a slip that nobody sees would lock the key away. */
async function askForKey(flags: KeyFlags, terminal: Terminal): Promise<GivenKey> {
  const isHanded = flags.passphraseFile !== undefined || flags.passphraseDescriptor !== undefined;
  const isAsked = flags.seal === true && !isHanded;
  const again = isTyped(terminal) ? ["The same passphrase again"] : [];
  const questions = ["API key", "API secret", ...(isAsked ? ["Passphrase", ...again] : [])];
  const [apiKey = "", apiSecret = "", typed = "", repeated = typed] = await askHidden(terminal, questions);
  const parts = { apiKey, apiSecret };
  if (!isAsked) {
    return { parts, passphrase: isHanded ? await passphraseOf(flags, terminal)() : undefined };
  }
  if (typed === "") {
    throw new KeyRefused(
      "sealed with a passphrase",
      "Nothing was kept: the passphrase is empty. Run it again, or without --seal",
    );
  }
  if (typed !== repeated) {
    throw new KeyRefused("sealed with one passphrase", "Nothing was kept: the two passphrases differ. Run it again");
  }
  return { parts, passphrase: typed };
}
