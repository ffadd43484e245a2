import { crc32 } from "@depthwire/core/internal";
import { RecordingError } from "./recording-error.js";

/** Version of the format that this package writes and reads. */
export const formatVersion = 1;

/** `DWREC`, two zero bytes, the version: first in every file of a recording. */
const signature: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x44, 0x57, 0x52, 0x45, 0x43, 0, 0, formatVersion);

/** Bytes before the first block. */
export const signatureBytes = 8;

/**
 * Bytes before the payload of each block: its length, its CRC-32, and the CRC-32 of these two, little-endian.
 * The length has a checksum of its own, so that a damaged length is not taken for a torn end.
 */
export const blockHeaderBytes = 12;

/** The first bytes of a file. */
export function encodeSignature(): Uint8Array {
  return signature.slice();
}

/**
 * Checks the first bytes of a file.
 *
 * @returns `torn` when there are too few, though right ones
 * @throws RecordingError `recording-corrupt`, `recording-version`
 */
export function checkSignature(bytes: Uint8Array, file: string): "whole" | "torn" {
  const there = Math.min(bytes.length, signatureBytes);
  for (let at = 0; at < there; at++) {
    if (bytes[at] !== signature[at]) {
      if (at === signatureBytes - 1) {
        throw new RecordingError("recording-version", { file, offset: at, version: bytes[at] as number });
      }
      throw new RecordingError("recording-corrupt", { file, offset: at, check: "signature" });
    }
  }
  return there === signatureBytes ? "whole" : "torn";
}

/** Writes a block at `at`, where there must be room, and returns the position behind it. */
export function writeBlock(payload: Uint8Array, into: Uint8Array, at: number): number {
  writeLittleEndian32(into, at, payload.length);
  writeLittleEndian32(into, at + 4, crc32(payload, 0, payload.length));
  writeLittleEndian32(into, at + 8, crc32(into, at, at + 8));
  into.set(payload, at + blockHeaderBytes);
  return at + blockHeaderBytes + payload.length;
}

/** A whole file of one block. */
export function encodeSingleBlock(payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(signatureBytes + blockHeaderBytes + payload.length);
  bytes.set(signature);
  writeBlock(payload, bytes, signatureBytes);
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
export function findBlock(bytes: Uint8Array, offset: number, file: string): number | "torn" | "none" {
  const left = bytes.length - offset;
  if (left === 0) {
    return "none";
  }
  if (left < blockHeaderBytes) {
    return "torn";
  }
  if (crc32(bytes, offset, offset + 8) !== readLittleEndian32(bytes, offset + 8)) {
    if (isZero(bytes, offset + blockHeaderBytes)) {
      return "torn";
    }
    throw new RecordingError("recording-corrupt", { file, offset, check: "block header" });
  }
  const end = offset + blockHeaderBytes + readLittleEndian32(bytes, offset);
  if (end > bytes.length) {
    return "torn";
  }
  if (crc32(bytes, offset + blockHeaderBytes, end) !== readLittleEndian32(bytes, offset + 4)) {
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
