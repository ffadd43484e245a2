import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { recordingDirectories } from "@depthwire/node/internal";
import type { Confine } from "../../program/context.js";

/**
 * Looks whether a recording, and every link in it, may be read. @returns where it really is
 *
 * @throws Refused `path-outside`
 */
export async function confineRecording(directory: string, confine: Confine | undefined): Promise<string> {
  if (confine === undefined) {
    return directory;
  }
  const real = await confine(directory);
  // Where nothing can be read, whoever reads it says why.
  for (const folder of await recordingDirectories(real).catch(() => [])) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) {
        await confine(join(folder, entry.name));
      }
    }
  }
  return real;
}
