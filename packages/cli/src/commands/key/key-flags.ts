import { Option } from "commander";
import type { LimitFlags } from "../../trading/trade-options.js";

/** What the command line says of kept keys. */
export interface KeptKeyFlags {
  readonly account: string;
  readonly folder?: string;
  readonly passphraseFile?: string;
  readonly seal?: true;
  readonly from?: string;
  readonly yes?: true;
}

/** What it says of kept limits. */
export interface KeptLimitFlags extends LimitFlags {
  readonly folder?: string;
  readonly none?: true;
}

/** The option of the folder in which keys are kept. */
export function folderOption(): Option {
  return new Option("--folder <directory>", "where keys are kept; .depthwire in the home directory by default");
}

/** The option that names a kept key. */
export function accountOption(): Option {
  return new Option("--account <name>", "which account's key").default("default");
}

/** The option of a passphrase that nobody types. */
export function passphraseOption(words: string): Option {
  return new Option("--passphrase-file <file>", `${words}; of mode 0600`);
}
