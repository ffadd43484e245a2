import { stat } from "node:fs/promises";
import { ValidationError } from "@depthwire/core";

/** Mode of a folder that its owner alone may look into. */
export const ownerFolder = 0o700;

/** Mode of a file that its owner alone may read. */
export const ownerFile = 0o600;

const othersBits = 0o077;

/**
 * What is wrong with a path that others may read or write, as a sentence; undefined where its owner is alone. Pipes and the like are nobody's
 * to read a second time, so they pass. Windows knows no such modes.
 */
export async function widerThan(path: string, mode: number): Promise<string | undefined> {
  const found = await widerMode(path);
  return found === undefined ? undefined : `${path} must be of mode ${octal(mode)}; it is ${octal(found)}`;
}

/** @throws ValidationError `option-invalid` where others may read or write a path that an option names, or that stands in its folder */
export async function refuseWider(path: string, mode: number, option: string): Promise<void> {
  const found = await widerMode(path);
  if (found !== undefined) {
    const rule = `closed to other users, and ${path} is of mode ${octal(found)}: chmod ${octal(mode)} ${path}`;
    throw new ValidationError("option-invalid", { option, rule });
  }
}

async function widerMode(path: string): Promise<number | undefined> {
  if (process.platform === "win32") {
    return undefined;
  }
  const found = await stat(path);
  const isKept = found.isFile() || found.isDirectory();
  return isKept && (found.mode & othersBits) !== 0 ? found.mode & 0o777 : undefined;
}

function octal(mode: number): string {
  return `0${mode.toString(8)}`;
}
