import zlib from "node:zlib";

/** What stands in a file of blocks before its end or its damage. */
export interface JudgedBlocks {
  /** Payloads whose checksums are right. */
  readonly blocks: number;
  /** Entries in them, by their lengths: in version 1 each is a block. */
  readonly entries: number;
  /** Whether every one of these blocks is entries from its first byte to its last. */
  readonly isFilled: boolean;
  /** `torn`: what a stopped program leaves behind, which a reader passes over. `damaged`: what it must refuse. */
  readonly end: "whole" | "torn" | "damaged";
}

const signatures = [1, 2].map((version) => Buffer.from(`DWREC\0\0${String.fromCharCode(version)}`, "latin1"));
const headerBytes = 12;

/** Reads the blocks of a recording by `docs/recording-format.md`, with Node's CRC-32. */
export function judgeBlocks(file: Uint8Array): JudgedBlocks {
  const there = Math.min(file.length, 8);
  const known = signatures.find((each) => Buffer.compare(file.subarray(0, there), each.subarray(0, there)) === 0);
  const judged = { blocks: 0, entries: 0, isFilled: true };
  if (known === undefined) {
    return { ...judged, end: "damaged" };
  }
  if (there < known.length) {
    return { ...judged, end: "torn" };
  }
  for (let at = known.length; ; judged.blocks++) {
    if (at === file.length) {
      return { ...judged, end: "whole" };
    }
    const end = endOfBlock(file, at);
    if (typeof end === "string") {
      return { ...judged, end };
    }
    const inside = known[7] === 1 ? 1 : entriesIn(file.subarray(at + headerBytes, end));
    judged.entries += Math.abs(inside);
    judged.isFilled &&= inside > 0;
    at = end;
  }
}

function endOfBlock(file: Uint8Array, at: number): number | "torn" | "damaged" {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length - at < headerBytes) {
    return "torn";
  }
  if (zlib.crc32(file.subarray(at, at + 8)) !== view.getUint32(at + 8, true)) {
    return isZero(file.subarray(at + headerBytes)) ? "torn" : "damaged";
  }
  const end = at + headerBytes + view.getUint32(at, true);
  if (end > file.length) {
    return "torn";
  }
  if (zlib.crc32(file.subarray(at + headerBytes, end)) !== view.getUint32(at + 4, true)) {
    return isZero(file.subarray(end)) ? "torn" : "damaged";
  }
  return end;
}

/** How many entries a payload of version 2 has: negative where something stands behind them that is none, and 0 where it has none. */
function entriesIn(payload: Uint8Array): number {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  let at = 0;
  for (let entries = 0; ; entries++) {
    if (at === payload.length) {
      return entries;
    }
    const end = payload.length - at < 8 ? Number.POSITIVE_INFINITY : at + 8 + view.getUint32(at + 4, true);
    if (end > payload.length) {
      return -entries;
    }
    at = end;
  }
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
