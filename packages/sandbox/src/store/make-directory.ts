import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Mode of a directory that nobody but its owner may look into. */
const ownerOnly = 0o700;

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

/** One directory whose parent is there. Whether what stands there already is a directory is found out by whoever reads it. */
async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: ownerOnly });
  } catch (error) {
    if (!(await exists(path))) {
      throw error;
    }
  }
}

/**
 * Makes a directory that is open to its owner alone, and those above it that are missing, one by one: `mkdir` of Node 20 with `recursive`
 * tries for ever where the system lets nothing be made (`/proc/self/x`).
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
