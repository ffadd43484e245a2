import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.resetModules());

/** The module as a host without text encoders loads it. */
async function loadPlain() {
  vi.stubGlobal("TextEncoder", undefined);
  vi.stubGlobal("TextDecoder", undefined);
  vi.resetModules();
  const plain = await import("./utf8.js");
  vi.unstubAllGlobals();
  return plain;
}

it("UTF-8 is the same on a host that has no encoder and no decoder", async () => {
  const plain = await loadPlain();
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const bytes = Uint8Array.from(Buffer.from(text));
      expect(plain.encodeUtf8(text)).toEqual(bytes);
      const into = new Uint8Array(text.length * 3 + 1);
      expect(plain.encodeUtf8Into(text, into)).toBe(bytes.length);
      expect(into.subarray(0, bytes.length)).toEqual(bytes);
      expect(plain.decodeUtf8(bytes, 0, bytes.length)).toBe(text);
    }),
  );
  for (const code of [0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff]) {
    const bytes = Uint8Array.from(Buffer.from(String.fromCodePoint(code)));
    expect(plain.encodeUtf8(String.fromCodePoint(code))).toEqual(bytes);
    expect(plain.decodeUtf8(bytes, 0, bytes.length)).toBe(String.fromCodePoint(code));
  }
  expect(() => plain.decodeUtf8(Uint8Array.of(0xff), 0, 1)).toThrow(
    expect.objectContaining({ code: "text-malformed" }),
  );
});

it("UTF-8 is read strictly by the host's decoder, a byte-order mark included", async () => {
  const { decodeUtf8, encodeUtf8Into } = await import("./utf8.js");
  expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41), 0, 4)).toBe("\ufeffA");
  expect(() => decodeUtf8(Uint8Array.of(0x41, 0xc3), 0, 2)).toThrow(
    expect.objectContaining({ code: "text-malformed" }),
  );
  expect(encodeUtf8Into("é", new Uint8Array(3))).toBe(2);
});
