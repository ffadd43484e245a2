import zlib from "node:zlib";
import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { joined, once, pick } from "./bytes.js";
import { depthMessage, fuzzPair } from "./depth-text.js";
import { frameOf, utf8 } from "./frames.js";

/** First bytes of every file of a recording (`docs/recording-format.md`). */
export const recordingSignature: Uint8Array = Uint8Array.of(0x44, 0x57, 0x52, 0x45, 0x43, 0, 0, 1);
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
  for (let at = recordingSignature.length; at + blockHeaderBytes <= file.length; ) {
    const length = view.getUint32(at, true);
    payloads.push(file.subarray(at + blockHeaderBytes, at + blockHeaderBytes + length));
    at += blockHeaderBytes + length;
  }
  return payloads;
}

/** A file of these payloads. */
export function fileOf(payloads: readonly Uint8Array[]): Uint8Array {
  return joined(recordingSignature, ...payloads.map(blockOf));
}

const startedMs = 1_600_000_000_000;

/** Payloads of a segment: a header, a connection with a subscribed book, frames, and what else happens. */
export function segmentPayloads(random: Random): readonly Uint8Array[] {
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
  return [...entries, ...(once(random, 2) ? [[10, 0, 9e9, startedMs + 99, seq]] : [])].map(messagePack);
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
