import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32c } from "./crc32c.js";

/** A log consists of blocks of this size; a record in front of a block's end that is too near for a head is none. */
const blockBytes = 32_768;

/** Checksum, length, kind. */
const headBytes = 7;

/** A record is a batch, or a part of one. */
const kinds = { whole: 1, first: 2, middle: 3, last: 4 } as const;

/** Number of its first change and how many changes there are, in front of every batch. */
const batchHeadBytes = 12;

/** The checksum as it stands in the file: computed over kind and content, then turned, so that checksums of checksums do not match. */
function maskedChecksum(bytes: Uint8Array): number {
  const checksum = crc32c(bytes);
  return (((checksum >>> 15) | (checksum << 17)) + 0xa282ead8) >>> 0;
}

/** The heads of a log's batches, as the database reads them: what is damaged is left out up to the block's end. */
function* batchHeads(log: Buffer): Generator<Buffer, void, undefined> {
  for (let start = 0; start < log.length; start += blockBytes) {
    const block = log.subarray(start, start + blockBytes);
    let at = 0;
    while (at + headBytes <= block.length) {
      const end = at + headBytes + block.readUInt16LE(at + 4);
      const kind = block[at + 6];
      if (end > block.length || maskedChecksum(block.subarray(at + 6, end)) !== block.readUInt32LE(at)) {
        break;
      }
      // What a batch begins with is always in its first record, unless that is shorter: then nothing is said of it.
      if ((kind === kinds.whole || kind === kinds.first) && end - at >= headBytes + batchHeadBytes) {
        yield block.subarray(at + headBytes, end);
      }
      at = end;
    }
  }
}

/** Whether a batch has numbers that an earlier one has had: the log, or a piece of it, is there twice. */
function repeats(log: Buffer): boolean {
  let last = -1n;
  for (const head of batchHeads(log)) {
    const first = head.readBigUInt64LE(0);
    const changes = BigInt(head.readUInt32LE(8));
    if (changes > 0n && first <= last) {
      return true;
    }
    last = first + changes - 1n;
  }
  return false;
}

/**
 * Looks through the logs that a start would carry out again. The database numbers changes upwards; where a number comes a second time in one
 * log (a copy behind itself, a restore that appended) it would not refuse but end the process.
 *
 * @returns the name of the first log with records that come twice; nothing when there is none
 */
export async function findRepeatedLog(directory: string): Promise<string | undefined> {
  const names = (await readdir(directory)).filter((name) => /^\d+\.log$/.test(name)).sort();
  for (const name of names) {
    if (repeats(await readFile(join(directory, name)))) {
      return name;
    }
  }
  return undefined;
}
