import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../bytes/utf8.js";
import { createHmacMd5 } from "./hmac-md5.js";
import { md5Hex } from "./md5.js";

/** RFC 1321, appendix A.5. */
const md5Vectors: readonly (readonly [string, string])[] = [
  ["", "d41d8cd98f00b204e9800998ecf8427e"],
  ["a", "0cc175b9c0f1b6a831c399e269772661"],
  ["abc", "900150983cd24fb0d6963f7d28e17f72"],
  ["message digest", "f96b697d7cb7938d525a2f31aaf161d0"],
  ["abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"],
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"],
  ["1234567890".repeat(8), "57edf4a22be3c955ac49da2e2107b67a"],
];

/** RFC 2202, section 2: key, data, digest. The data of case 4 is not text and stands in the test below. */
const hmacVectors: readonly (readonly [Uint8Array, string, string])[] = [
  [new Uint8Array(16).fill(0x0b), "Hi There", "9294727a3638bb1c13f48ef8158bfc9d"],
  [encodeUtf8("Jefe"), "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"],
  [new Uint8Array(16).fill(0x0c), "Test With Truncation", "56461ef2342edc00f9bab995690efd4c"],
  [
    new Uint8Array(80).fill(0xaa),
    "Test Using Larger Than Block-Size Key - Hash Key First",
    "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd",
  ],
  [
    new Uint8Array(80).fill(0xaa),
    "Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data",
    "6f630fad67cda0ee1fb1f562db3aa53e",
  ],
];

describe("digest", () => {
  it.each(md5Vectors)("md5 of %j (RFC 1321)", (text, digest) => {
    expect(md5Hex(encodeUtf8(text))).toBe(digest);
  });

  it.each(hmacVectors)("hmac-md5 (RFC 2202) %#", (key, text, digest) => {
    expect(createHmacMd5(key).hex(text)).toBe(digest);
  });

  it("gives the same digest again, and after a longer text", () => {
    const hmac = createHmacMd5(encodeUtf8("Jefe"));
    const first = hmac.hex("what do ya want for nothing?");
    hmac.hex("x".repeat(5000));
    hmac.hex("é".repeat(900));
    expect(hmac.hex("what do ya want for nothing?")).toBe(first);
  });

  it("cannot be cloned, and shows no key", () => {
    const hmac = createHmacMd5(encodeUtf8("a secret"));
    expect(() => structuredClone(hmac)).toThrow();
    expect(JSON.stringify(hmac)).toBe("{}");
  });
});
