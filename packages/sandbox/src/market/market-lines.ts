import { Buffer } from "node:buffer";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { ValidationError } from "@depthwire/core";

/** Bytes that are read at once. */
const windowBytes = 1024 * 1024;

/** Longest line: a book of a hundred thousand levels is shorter. */
const maxLineBytes = 16 * windowBytes;

/** Most bytes of a compressed file, inflated: they are all in memory while it is read. */
const maxInflatedBytes = 2_000_000_000;

const newline = 0x0a;

/** Reads pieces of a file one after the other; an empty one at its end. */
interface Source {
  read(): Buffer;
  close(): void;
}

function fail(name: string, rule: string, cause?: unknown): never {
  throw new ValidationError("option-invalid", { option: `market.${name}`, rule }, { cause });
}

function inflatedSource(path: string, name: string): Source {
  let rest: Buffer;
  try {
    rest = gunzipSync(readFileSync(path), { maxOutputLength: maxInflatedBytes });
  } catch (cause) {
    const isLarge = (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    const rule = isLarge
      ? `it must have at most ${maxInflatedBytes} bytes when it is unpacked: unpack it first`
      : "it must be a whole file of gzip";
    return fail(name, rule, cause);
  }
  return {
    read: () => {
      const piece = rest.subarray(0, windowBytes);
      rest = rest.subarray(piece.length);
      return piece;
    },
    close: () => {},
  };
}

function plainSource(path: string): Source {
  const file = openSync(path, "r");
  return {
    read: () => {
      const window = Buffer.allocUnsafe(windowBytes);
      return window.subarray(0, readSync(file, window, 0, windowBytes, null));
    },
    close: () => closeSync(file),
  };
}

function isCompressed(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(2);
    return fstatSync(file).size >= 2 && readSync(file, start, 0, 2, 0) === 2 && start.readUInt16BE() === 0x1f8b;
  } finally {
    closeSync(file);
  }
}

/** One line of a file. */
export interface MarketLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a file, which may be compressed with gzip: its first bytes tell.
 *
 * @param name as errors call it
 * @throws ValidationError `option-invalid` for a file that is cut off, not UTF-8 or not wholly gzip; Error of the file system
 */
export function* marketLines(path: string, name: string): Generator<MarketLine, void, undefined> {
  const source = isCompressed(path) ? inflatedSource(path, name) : plainSource(path);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let held: Buffer = Buffer.alloc(0);
  let number = 0;
  try {
    for (let piece = source.read(); piece.length > 0; piece = source.read()) {
      held = held.length === 0 ? piece : Buffer.concat([held, piece]);
      let from = 0;
      for (let end = held.indexOf(newline, from); end >= 0; end = held.indexOf(newline, from)) {
        number += 1;
        yield { number, text: decodeLine(decoder, held.subarray(from, end), `${name}:${number}`) };
        from = end + 1;
      }
      held = held.subarray(from);
      if (held.length > maxLineBytes) {
        fail(`${name}:${number + 1}`, `a line must have at most ${maxLineBytes} bytes`);
      }
    }
  } finally {
    source.close();
  }
  if (held.length > 0) {
    fail(`${name}:${number + 1}`, "the last line must end with a line break: the file seems to be cut off");
  }
}

function decodeLine(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, place: string): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    return fail(place, "a line must be UTF-8", cause);
  }
}
