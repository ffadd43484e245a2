import { stat } from "node:fs/promises";

/** Mode of a folder that its owner alone may look into. */
export const ownerFolder = 0o700;

/** Mode of a file that its owner alone may read. */
export const ownerFile = 0o600;

const othersBits = 0o077;

/**
 * What is wrong with a path that others may read or write, as a rule for an error; undefined where its owner is alone. Pipes and the like are nobody's
 * to read a second time, so they pass. Windows knows no such modes.
 */
export async function widerThan(path: string, mode: number): Promise<string | undefined> {
  if (process.platform === "win32") {
    return undefined;
  }
  const found = await stat(path);
  const isKept = found.isFile() || found.isDirectory();
  return isKept && (found.mode & othersBits) !== 0
    ? `${path} must be of mode 0${mode.toString(8)}; it is 0${(found.mode & 0o777).toString(8)}`
    : undefined;
}
