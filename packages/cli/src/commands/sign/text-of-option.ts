import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";

const maxTextBytes = 4_194_304;

/**
 * The text that an option gives: as it stands, from `@file`, or piped in for `-`. Not a byte is changed: what is signed is what is sent.
 *
 * @throws Refused `file-unusable` for what cannot be read, or is not UTF-8
 */
export async function textOfOption(
  option: string,
  text: string,
  { input, workingDirectory }: Context,
): Promise<string> {
  if (text === "-") {
    return decoded(option, await input.readAll(maxTextBytes));
  }
  if (!text.startsWith("@")) {
    return text;
  }
  const path = resolve(workingDirectory, text.slice(1));
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refused("file-unusable", `${option}: ${path} cannot be read (${error.code})`);
  });
  return decoded(option, bytes);
}

function decoded(option: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused("file-unusable", `${option}: the text is not UTF-8`);
  }
}
