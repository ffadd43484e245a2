import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Mode of a directory that nobody but its owner may look into. */
const ownerOnly = 0o700;

/**
 * Makes a directory that is open to its owner alone, and those above it that are missing, one by one: `mkdir` of Node 20 with `recursive`
 * tries for ever where the system lets nothing be made (`/proc/self/x`). A directory that is there stays as it is.
 *
 * @throws an error of the file system
 */
export async function makeDirectory(path: string): Promise<void> {
  const whole = resolve(path);
  const parent = dirname(whole);
  try {
    await makeOne(whole);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || parent === whole) {
      throw error;
    }
    await makeDirectory(parent);
    await makeOne(whole);
  }
}

/** One directory whose parent is there. */
async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: ownerOnly });
  } catch (error) {
    if (!(await isDirectory(path))) {
      throw error;
    }
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
