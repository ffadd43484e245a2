import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { writeCredentialFile } from "@depthwire/node";

/** Where `npm start` puts the demo account's key, below the directory that it runs in. */
export const usualCredentialFile = ".depthwire/credential.json";

/**
 * Where a run puts its key: a run at another port than the usual one beside the file of that, for another run may own it. Nobody shares a port, so nobody shares
 * a file.
 *
 * @param port where the run's sandbox listens
 */
export function credentialFileOf(file: string, port: number, usualPort: number): string {
  const { dir, name, ext } = parse(file);
  return port === usualPort ? file : join(dir, `${name}-${port}${ext}`);
}

/** Takes the key of a run away whose sandbox has ended, where no later run takes its place. */
export async function removeCredentialFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

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
