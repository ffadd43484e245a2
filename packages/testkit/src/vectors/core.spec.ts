import {
  batchQueryStringToSign,
  channelLoginStringToSign,
  compareDecimal,
  headerStringToSign,
  isMultipleOf,
  prefixLoginStringToSign,
} from "@depthwire/core";
import { createHmacMd5, dropDecimals, formatScaled, md5Hex, toScaled } from "@depthwire/core/internal";
import { describe, expect, test } from "vitest";
import { loadDecimalVectors, loadDigestVectors, loadSigningVectors } from "./load-vectors.js";

const utf8 = new TextEncoder();

function sign(secret: string, text: string): string {
  return createHmacMd5(utf8.encode(secret)).hex(text);
}

/** HMAC vectors whose data is not UTF-8 cannot be passed as text. */
function textOf(dataHex: string): string | undefined {
  const data = Buffer.from(dataHex, "hex");
  const text = data.toString("utf8");
  return Buffer.from(text, "utf8").equals(data) ? text : undefined;
}

describe("core against the vectors", () => {
  test("MD5", () => {
    for (const { dataHex, md5Hex: expected } of loadDigestVectors().md5) {
      expect(md5Hex(Buffer.from(dataHex, "hex"))).toBe(expected);
    }
  });

  test("HMAC-MD5", () => {
    let compared = 0;
    for (const { keyHex, dataHex, hmacHex } of loadDigestVectors().hmacMd5) {
      const text = textOf(dataHex);
      if (text !== undefined) {
        expect(createHmacMd5(Buffer.from(keyHex, "hex")).hex(text)).toBe(hmacHex);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(40);
  });

  test("strings to sign and signatures", () => {
    const { header, prefixLogin, channelLogin, batchQuery } = loadSigningVectors();
    for (const { secret, timestampMs, body, stringToSign, signature } of header) {
      expect(headerStringToSign(timestampMs, body)).toBe(stringToSign);
      expect(sign(secret, stringToSign)).toBe(signature);
    }
    for (const { secret, apiKey, stringToSign, signature } of prefixLogin) {
      expect(prefixLoginStringToSign(apiKey)).toBe(stringToSign);
      expect(sign(secret, stringToSign)).toBe(signature);
    }
    for (const { secret, apiKey, serviceName, stringToSign, signature } of channelLogin) {
      expect(channelLoginStringToSign(apiKey, serviceName)).toBe(stringToSign);
      expect(sign(secret, stringToSign)).toBe(signature);
    }
    for (const { secret, commands, signature } of batchQuery) {
      expect(sign(secret, batchQueryStringToSign(commands))).toBe(signature);
    }
  });

  test("decimals", () => {
    const { compare, multipleOf, dropDecimals: drops, scaled } = loadDecimalVectors();
    for (const { left, right, order } of compare) {
      expect(compareDecimal(left, right), `${left} and ${right}`).toBe(order);
    }
    for (const { value, step, isMultiple } of multipleOf) {
      expect(isMultipleOf(value, step), `${value} of ${step}`).toBe(isMultiple);
    }
    for (const { text, scale, value } of drops) {
      expect(compareDecimal(dropDecimals(text, scale), value), `${text} to ${scale}`).toBe(0);
    }
    for (const { text, scale, integer, formatted } of scaled) {
      expect(toScaled(text, scale), `${text} at ${scale}`).toBe(BigInt(integer));
      expect(formatScaled(BigInt(integer), scale)).toBe(formatted);
    }
  });
});
