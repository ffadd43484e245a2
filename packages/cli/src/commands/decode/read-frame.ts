import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";

/** What the command line says of the frame. */
export interface FrameFlags {
  readonly hex?: string;
  readonly base64?: string;
  readonly as?: FrameForm;
}

/** How a frame is written down. */
export type FrameForm = "bytes" | "hex" | "base64";

/** The frame's bytes, and how they were written down. */
export interface ReadFrame {
  readonly bytes: Uint8Array;
  readonly form: FrameForm;
}

/** Twice what a frame may have, because it may be written as digits. */
const maxReadBytes = 8_388_608;

/**
 * The frame that the command line gives.
 *
 * @throws Refused `usage`, `file-unusable`
 */
export async function readFrame(file: string | undefined, flags: FrameFlags, context: Context): Promise<ReadFrame> {
  const { hex, base64, as } = flags;
  if (hex !== undefined || base64 !== undefined) {
    if (file !== undefined) {
      throw new Refused(
        "usage",
        `Either ${file} or the text of ${hex === undefined ? "--base64" : "--hex"} is the frame`,
      );
    }
    return hex === undefined
      ? { form: "base64", bytes: fromBase64(base64 ?? "") }
      : { form: "hex", bytes: fromHex(hex) };
  }
  const bytes = await readSource(file, context);
  const form = as ?? guess(bytes);
  const text = Buffer.from(bytes).toString("latin1");
  return { form, bytes: form === "bytes" ? bytes : form === "hex" ? fromHex(text) : fromBase64(text) };
}

async function readSource(file: string | undefined, { input, workingDirectory }: Context): Promise<Uint8Array> {
  if (file !== undefined) {
    return readFile(resolve(workingDirectory, file)).catch((error: NodeJS.ErrnoException) => {
      throw new Refused("file-unusable", `${file} cannot be read (${error.code})`);
    });
  }
  if (input.isTerminal) {
    throw new Refused("usage", "There is no frame", "Name a file, give --hex or --base64, or pipe it in.");
  }
  return input.readAll(maxReadBytes);
}

/** A frame begins with a marker or with JSON; text that cannot be one is digits or base64. */
function guess(bytes: Uint8Array): FrameForm {
  const text = Buffer.from(bytes).toString("latin1").trim();
  const isJson = /^[01]?[{[]/.test(text);
  if (isJson || text === "") {
    return "bytes";
  }
  if (/^(?:0x)?(?:[0-9a-f]{2}[\s:]*)+$/i.test(text)) {
    return "hex";
  }
  return /^[A-Za-z0-9+/\s]+={0,2}$/.test(text) ? "base64" : "bytes";
}

function fromHex(text: string): Uint8Array {
  const digits = text.replace(/^\s*0x/i, "").replace(/[\s:]/g, "");
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) {
    throw new Refused("usage", "The frame is not hexadecimal: it needs an even number of digits 0 to f");
  }
  return new Uint8Array(Buffer.from(digits, "hex"));
}

function fromBase64(text: string): Uint8Array {
  const plain = text.replace(/\s/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) {
    throw new Refused("usage", "The frame is not base64");
  }
  return new Uint8Array(Buffer.from(plain, "base64"));
}
