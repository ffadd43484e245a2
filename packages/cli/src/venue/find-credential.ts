import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { KeyRefused, KeyStore, usualAccount } from "@depthwire/accelerator/internal";
import type { Credential } from "@depthwire/core";
import { credentialFromEnvironment, readCredentialFile } from "@depthwire/node";
import { credentialFileOf, usualCredentialFile } from "@depthwire/sandbox/internal";
import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import { passphraseFor } from "./passphrase.js";
import { venueAddressOf } from "./venue-address.js";
import type { KeyFlags, VenueFlags } from "./venue-options.js";

/** A key, and where it came from, for people. */
export interface FoundCredential {
  readonly credential: Credential;
  readonly from: string;
  /** The name of the kept key; undefined where it came from elsewhere. */
  readonly account?: string;
}

/** Where keys are kept. */
export function keyFolderOf({ folder }: Pick<KeyFlags, "folder">, { home, workingDirectory }: Context): string {
  return folder === undefined ? join(home, ".depthwire") : resolve(workingDirectory, folder);
}

/**
 * The key to sign with: the file that is named, else the environment's, else the kept one of the account that is named or usual; at a venue on
 * this computer at last the sandbox's demo key in the working directory, first where no account is named.
 *
 * @throws Refused `no-key`, `key-open`, `key-refused`
 */
export async function findCredential(
  flags: KeyFlags & Pick<VenueFlags, "venue" | "push">,
  context: Context,
): Promise<FoundCredential> {
  const found = (await named(flags, context)) ?? (await demo(flags, context)) ?? (await kept(flags, context));
  if (found !== undefined) {
    return found;
  }
  throw new Refused(
    "no-key",
    `No API key was found for ${venueAddressOf(flags, context).rest}`,
    "Put one in with: depthwire key put. A sandbox on this computer has its own: start it in this directory with depthwire sandbox.",
  );
}

async function named({ credential, account }: KeyFlags, context: Context): Promise<FoundCredential | undefined> {
  if (credential !== undefined) {
    return { credential: await readFile(resolve(context.workingDirectory, credential)), from: credential };
  }
  if (account !== undefined) {
    return undefined;
  }
  const given = credentialFromEnvironment({ ...context.environment });
  return given === undefined ? undefined : { credential: given, from: "the environment" };
}

async function demo(
  flags: KeyFlags & Pick<VenueFlags, "venue" | "push">,
  context: Context,
): Promise<FoundCredential | undefined> {
  const { isLoopback, port } = venueAddressOf(flags, context);
  if (flags.account !== undefined || !isLoopback) {
    return undefined;
  }
  // Where `depthwire sandbox` and `npm start` put the key of the demo account: that of this port first.
  for (const file of new Set([credentialFileOf(usualCredentialFile, port), usualCredentialFile])) {
    const path = join(context.workingDirectory, file);
    if (await exists(path)) {
      return { credential: await readFile(path), from: file };
    }
  }
  return undefined;
}

async function kept(flags: KeyFlags, context: Context): Promise<FoundCredential | undefined> {
  const { account = usualAccount } = flags;
  const ask = passphraseFor(account, flags, context);
  const credential = await new KeyStore(keyFolderOf(flags, context), "depthwire")
    .get(account, ask)
    .catch((error: unknown) => {
      throw keyRefusal(error);
    });
  if (credential === undefined && flags.account !== undefined) {
    throw new Refused(
      "no-key",
      `No key of ${account} is kept`,
      `Put it in with: depthwire key put --account ${account}.`,
    );
  }
  return credential && { credential, from: `the kept key of ${account}`, account };
}

async function readFile(path: string): Promise<Credential> {
  try {
    return await readCredentialFile(path);
  } catch (error) {
    throw keyRefusal(error);
  }
}

/** What a store of keys threw, as a refusal. A key that others can read has a code of its own: it may have been read. */
export function keyRefusal(error: unknown): unknown {
  if (error instanceof Refused) {
    return error;
  }
  const words = error instanceof KeyRefused ? error.words : error instanceof Error ? error.message : undefined;
  if (words === undefined) {
    return error;
  }
  const isOpen = /others (?:may|can) read|mode 0600; this one|closed to other users/.test(words);
  return isOpen
    ? new Refused(
        "key-open",
        words,
        "Make it yours alone (chmod 600), and replace the key at the service if somebody may have read it.",
      )
    : new Refused("key-refused", words);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
