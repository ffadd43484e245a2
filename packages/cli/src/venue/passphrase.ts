import { resolve } from "node:path";
import { passphraseOf } from "@depthwire/accelerator/internal";
import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import type { KeyFlags } from "./venue-options.js";

/** What hands out the passphrase of a sealed key: its file, or somebody who types it. */
export function passphraseFor(
  account: string,
  { passphraseFile }: Pick<KeyFlags, "passphraseFile">,
  { input, workingDirectory }: Context,
): () => Promise<string> {
  if (passphraseFile !== undefined) {
    const file = { passphraseFile: resolve(workingDirectory, passphraseFile) };
    return passphraseOf(file, { input: input.stream, output: process.stderr });
  }
  return async () => {
    const [typed = ""] = await input.askHidden(["Passphrase"]);
    if (typed === "") {
      const words = `The key of ${account} is sealed, and no passphrase came`;
      throw new Refused(
        "key-refused",
        words,
        "Type it, pipe it in, or name a file of mode 0600 with --passphrase-file.",
      );
    }
    return typed;
  };
}
