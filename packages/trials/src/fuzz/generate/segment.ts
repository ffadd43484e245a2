import zlib from "node:zlib";
import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { joined, once, pick } from "./bytes.js";
import { depthMessage, fuzzPair } from "./depth-text.js";
import { frameOf, utf8 } from "./frames.js";

/** Versions of a file of a recording (`docs/recording-format.md`). */
export type FileVersion = 1 | 2;
/** Bytes before the first block. */
const signatureBytes = 8;
/** Length, CRC-32 of the payload, CRC-32 of both, little-endian. */
export const blockHeaderBytes = 12;

/** What MessagePack is written from here. */
export type Packed = string | number | boolean | Uint8Array | readonly Packed[];

/** MessagePack by its specification, for the few kinds of values that recordings have. */
export function messagePack(value: Packed): Uint8Array {
  if (typeof value === "boolean") {
    return Uint8Array.of(value ? 0xc3 : 0xc2);
  }
  if (typeof value === "number") {
    const bytes = new Uint8Array(9);
    bytes[0] = 0xcb;
    new DataView(bytes.buffer).setFloat64(1, value);
    return Number.isInteger(value) && value >= 0 && value < 128 ? Uint8Array.of(value) : bytes;
  }
  if (typeof value === "string") {
    return sized(0xda, utf8(value));
  }
  return value instanceof Uint8Array
    ? sized(0xc5, value)
    : joined(Uint8Array.of(0xdc, value.length >>> 8, value.length & 0xff), ...value.map(messagePack));
}

function sized(mark: number, bytes: Uint8Array): Uint8Array {
  return joined(Uint8Array.of(mark, bytes.length >>> 8, bytes.length & 0xff), bytes);
}

/** A block around a payload, with both its checksums. */
export function blockOf(payload: Uint8Array): Uint8Array {
  const header = new Uint8Array(blockHeaderBytes);
  const view = new DataView(header.buffer);
  view.setUint32(0, payload.length, true);
  view.setUint32(4, zlib.crc32(payload), true);
  view.setUint32(8, zlib.crc32(header.subarray(0, 8)), true);
  return joined(header, payload);
}

/** The payloads of a file's blocks, by their lengths alone: checksums are made anew when they are joined again. */
export function payloadsOf(file: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const payloads: Uint8Array[] = [];
  for (let at = signatureBytes; at + blockHeaderBytes <= file.length; ) {
    const length = view.getUint32(at, true);
    payloads.push(file.subarray(at + blockHeaderBytes, at + blockHeaderBytes + length));
    at += blockHeaderBytes + length;
  }
  return payloads;
}

/** A file of these payloads. */
export function fileOf(version: FileVersion, payloads: readonly Uint8Array[]): Uint8Array {
  return joined(Uint8Array.of(0x44, 0x57, 0x52, 0x45, 0x43, 0, 0, version), ...payloads.map(blockOf));
}

/** What a file says to be; other versions are made again as the newest. */
export function versionOf(file: Uint8Array): FileVersion {
  return file[signatureBytes - 1] === 1 ? 1 : 2;
}

const startedMs = 1_600_000_000_000;

/** Payloads of a segment: an entry each in version 1, some entries each in version 2. */
export function segmentPayloads(version: FileVersion, random: Random): readonly Uint8Array[] {
  const entries = segmentEntries(random);
  if (version === 1) {
    return entries.map(messagePack);
  }
  const payloads: Uint8Array[] = [];
  for (let at = 0; at < entries.length; ) {
    const until = at + randomInteger(random, 1, 4);
    payloads.push(joined(...entries.slice(at, until).map((entry) => framedEntry(entry, random))));
    at = until;
  }
  return payloads;
}

const Form = { message: 1, list: 2 } as const;

/** An entry of version 2: form and length, and for a message of the venue its words and the frame; seldom that as a list, too. */
export function framedEntry(entry: Packed, random: Random): Uint8Array {
  const [kind, connection, elapsedNs, epochMs, frame] = entry as readonly Packed[];
  if (kind !== 5 || once(random, 10)) {
    return formed(Form.list, messagePack(entry));
  }
  const words = new DataView(new ArrayBuffer(20));
  words.setUint32(0, connection as number, true);
  words.setFloat64(4, elapsedNs as number, true);
  words.setFloat64(12, epochMs as number, true);
  return formed(Form.message, joined(new Uint8Array(words.buffer), frame as Uint8Array));
}

function formed(form: number, body: Uint8Array): Uint8Array {
  const words = new DataView(new ArrayBuffer(8));
  words.setUint32(0, form, true);
  words.setUint32(4, body.length, true);
  return joined(new Uint8Array(words.buffer), body);
}

/** Entries of a segment: a header, a connection with a subscribed book, frames, and what else happens. */
function segmentEntries(random: Random): readonly Packed[] {
  const channel = `${fuzzPair}_depth`;
  const entries: Packed[] = [
    [0, "run", randomInteger(random, 1, 9), startedMs, 5],
    [1, 1, "ws://venue.invalid", true, once(random, 4), [channel]],
  ];
  let seq = 1;
  for (let left = randomInteger(random, 1, 10); left > 0; left--) {
    entries.push(someEntry(random, seq));
    seq += 1;
  }
  return [...entries, ...(once(random, 2) ? [[10, 0, 9e9, startedMs + 99, seq]] : [])];
}

function someEntry(random: Random, seq: number): Packed {
  const time: Packed[] = [1, seq * 1_000_000, startedMs + seq];
  const channel = `${fuzzPair}_depth`;
  const message = (kind: "snapshot" | "update"): Uint8Array =>
    frameOf(
      utf8(depthMessage({ protocol: "prefix", kind, seq, updatedAtMs: startedMs + seq, maxLevels: 5 }, random)),
      random,
    );
  switch (randomInteger(random, 0, 9)) {
    case 0:
      return [2, 1, fuzzPair, startedMs, message("snapshot")];
    case 1:
      return [3, ...time, "ws://venue.invalid"];
    case 2:
      return [4, ...time];
    case 3:
      return [6, ...time];
    case 4:
      return [7, ...time, 1006, "disconnected"];
    case 5:
      return [8, ...time, `{"sub":"${channel}"}`];
    case 6:
      return [9, ...time, pick(random, ["login", "logout", "unknown"])];
    case 7:
      return pick<Packed>(random, [
        [11, ...time, channel, "relay-silent", startedMs],
        [12, ...time, channel, "relay-gap", startedMs, 3],
      ]);
    default:
      return [5, ...time, message(seq === 1 ? "snapshot" : "update")];
  }
}
