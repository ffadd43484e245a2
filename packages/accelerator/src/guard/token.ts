import { randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ValidationError } from "@depthwire/core";
import { ownerFile, ownerFolder, refuseWider } from "./owner-only.js";

/** What a header can carry behind `Bearer`. @spec RFC 6750, section 2.1 */
const tokenPattern = /^[A-Za-z0-9._~+/-]{16,512}=*$/;

/** Bytes of the longest text that {@link tokenPattern} takes, and more. */
const longestText = 1_024;

const tokenBytes = 32;

/** Name of the token's file in the accelerator's folder. */
export const tokenFileName = "token";

/** The token, and whether it was made just now. */
export interface KeptToken {
  readonly token: string;
  readonly file: string;
  readonly isNew: boolean;
}

/**
 * Compares texts with a token in a time that tells nothing of it.
 *
 * @throws ValidationError `option-invalid` for a text that is too short, or that no header can carry; the text is in no error
 */
export function createTokenCheck(token: string): (text: string) => boolean {
  if (!tokenPattern.test(token)) {
    const rule = "at least 16 letters, digits or characters of ._~+/-";
    throw new ValidationError("option-invalid", { option: "token", rule });
  }
  // Each request pays for this: texts are laid into buffers of one length, which is faster than a digest of both.
  const wanted = Buffer.alloc(longestText);
  const wantedBytes = wanted.write(token);
  const shown = Buffer.alloc(longestText);
  return (text) => {
    shown.fill(0);
    const isOfLength = Buffer.byteLength(text) === wantedBytes;
    shown.write(text);
    return timingSafeEqual(shown, wanted) && isOfLength;
  };
}

/**
 * Makes a folder that holds secrets, or sees that nobody else can look into it.
 *
 * @param option the option that names it
 * @throws ValidationError `option-invalid` for a folder that cannot be made, or that others may read or write
 */
export async function ensureOwnFolder(folder: string, option = "folder"): Promise<void> {
  await mkdir(folder, { recursive: true, mode: ownerFolder }).catch((cause: Error) => {
    const rule = `a folder that can be made and written, and ${folder} is none (${cause.message})`;
    throw new ValidationError("option-invalid", { option, rule }, { cause });
  });
  await refuseWider(folder, ownerFolder, option);
}

/**
 * The token of this folder; made when there is none.
 *
 * @throws ValidationError `option-invalid` for a folder or file that others may read, or a file that holds no token
 */
export async function keptToken(folder: string): Promise<KeptToken> {
  await ensureOwnFolder(folder);
  const file = join(folder, tokenFileName);
  const token = randomBytes(tokenBytes).toString("base64url");
  try {
    const created = await open(file, "wx", ownerFile);
    try {
      await created.writeFile(`${token}\n`);
      await created.sync();
    } finally {
      await created.close();
    }
    return { token, file, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw error;
    }
  }
  await refuseWider(file, ownerFile, "folder");
  const known = (await readFile(file, "utf8")).trim();
  createTokenCheck(known);
  return { token: known, file, isNew: false };
}
