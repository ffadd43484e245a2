import { constants, type FileHandle, open } from "node:fs/promises";
import { Credential, ValidationError } from "@depthwire/core";

/** Names of the environment variables that hold a credential. */
export const credentialVariables = { apiKey: "DEPTHWIRE_API_KEY", apiSecret: "DEPTHWIRE_API_SECRET" } as const;

/**
 * The credential that the environment holds, or undefined when neither variable is set.
 *
 * @throws ValidationError `credential-invalid` when one is missing or not usable
 */
export function credentialFromEnvironment(environment: NodeJS.ProcessEnv = process.env): Credential | undefined {
  const apiKey = environment[credentialVariables.apiKey];
  const apiSecret = environment[credentialVariables.apiSecret];
  if (apiKey === undefined && apiSecret === undefined) {
    return undefined;
  }
  return new Credential({ apiKey: apiKey ?? "", apiSecret: apiSecret ?? "" });
}

/** Read and write for its owner, nothing for anybody else. */
const ownerOnly = 0o600;
const othersBits = 0o077;
/** A key and its secret need a few hundred. */
const maxBytes = 65_536;

/**
 * Reads a credential from a JSON file `{"apiKey", "apiSecret"}` that only its owner may read or write.
 *
 * @throws ValidationError `credential-invalid` when there is no such file, when others may read it, or when it holds no credential; the file's text is in no error
 */
export async function readCredentialFile(path: string): Promise<Credential> {
  const file = await openFile(path);
  try {
    // Asks the open file: replacing the path meanwhile changes nothing.
    const found = await file.stat();
    if (!found.isFile()) {
      throw unusable(`a file, where ${found.isDirectory() ? "a directory" : "a pipe or a device"} is`, path);
    }
    if (found.size > maxBytes) {
      throw unusable(`a file of at most ${maxBytes} bytes`, path);
    }
    const { mode } = found;
    if (process.platform !== "win32" && (mode & othersBits) !== 0) {
      throw unusable(`a file of mode 0600; this one is 0${(mode & 0o777).toString(8)}`, path);
    }
    return parseCredential(await file.readFile("utf8"), path);
  } finally {
    await file.close();
  }
}

/**
 * Writes a credential into a new file that only its owner may read or write.
 *
 * @param parts key and secret; they are written as they are given
 * @throws ValidationError `credential-invalid` when a part is not usable; an error of the file system when the file is there already
 */
export async function writeCredentialFile(
  path: string,
  parts: { readonly apiKey: string; readonly apiSecret: string },
): Promise<void> {
  const { apiKey, apiSecret } = parts;
  new Credential({ apiKey, apiSecret }).revealApiKey();
  const file = await open(path, "wx", ownerOnly);
  try {
    await file.writeFile(`${JSON.stringify({ apiKey, apiSecret })}\n`);
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Opening a pipe that nobody writes to would wait for ever, and no signal ends that.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    const meaning =
      code === "ENOENT"
        ? "there is no key file; a sandbox puts one down while it runs: does it run, and in this directory?"
        : undefined;
    throw unusable(`a file that can be read (${typeof code === "string" ? code : "unknown"})`, path, {
      cause,
      meaning,
    });
  }
}

function parseCredential(text: string, path: string): Credential {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    // The parser's own error quotes the text.
    throw unusable("a JSON object with apiKey and apiSecret", path);
  }
  const { apiKey, apiSecret } = { ...(parts as object) } as { readonly apiKey?: unknown; readonly apiSecret?: unknown };
  return new Credential({ apiKey: apiKey as string, apiSecret: apiSecret as string });
}

function unusable(
  rule: string,
  path: string,
  why: { readonly cause?: unknown; readonly meaning?: string | undefined } = {},
): ValidationError {
  return new ValidationError("credential-invalid", { part: "secret", rule: `${rule}: ${path}` }, why);
}
