import { expect, it } from "vitest";
import { crc32c } from "./crc32c.js";
import { openText, sealText } from "./sealed-text.js";

it("puts a checksum of eight digits in front of a text", () => {
  expect(sealText("123456789")).toBe("cbf43926123456789");
  expect(sealText("")).toBe("00000000");
});

it("opens a text that is as it was sealed, and no other", () => {
  const sealed = sealText("some text");
  expect(openText(sealed)).toBe("some text");
  expect([sealed.replace("e", "f"), sealed.slice(0, -1), `${sealed} `, sealed.slice(1), ""].map(openText)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});

it("has the database's own checksum for what the database wrote", () => {
  const bytes = new TextEncoder().encode("123456789");
  expect(crc32c(bytes)).toBe(0xe306_9283);
  expect(crc32c(new Uint8Array(32))).toBe(0x8a91_36aa);
  expect(crc32c(new Uint8Array(32).fill(255))).toBe(0x62a8_ab43);
});
