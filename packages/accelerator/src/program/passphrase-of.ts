import { passphraseSource } from "../keys/passphrase.js";
import { askHidden, type Terminal } from "./ask-hidden.js";
import type { RunFlags } from "./flags.js";

/** What hands out the passphrase of a sealed key: from its file or descriptor, or typed. */
export function passphraseOf(
  flags: Pick<RunFlags, "passphraseFile" | "passphraseDescriptor">,
  terminal: Terminal,
): () => Promise<string> {
  const ask = async (): Promise<string> => (await askHidden(terminal, ["Passphrase"]))[0] ?? "";
  return passphraseSource({ ...flags, ask });
}
