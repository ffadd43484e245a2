import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { askForKey, askForPassphrase, ensureOwnFolder, KeyStore } from "@depthwire/accelerator/internal";
import { readCredentialFile } from "@depthwire/node";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";
import { confirm } from "../../trading/confirm.js";
import { keyFolderOf, keyRefusal } from "../../venue/find-credential.js";
import { passphraseFor } from "../../venue/passphrase.js";
import type { KeptKeyFlags } from "./key-flags.js";

/** Puts a key in. */
export const put: RunCommand<KeptKeyFlags> = ({ options }, context) =>
  refusing(async () => {
    const { account, seal, passphraseFile } = options;
    const store = await openStore(options, context);
    const passphrase = passphraseFile === undefined ? undefined : passphraseFor(account, options, context);
    const asking = askingOf(options, context);
    const given = await askForKey(asking, { isSealed: seal === true, passphrase });
    await store.put(account, given.parts, given.passphrase);
    const isSealed = given.passphrase !== undefined;
    context.output.result({ account, isSealed }, `Keeps the key of ${account}${isSealed ? ", sealed" : ""}.`);
  });

/** Lists names. */
export const list: RunCommand<KeptKeyFlags> = ({ options }, context) =>
  refusing(async () => {
    const { output } = context;
    const store = new KeyStore(keyFolderOf(options, context), "depthwire");
    const names = [...(await store.names())].sort();
    for (const account of names) {
      const isSealed = await store.isSealed(account);
      output.item({ account, isSealed }, `${account}${isSealed ? "  sealed" : ""}`);
    }
    const none = "No key is kept. Put one in with: depthwire key put";
    output.result({ keys: names.length }, names.length === 0 ? none : undefined);
  });

/** Forgets a key. */
export const remove: RunCommand<KeptKeyFlags> = ({ options }, context) =>
  refusing(async () => {
    const { account } = options;
    const store = await openStore(options, context);
    await requireKept(store, account);
    const facts = [["folder", keyFolderOf(options, context)]] as const;
    await confirm({ does: `Forget the key of ${account}`, facts }, options, context);
    await store.remove(account);
    context.output.result({ account }, `Forgot the key of ${account}.`);
  });

/** Seals a key, or seals it anew. */
export const seal: RunCommand<KeptKeyFlags> = ({ options }, context) =>
  refusing(async () => {
    const { account, passphraseFile } = options;
    const store = await openStore(options, context);
    await requireKept(store, account);
    const present = (await store.isSealed(account)) ? await passphraseFor(account, {}, context)() : "";
    const isHanded = passphraseFile !== undefined;
    const next = isHanded
      ? await passphraseFor(account, options, context)()
      : await askForPassphrase(askingOf({}, context));
    await store.reseal(account, async () => present, next);
    context.output.result({ account, isSealed: true }, `Keeps the key of ${account}, sealed.`);
  });

/** Keeps a key open. */
export const unseal: RunCommand<KeptKeyFlags> = ({ options }, context) =>
  refusing(async () => {
    const { account } = options;
    const store = await openStore(options, context);
    await requireKept(store, account);
    await store.reseal(account, passphraseFor(account, options, context), undefined);
    context.output.result(
      { account, isSealed: false },
      `Keeps the key of ${account}, open: whoever may read it can trade.`,
    );
  });

async function openStore(options: KeptKeyFlags, context: Context): Promise<KeyStore> {
  const folder = keyFolderOf(options, context);
  await ensureOwnFolder(folder);
  return new KeyStore(folder, "depthwire");
}

async function requireKept(store: KeyStore, account: string): Promise<void> {
  if ((await store.markOf(account)) === undefined) {
    const names = await store.names();
    const remedy = names.length === 0 ? "None is kept." : `There are ${names.join(", ")}.`;
    throw new Refused("no-key", `No key of ${account} is kept`, remedy);
  }
}

/** Who is asked; a file answers for key and secret. */
function askingOf(
  { from }: Pick<KeptKeyFlags, "from">,
  { input, workingDirectory }: Context,
): Parameters<typeof askForKey>[0] {
  const isTyped = input.isTerminal;
  if (from === undefined) {
    return { isTyped, askHidden: (questions) => input.askHidden(questions) };
  }
  return {
    isTyped,
    askHidden: async ([, , ...others]) => {
      const { apiKey, apiSecret } = await partsIn(resolve(workingDirectory, from));
      return [apiKey, apiSecret, ...(others.length === 0 ? [] : await input.askHidden(others))];
    },
  };
}

/** Key and secret of a file that its owner alone may read. */
async function partsIn(path: string): Promise<{ readonly apiKey: string; readonly apiSecret: string }> {
  await readCredentialFile(path);
  return JSON.parse(await readFile(path, "utf8")) as Awaited<ReturnType<typeof partsIn>>;
}

/** What the store refuses has a code of the command's. */
async function refusing(work: () => Promise<void>): Promise<undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    throw keyRefusal(error);
  }
}
