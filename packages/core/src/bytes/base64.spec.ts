import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeUtf8, ProtocolError } from "../index.js";
import { decodeBase64, encodeBase64 } from "./base64.js";

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
