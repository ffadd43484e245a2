import { randomUUID } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { writeCredentialFile } from "@depthwire/node";

/** Where `npm start` puts the demo account's key, below the directory that it runs in. */
export const usualCredentialFile = ".depthwire/credential.json";

/** Enter, read and write for the owner, nothing for anybody else. */
const ownerOnly = 0o700;

/**
 * Puts a key where only the owner may read it, in place of the one of an earlier run. A reader finds one or the other meanwhile,
 * whole.
 *
 * @throws ValidationError `credential-invalid`; an error of the file system
 */
export async function replaceCredentialFile(
  path: string,
  parts: { readonly apiKey: string; readonly apiSecret: string },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: ownerOnly });
  const written = `${path}.${randomUUID()}`;
  await writeCredentialFile(written, parts);
  await rename(written, path);
}
