import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ensureOwnFolder } from "@depthwire/accelerator/internal";
import { keyRefusal } from "../venue/find-credential.js";

const ownerFile = 0o600;

/**
 * Writes a small JSON file into a folder of the user's own: whole or not at all, and on the disk when this returns.
 *
 * @throws Refused `key-open` for a folder that others may look into
 */
export async function writeOwnFile(folder: string, name: string, value: object): Promise<void> {
  await ensureOwnFolder(folder).catch((error: unknown) => {
    throw keyRefusal(error);
  });
  const path = join(folder, name);
  // A name of its own: two commands may write at once.
  const made = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(made, "wx", ownerFile);
    try {
      await file.writeFile(`${JSON.stringify(value)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(made, path);
  } catch (error) {
    await rm(made, { force: true });
    throw error;
  }
}
