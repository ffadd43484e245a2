import { crc32 } from "node:zlib";
import { eventBytes, eventFields } from "../hftbacktest.js";
import type { PartFile } from "./part-file.js";

/** An array in a file has this name: hftbacktest looks for it. */
const entryName = Buffer.from("data.npy");

/** So long is the description of the array, whatever it says. */
const npyHeaderBytes = 320;
const npyMagic = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);

/** NumPy's words before the array. */
function npyHeader(rows: number): Buffer {
  const fields = eventFields.map(([name, type]) => `('${name}', '${type}')`).join(", ");
  const words = `{'descr': [${fields}], 'fortran_order': False, 'shape': (${rows},), }`;
  const length = npyHeaderBytes - npyMagic.length - 2;
  const header = Buffer.alloc(npyHeaderBytes, " ");
  npyMagic.copy(header);
  header.writeUInt16LE(length, npyMagic.length);
  header.write(words, npyMagic.length + 2, "latin1");
  header.write("\n", npyHeaderBytes - 1);
  return header;
}

const version = 45;
/** Nothing in a ZIP file is older than 1 January 1980. */
const dosDate = 0x21;
const inExtra = 0xffff_ffff;
const zip64Extra = 1;
const localBytes = 30 + entryName.length + 20;

/**
 * An NPZ file of one array of events: a ZIP archive whose one entry is stored as it is, with 64-bit sizes. The checksum is known at the end, and
 * goes to the place that was kept for it.
 */
export class NpzFile {
  readonly #file: PartFile;
  readonly #size: number;
  #checksum: number;

  /** @param rows how many events there are going to be */
  constructor(file: PartFile, rows: number) {
    this.#file = file;
    this.#size = npyHeaderBytes + rows * eventBytes;
    const header = npyHeader(rows);
    file.append(this.#localHeader(0));
    file.append(header);
    this.#checksum = crc32(header);
  }

  append(bytes: Uint8Array): void {
    this.#file.append(bytes);
    this.#checksum = crc32(bytes, this.#checksum);
  }

  finish(): void {
    this.#file.patch(this.#localHeader(this.#checksum), 0);
    const at = localBytes + this.#size;
    const entry = this.#centralEntry();
    this.#file.append(Buffer.concat([entry, endOfArchive(entry.length, at)]));
  }

  #localHeader(checksum: number): Buffer {
    const bytes = Buffer.alloc(localBytes);
    bytes.writeUInt32LE(0x04034b50, 0);
    bytes.writeUInt16LE(version, 4);
    bytes.writeUInt16LE(dosDate, 12);
    bytes.writeUInt32LE(checksum, 14);
    bytes.writeUInt32LE(inExtra, 18);
    bytes.writeUInt32LE(inExtra, 22);
    bytes.writeUInt16LE(entryName.length, 26);
    bytes.writeUInt16LE(20, 28);
    entryName.copy(bytes, 30);
    const extra = 30 + entryName.length;
    bytes.writeUInt16LE(zip64Extra, extra);
    bytes.writeUInt16LE(16, extra + 2);
    bytes.writeBigUInt64LE(BigInt(this.#size), extra + 4);
    bytes.writeBigUInt64LE(BigInt(this.#size), extra + 12);
    return bytes;
  }

  #centralEntry(): Buffer {
    const bytes = Buffer.alloc(46 + entryName.length + 28);
    bytes.writeUInt32LE(0x02014b50, 0);
    bytes.writeUInt16LE(version, 4);
    bytes.writeUInt16LE(version, 6);
    bytes.writeUInt16LE(dosDate, 14);
    bytes.writeUInt32LE(this.#checksum, 16);
    bytes.writeUInt32LE(inExtra, 20);
    bytes.writeUInt32LE(inExtra, 24);
    bytes.writeUInt16LE(entryName.length, 28);
    bytes.writeUInt16LE(28, 30);
    bytes.writeUInt32LE(inExtra, 42);
    entryName.copy(bytes, 46);
    const extra = 46 + entryName.length;
    bytes.writeUInt16LE(zip64Extra, extra);
    bytes.writeUInt16LE(24, extra + 2);
    bytes.writeBigUInt64LE(BigInt(this.#size), extra + 4);
    bytes.writeBigUInt64LE(BigInt(this.#size), extra + 12);
    return bytes;
  }
}

/** @spec APPNOTE 4.3.14 to 4.3.16 */
function endOfArchive(entryBytes: number, at: number): Buffer {
  const bytes = Buffer.alloc(56 + 20 + 22);
  bytes.writeUInt32LE(0x06064b50, 0);
  bytes.writeBigUInt64LE(44n, 4);
  bytes.writeUInt16LE(version, 12);
  bytes.writeUInt16LE(version, 14);
  bytes.writeBigUInt64LE(1n, 24);
  bytes.writeBigUInt64LE(1n, 32);
  bytes.writeBigUInt64LE(BigInt(entryBytes), 40);
  bytes.writeBigUInt64LE(BigInt(at), 48);
  bytes.writeUInt32LE(0x07064b50, 56);
  bytes.writeBigUInt64LE(BigInt(at + entryBytes), 64);
  bytes.writeUInt32LE(1, 72);
  bytes.writeUInt32LE(0x06054b50, 76);
  bytes.writeUInt16LE(1, 84);
  bytes.writeUInt16LE(1, 86);
  bytes.writeUInt32LE(entryBytes, 88);
  bytes.writeUInt32LE(inExtra, 92);
  return bytes;
}
