import { ValidationError } from "@depthwire/core";
import { passphraseSource } from "../keys/passphrase.js";
import { askHidden, type Terminal } from "./ask-hidden.js";
import type { RunFlags } from "./flags.js";

/** What hands out the passphrase of a sealed key: from its file or descriptor, or typed. */
export function passphraseOf(
  flags: Pick<RunFlags, "passphraseFile" | "passphraseDescriptor">,
  terminal: Terminal,
): () => Promise<string> {
  const ask = async (): Promise<string> => {
    const [typed = ""] = await askHidden(terminal, ["Passphrase"]);
    if (typed === "") {
      const rule = "given where nobody types: the key is sealed, and no passphrase came";
      throw new ValidationError("option-invalid", { option: "passphraseFile", rule });
    }
    return typed;
  };
  return passphraseSource({ ...flags, ask });
}
