import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "../error/protocol-error.js";
import { decodeBase64, decodeBase64Bytes, encodeBase64 } from "./base64.js";
import { encodeUtf8 } from "./utf8.js";

describe("base64", () => {
  it.each([
    ["", ""],
    ["f", "Zg=="],
    ["fo", "Zm8="],
    ["foo", "Zm9v"],
    ["foob", "Zm9vYg=="],
    ["fooba", "Zm9vYmE="],
    ["foobar", "Zm9vYmFy"],
  ])("of %j is %j (RFC 4648, section 10)", (text, encoded) => {
    expect(encodeBase64(encodeUtf8(text))).toBe(encoded);
    expect(decodeBase64(encoded)).toEqual(encodeUtf8(text));
  });

  it("agrees with Node's, both ways", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = Buffer.from(bytes).toString("base64");
        expect(encodeBase64(bytes)).toBe(text);
        expect(decodeBase64(text)).toEqual(bytes);
      }),
    );
  });

  it.each([
    "Z",
    "Zg",
    "Zg=",
    "Zg===",
    "Z===",
    "====",
    "Zg==Zg==",
    "Zh==",
    "Zm9=",
    "Zm9v\n",
    "Zm-v",
    "Zm_v",
    "Zmé=",
    " Zg=",
  ])("refuses %j", (text) => {
    expect(() => decodeBase64(text)).toThrow(ProtocolError);
  });
});

describe("from bytes to bytes", () => {
  const into = new Uint8Array(64);
  const decoded = (text: string): Uint8Array | undefined => {
    const bytes = encodeUtf8(`"${text}"`);
    const length = decodeBase64Bytes(bytes, 1, bytes.length - 1, into);
    return length < 0 ? undefined : into.slice(0, length);
  };

  it("is the same as from text, on sound and on damaged texts", () => {
    const damaged = fc
      .tuple(fc.base64String({ maxLength: 40 }), fc.nat(), fc.constantFrom("", "=", "-", "A", "é"))
      .map(([text, place, letter]) => {
        const at = text.length === 0 ? 0 : place % text.length;
        return text.slice(0, at) + letter + text.slice(at + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.base64String({ maxLength: 40 }), damaged), (text) => {
        let wanted: Uint8Array | undefined;
        try {
          wanted = decodeBase64(text);
        } catch {
          wanted = undefined;
        }
        expect(decoded(text)).toEqual(wanted);
      }),
      { numRuns: 2000 },
    );
  });
});
