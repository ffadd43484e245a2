import zlib from "node:zlib";

/** What stands in a file of blocks before its end or its damage. */
export interface JudgedBlocks {
  /** Payloads whose checksums are right. */
  readonly blocks: number;
  /** `torn`: what a stopped program leaves behind, which a reader passes over. `damaged`: what it must refuse. */
  readonly end: "whole" | "torn" | "damaged";
}

const signature = Buffer.from("DWREC\0\0\u0001", "latin1");
const headerBytes = 12;

/** Reads the blocks of a recording by `docs/recording-format.md`, with Node's CRC-32. */
export function judgeBlocks(file: Uint8Array): JudgedBlocks {
  const there = Math.min(file.length, signature.length);
  if (Buffer.compare(file.subarray(0, there), signature.subarray(0, there)) !== 0) {
    return { blocks: 0, end: "damaged" };
  }
  if (there < signature.length) {
    return { blocks: 0, end: "torn" };
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = signature.length;
  for (let blocks = 0; ; blocks++) {
    if (at === file.length) {
      return { blocks, end: "whole" };
    }
    if (file.length - at < headerBytes) {
      return { blocks, end: "torn" };
    }
    if (zlib.crc32(file.subarray(at, at + 8)) !== view.getUint32(at + 8, true)) {
      return { blocks, end: isZero(file.subarray(at + headerBytes)) ? "torn" : "damaged" };
    }
    const end = at + headerBytes + view.getUint32(at, true);
    if (end > file.length) {
      return { blocks, end: "torn" };
    }
    if (zlib.crc32(file.subarray(at + headerBytes, end)) !== view.getUint32(at + 4, true)) {
      return { blocks, end: isZero(file.subarray(end)) ? "torn" : "damaged" };
    }
    at = end;
  }
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
