import { checksumOf, type HostCrc32 } from "./checksum.js";
import { RecordingError } from "./recording-error.js";

/** Versions of the format that are read. In a file of version 1 a block is one entry, in one of version 2 it has many. */
export type FormatVersion = 1 | 2;

/** Version of the segments that are written. */
export const segmentVersion = 2;

/** Version of indexes: nothing about them has changed since. */
export const indexVersion = 1;

/** `DWREC`, two zero bytes, the version: first in every file of a recording. */
const name: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x44, 0x57, 0x52, 0x45, 0x43, 0, 0);

/** Bytes before the first block. */
export const signatureBytes = 8;

/**
 * Bytes before the payload of each block: its length, its CRC-32, and the CRC-32 of these two, little-endian.
 * The length has a checksum of its own, so that a damaged length is not taken for a torn end.
 */
export const blockHeaderBytes = 12;

/** The first bytes of a file. */
export function encodeSignature(version: FormatVersion): Uint8Array {
  return Uint8Array.of(...name, version);
}

/**
 * Checks the first bytes of a file.
 *
 * @returns its version; `torn` when there are too few bytes, though right ones
 * @throws RecordingError `recording-corrupt`, `recording-version`
 */
export function readSignature(bytes: Uint8Array, file: string): FormatVersion | "torn" {
  const there = Math.min(bytes.length, name.length);
  for (let at = 0; at < there; at++) {
    if (bytes[at] !== name[at]) {
      throw new RecordingError("recording-corrupt", { file, offset: at, check: "signature" });
    }
  }
  if (bytes.length < signatureBytes) {
    return "torn";
  }
  const version = bytes[name.length] as number;
  if (version !== 1 && version !== 2) {
    throw new RecordingError("recording-version", { file, offset: name.length, version });
  }
  return version;
}

/** Writes the header of a block whose payload stands already behind it, up to `end`. */
export function writeBlockHeader(bytes: Uint8Array, at: number, end: number, byHost?: HostCrc32): void {
  writeLittleEndian32(bytes, at, end - at - blockHeaderBytes);
  writeLittleEndian32(bytes, at + 4, checksumOf(bytes, at + blockHeaderBytes, end, byHost));
  writeLittleEndian32(bytes, at + 8, checksumOf(bytes, at, at + 8, undefined));
}

/** A whole file of one block. */
export function encodeSingleBlock(payload: Uint8Array, version: FormatVersion): Uint8Array {
  const bytes = new Uint8Array(signatureBytes + blockHeaderBytes + payload.length);
  bytes.set(encodeSignature(version));
  bytes.set(payload, signatureBytes + blockHeaderBytes);
  writeBlockHeader(bytes, signatureBytes, bytes.length);
  return bytes;
}

/**
 * Finds the block at `offset`.
 *
 * A block that was being written when the program or the machine stopped is torn: it runs past the end, or it fails a
 * checksum and nothing but zeros stands behind it, which is how some file systems leave what was never filled. Anything else that is wrong is damage.
 *
 * @returns where the block ends, `torn` when there is no whole one, `none` at the end of the bytes
 * @throws RecordingError `recording-corrupt`
 */
export function findBlock(
  bytes: Uint8Array,
  offset: number,
  file: string,
  byHost?: HostCrc32,
): number | "torn" | "none" {
  const left = bytes.length - offset;
  if (left === 0) {
    return "none";
  }
  if (left < blockHeaderBytes) {
    return "torn";
  }
  if (checksumOf(bytes, offset, offset + 8, undefined) !== readLittleEndian32(bytes, offset + 8)) {
    if (isZero(bytes, offset + blockHeaderBytes)) {
      return "torn";
    }
    throw new RecordingError("recording-corrupt", { file, offset, check: "block header" });
  }
  const end = offset + blockHeaderBytes + readLittleEndian32(bytes, offset);
  if (end > bytes.length) {
    return "torn";
  }
  if (checksumOf(bytes, offset + blockHeaderBytes, end, byHost) !== readLittleEndian32(bytes, offset + 4)) {
    if (end === bytes.length || isZero(bytes, end)) {
      return "torn";
    }
    throw new RecordingError("recording-corrupt", { file, offset, check: "block" });
  }
  return end;
}

function isZero(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] !== 0) {
      return false;
    }
  }
  return true;
}

function readLittleEndian32(bytes: Uint8Array, at: number): number {
  const high = (bytes[at + 3] as number) * 0x100_0000;
  return high + (((bytes[at + 2] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at] as number));
}

function writeLittleEndian32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}
