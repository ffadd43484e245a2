import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import type { Sandbox } from "../sandbox.js";
import { usualPort } from "./usual-port.js";

/** Where the demo account's key is put, below the directory that the program runs in. */
export const usualCredentialFile = ".depthwire/credential.json";

/** Enter, read and write for the owner, nothing for anybody else. */
const ownerFolder = 0o700;
const ownerFile = 0o600;

/** Key and secret. */
export interface KeyParts {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/**
 * Where a run puts its key: a run at another port than the usual one beside the file of that, for another run may own it. Nobody shares a port, so nobody shares
 * a file.
 *
 * @param port where the run's sandbox listens
 */
export function credentialFileOf(file: string, port: number): string {
  const { dir, name, ext } = parse(file);
  return port === usualPort ? file : join(dir, `${name}-${port}${ext}`);
}

/**
 * Puts a key where only the owner may read it, in place of the one of an earlier run. A reader finds one or the other meanwhile,
 * whole.
 *
 * @throws an error of the file system
 */
export async function replaceCredentialFile(path: string, { apiKey, apiSecret }: KeyParts): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: ownerFolder });
  const written = `${path}.${randomUUID()}`;
  const file = await open(written, "wx", ownerFile);
  try {
    await file.writeFile(`${JSON.stringify({ apiKey, apiSecret })}\n`);
  } finally {
    await file.close();
  }
  await rename(written, path);
}

/** A key that was put down. */
export interface PutCredential {
  readonly path: string;
  /** Takes it away, unless a later run has put its own there. The end of the process does so, too, however it comes about but for a kill. */
  remove(): void;
}

/** Puts the demo account's key where a command line of the same directory finds it. @param file undefined: nowhere */
export async function putCredential(
  file: string | undefined,
  { port, credential }: Pick<Sandbox, "port" | "credential">,
): Promise<PutCredential | undefined> {
  if (file === undefined) {
    return undefined;
  }
  const path = credentialFileOf(file, port);
  await replaceCredentialFile(path, credential);
  const remove = (): void => {
    process.off("exit", remove);
    if (textOf(path).includes(JSON.stringify(credential.apiKey))) {
      rmSync(path, { force: true });
    }
  };
  // A second Ctrl-C ends the process without a wait for anything.
  process.once("exit", remove);
  return { path, remove };
}

/** Empty where nothing can be read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
