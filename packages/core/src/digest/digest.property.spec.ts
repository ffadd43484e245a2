import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../bytes/utf8.js";
import { createHmacMd5 } from "./hmac-md5.js";
import { md5Hex } from "./md5.js";

const text = fc.string({ unit: "binary", maxLength: 400 });

describe("pure digest = node:crypto", () => {
  it("for md5 of any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(md5Hex(bytes)).toBe(createHash("md5").update(bytes).digest("hex"));
      }),
      { numRuns: 500 },
    );
  });

  it("for hmac-md5 under any key, several texts a key", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 150 }), fc.array(text, { maxLength: 5 }), (key, texts) => {
        const hmac = createHmacMd5(key);
        for (const each of texts) {
          expect(hmac.hex(each)).toBe(createHmac("md5", key).update(each, "utf8").digest("hex"));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("for hmac-md5 of any bytes, UTF-8 or not, between texts", () => {
    const hmac = createHmacMd5(encodeUtf8("key"));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), text, (bytes, between) => {
        expect(hmac.hexOfBytes(bytes)).toBe(createHmac("md5", "key").update(bytes).digest("hex"));
        expect(hmac.hex(between)).toBe(createHmac("md5", "key").update(between, "utf8").digest("hex"));
      }),
      { numRuns: 300 },
    );
  });

  it("at every length around the block borders", () => {
    const hmac = createHmacMd5(encodeUtf8("key"));
    for (let length = 0; length <= 260; length += 1) {
      const message = "m".repeat(length);
      expect(md5Hex(encodeUtf8(message))).toBe(createHash("md5").update(message).digest("hex"));
      expect(hmac.hex(message)).toBe(createHmac("md5", "key").update(message).digest("hex"));
    }
  });
});
