import { constants, type FileHandle, open } from "node:fs/promises";
import { RelayError } from "@depthwire/relay";
import { type Authenticator, credsAuthenticator, nkeyAuthenticator, nkeys } from "@nats-io/nats-core";
import type { NatsKeyFile } from "./bus-options.js";
import { inboxPrefixOf } from "./inbox-prefix.js";
import { seedIn } from "./seed-lines.js";

const othersBits = 0o077;
/** A seed has 58 letters, a file of credentials some 1,000. */
const maxBytes = 65_536;

/** Who a process is, and where answers to its questions come. */
export interface BusIdentity {
  readonly authenticator: Authenticator;
  /** Undefined: the client's usual one. */
  readonly inboxPrefix: string | undefined;
}

/**
 * Reads who this process is. The key stays within what is returned: it is in no error and in no option that could be printed.
 *
 * @throws RelayError `relay-key-unusable` when others can read the file, or when it holds no key
 */
export async function readBusKey(key: NatsKeyFile): Promise<BusIdentity> {
  if ("credentialsFile" in key) {
    const file = key.credentialsFile;
    const authenticator = credsAuthenticator(await readOwnFile(file));
    try {
      // Signed once for nobody: a file that holds no credentials is told now, not by a server.
      authenticator("nonce");
    } catch {
      throw unusable(file, "credentials as nsc writes them");
    }
    return { authenticator, inboxPrefix: undefined };
  }
  const file = key.seedFile;
  const seed = new TextEncoder().encode(seedIn(new TextDecoder().decode(await readOwnFile(file)), key.account));
  let publicKey: string;
  try {
    publicKey = nkeys.fromSeed(seed).getPublicKey();
    if (!publicKey.startsWith("U")) {
      throw unusable(file, "the seed of a user: it begins with SU");
    }
  } catch (error) {
    // The library's own error quotes what it read.
    throw error instanceof RelayError ? error : unusable(file, "an NKey seed: 58 letters that begin with SU");
  }
  return { authenticator: nkeyAuthenticator(seed), inboxPrefix: inboxPrefixOf(publicKey) };
}

async function readOwnFile(path: string): Promise<Uint8Array> {
  const file = await openFile(path);
  try {
    // Asks the open file: replacing the path meanwhile changes nothing.
    const { mode, size, isFile } = await factsOf(file);
    if (!isFile) {
      throw unusable(path, "a file, no directory, pipe or device");
    }
    if (process.platform !== "win32" && (mode & othersBits) !== 0) {
      throw unusable(path, `of mode 0600; it is 0${(mode & 0o777).toString(8)}`);
    }
    if (size > maxBytes) {
      throw unusable(path, `at most ${maxBytes} bytes`);
    }
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

async function factsOf(file: FileHandle): Promise<{ mode: number; size: number; isFile: boolean }> {
  const found = await file.stat();
  return { mode: found.mode, size: found.size, isFile: found.isFile() };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Opening a pipe that nobody writes to would wait for ever.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    throw unusable(path, `a file that can be read (${typeof code === "string" ? code : "unknown"})`);
  }
}

function unusable(file: string, rule: string): RelayError {
  return new RelayError("relay-key-unusable", { file, rule });
}
