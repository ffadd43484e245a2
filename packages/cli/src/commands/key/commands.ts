import { Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { yesOption } from "../../trading/trade-options.js";
import { accountOption, folderOption, type KeptKeyFlags, type KeptLimitFlags, passphraseOption } from "./key-flags.js";

const keyPut: CommandDescription<KeptKeyFlags> = {
  name: "key put",
  group: "tools",
  summary: "put an API key in: typed and hidden, or piped in as two lines",
  details:
    "Key and secret never stand on the command line, where other users of the computer could read them: depthwire key put asks for both.",
  options: () => [
    accountOption(),
    new Option("--from <file>", "take it from a file with apiKey and apiSecret as JSON, of mode 0600"),
    new Option("--seal", "seal it with a passphrase"),
    passphraseOption("what to seal it with"),
    folderOption(),
  ],
  examples: [
    {
      line: "key put --account main --from .depthwire/credential.json",
      does: "the sandbox's demo key, as one of several",
    },
  ],
  load: async () => ({ run: (await import("./run.js")).put }),
};

const keyList: CommandDescription<KeptKeyFlags> = {
  name: "key list",
  group: "tools",
  summary: "list the accounts that have a key; never the keys",
  options: () => [folderOption()],
  examples: [{ line: "key list", does: "names, and which are sealed" }],
  load: async () => ({ run: (await import("./run.js")).list }),
};

const keyRemove: CommandDescription<KeptKeyFlags> = {
  name: "key remove",
  group: "tools",
  summary: "forget a key, after a question",
  options: () => [accountOption(), folderOption(), yesOption()],
  examples: [{ line: "key remove --account main --yes", does: "forget one, without a question" }],
  load: async () => ({ run: (await import("./run.js")).remove }),
};

const keySeal: CommandDescription<KeptKeyFlags> = {
  name: "key seal",
  group: "tools",
  summary: "seal a kept key with a passphrase, or with another one",
  options: () => [accountOption(), passphraseOption("what to seal it with"), folderOption()],
  examples: [{ line: "key seal --account main --passphrase-file passphrase", does: "without the file it asks, twice" }],
  load: async () => ({ run: (await import("./run.js")).seal }),
};

const keyUnseal: CommandDescription<KeptKeyFlags> = {
  name: "key unseal",
  group: "tools",
  summary: "keep a sealed key open, for programs that nobody sits at",
  options: () => [accountOption(), passphraseOption("what it is sealed with"), folderOption()],
  examples: [{ line: "key unseal --account main --passphrase-file passphrase", does: "without the file it asks" }],
  load: async () => ({ run: (await import("./run.js")).unseal }),
};

const keyLimits: CommandDescription<KeptLimitFlags> = {
  name: "key limits",
  group: "tools",
  summary: "show or set the limits that hold for every order of these commands",
  details:
    "They hold whatever key signs an order, for order and for call; an option of a command can only narrow them.",
  options: () => [
    new Option("--max-value <amount>", "most that one order may be worth, in the coin that it is paid in"),
    new Option("--max-quantity <amount>", "most that one order may be of"),
    new Option("--none", "no limits").conflicts(["maxValue", "maxQuantity"]),
    folderOption(),
  ],
  examples: [
    { line: "key limits --max-value 500", does: "no order above 500 USDT" },
    { line: "key limits", does: "which there are" },
    { line: "key limits --none", does: "none any more" },
  ],
  load: async () => ({ run: (await import("./limits.js")).run }),
};

/** What is done with kept keys. */
export const keyCommands: readonly CommandDescription[] = [keyPut, keyList, keySeal, keyUnseal, keyRemove, keyLimits];
