import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { ValidationError } from "@depthwire/core";
import { ownerFile, refuseWider } from "../guard/owner-only.js";

/** Where a passphrase comes from, in this order: a file, a descriptor, somebody who types it. */
export interface PassphraseFrom {
  readonly passphraseFile?: string;
  readonly passphraseDescriptor?: number;
  /** Asks a person. */
  readonly ask: () => Promise<string>;
}

/** Longest passphrase, in bytes. */
const maxBytes = 4_096;

/**
 * What hands out the passphrase. A file is read each time, so that it may change; a descriptor can be read once, and a person is asked once: what they
 * gave is remembered, since a key that is put in later is sealed with it again.
 *
 * @throws ValidationError `option-invalid` from the function that is returned: for a file that others may read, or one that cannot be read
 */
export function passphraseSource(from: PassphraseFrom): () => Promise<string> {
  const { passphraseFile, passphraseDescriptor, ask } = from;
  if (passphraseFile !== undefined) {
    return () => fromFile(passphraseFile);
  }
  let given: Promise<string> | undefined;
  return () => {
    given ??= passphraseDescriptor === undefined ? ask() : fromDescriptor(passphraseDescriptor);
    return given;
  };
}

function refuse(option: string, rule: string): never {
  throw new ValidationError("option-invalid", { option, rule });
}

async function fromFile(path: string): Promise<string> {
  try {
    await refuseWider(path, ownerFile, "passphraseFile");
    return whole(await readFile(path), "passphraseFile");
  } catch (error) {
    if (error instanceof ValidationError) {
      throw error;
    }
    return refuse(
      "passphraseFile",
      `a file that can be read; ${path}: ${(error as NodeJS.ErrnoException).code ?? "failed"}`,
    );
  }
}

async function fromDescriptor(descriptor: number): Promise<string> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream("", { fd: descriptor, autoClose: true, end: maxBytes })) {
      chunks.push(chunk as Buffer);
    }
    return whole(Buffer.concat(chunks), "passphraseDescriptor");
  } catch (error) {
    return error instanceof ValidationError
      ? Promise.reject(error)
      : refuse("passphraseDescriptor", "the number of a descriptor that is open for reading");
  }
}

function whole(bytes: Buffer, option: string): string {
  const text = bytes.length > maxBytes ? "" : bytes.toString("utf8").trim();
  return text === "" ? refuse(option, `a passphrase of 1 to ${maxBytes} bytes`) : text;
}
