import { deflateSync, gzipSync, unzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeUtf8, encodeUtf8 } from "../bytes/utf8.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { Inflate } from "../ports/inflate.js";
import { createFrameBody, decodeFrame, defaultFrameLimits, encodeFrame, type FrameStyle } from "./frame.js";

/** A minimal Inflate over node:zlib; the strict ones live with the adapters. */
class TestInflate implements Inflate {
  output: Uint8Array = new Uint8Array(0);
  calls = 0;

  inflate(source: Uint8Array, start: number, end: number, maxInflatedBytes: number): number {
    this.calls += 1;
    this.output = unzipSync(source.subarray(start, end), { maxOutputLength: maxInflatedBytes });
    return this.output.length;
  }
}

function decode(message: Uint8Array, limits = defaultFrameLimits): { text: string; encoding: string } {
  const body = decodeFrame(message, new TestInflate(), limits, createFrameBody());
  return { text: decodeUtf8(body.bytes, body.start, body.end), encoding: body.encoding };
}

function codeOf(message: Uint8Array, limits = defaultFrameLimits): string {
  try {
    decode(message, limits);
  } catch (error) {
    return error instanceof ProtocolError ? error.code : String(error);
  }
  return "decoded";
}

const json = '{"topic":"4BTC_USDT_depth","t":0,"d":{}}';

function join(marker: number, body: Uint8Array): Uint8Array {
  return Uint8Array.of(marker, ...body);
}

describe("decodeFrame", () => {
  it.each([
    ["character 0", join(0x30, encodeUtf8(json)), "plain"],
    ["byte 0", join(0x00, encodeUtf8(json)), "plain"],
    ["byte 0 and a newline", join(0x00, encodeUtf8(`${json}\n`)), "plain"],
    ["character 0 and a network newline", join(0x30, encodeUtf8(`${json}\r\n`)), "plain"],
    ["no marker", encodeUtf8(json), "plain"],
    ["character 1, zlib", join(0x31, deflateSync(json)), "zlib"],
    ["byte 1, zlib", join(0x01, deflateSync(json, { level: 1 })), "zlib"],
    ["character 1, zlib with the smallest window", join(0x31, deflateSync(json, { windowBits: 9 })), "zlib"],
    ["character 1, gzip", join(0x31, gzipSync(json)), "gzip"],
    ["byte 1, gzip", join(0x01, gzipSync(json)), "gzip"],
    ["byte 1, gzip of text with a newline", join(0x01, gzipSync(`${json}\n`)), "gzip"],
  ])("reads %s", (_name, message, encoding) => {
    expect(decode(message)).toEqual({ text: json, encoding });
  });

  it("copies nothing: a plain body points into the message", () => {
    const message = encodeUtf8(`0${json}`);
    const body = createFrameBody();
    expect(decodeFrame(message, new TestInflate(), defaultFrameLimits, body)).toBe(body);
    expect(body.bytes).toBe(message);
  });

  it.each([
    ["nothing", Uint8Array.of(), "frame-empty"],
    ["a marker alone", Uint8Array.of(0x30), "frame-empty"],
    ["a byte marker alone", Uint8Array.of(0x01), "frame-empty"],
    ["a marker and a newline", encodeUtf8("0\n"), "frame-empty"],
    ["one compressed byte", Uint8Array.of(0x31, 0x78), "frame-truncated"],
    ["a compressed empty text", join(0x31, deflateSync("")), "frame-empty"],
    ["another marker", encodeUtf8(`2${json}`), "frame-unknown-marker"],
    ["an array without marker", encodeUtf8("[1]"), "frame-unknown-marker"],
    ["a byte-order mark", encodeUtf8(`\ufeff${json}`), "frame-unknown-marker"],
    ["plain text marked as compressed", encodeUtf8(`1${json}`), "frame-unknown-compression"],
    ["a wrong header check", Uint8Array.of(0x31, 0x78, 0x9d, 0, 0), "frame-unknown-compression"],
    ["a window too large", Uint8Array.of(0x31, 0x88, 0x1c, 0, 0), "frame-unknown-compression"],
    ["another method", Uint8Array.of(0x31, 0x79, 0x95, 0, 0), "frame-unknown-compression"],
  ])("refuses %s", (_name, message, code) => {
    expect(codeOf(message)).toBe(code);
  });

  it("bounds the frame before it inflates, and passes on the inflated limit", () => {
    const message = join(0x31, deflateSync(json));
    expect(codeOf(message, { maxFrameBytes: message.length - 1, maxInflatedBytes: 1000 })).toBe("frame-too-large");
    expect(codeOf(message, { maxFrameBytes: message.length, maxInflatedBytes: 1000 })).toBe("decoded");
    expect(() => decode(message, { maxFrameBytes: 1000, maxInflatedBytes: json.length - 1 })).toThrow();
  });
});

describe("encodeFrame", () => {
  const zlib = (bytes: Uint8Array): Uint8Array => deflateSync(bytes);
  const gzip = (bytes: Uint8Array): Uint8Array => gzipSync(bytes);
  const styles: readonly (readonly [FrameStyle, { first: number; binary: boolean; encoding: string }])[] = [
    [{ marker: "character" }, { first: 0x30, binary: false, encoding: "plain" }],
    [
      { marker: "character", ending: "newline" },
      { first: 0x30, binary: false, encoding: "plain" },
    ],
    [
      { marker: "character", compress: zlib },
      { first: 0x31, binary: true, encoding: "zlib" },
    ],
    [
      { marker: "byte", ending: "newline" },
      { first: 0x00, binary: true, encoding: "plain" },
    ],
    [
      { marker: "byte", compress: gzip },
      { first: 0x01, binary: true, encoding: "gzip" },
    ],
    [{ marker: "none" }, { first: 0x7b, binary: false, encoding: "plain" }],
  ];

  it.each(styles)("writes %o so that decodeFrame reads it", (style, wanted) => {
    const frame = encodeFrame(json, style);
    expect(frame.data[0]).toBe(wanted.first);
    expect(frame.binary).toBe(wanted.binary);
    expect(decode(frame.data)).toEqual({ text: json, encoding: wanted.encoding });
  });

  it("ends a plain frame with the newline that some clients cut off", () => {
    expect(encodeFrame("{}", { marker: "byte", ending: "newline" }).data).toEqual(Uint8Array.of(0, 0x7b, 0x7d, 0x0a));
  });
});
