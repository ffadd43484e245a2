import { spawnSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { OracleBook } from "../oracle/oracle-book.js";
import { seededRandom } from "../random/seeded-random.js";
import {
  loadDecimalVectors,
  loadDepthVectors,
  loadDigestVectors,
  loadFrameVectors,
  loadRandomVectors,
  loadRelayVectors,
  loadSigningVectors,
} from "./load-vectors.js";

const folder = fileURLToPath(new URL("../../vectors/", import.meta.url));
const python = spawnSync("python3", ["-c", "import zlib; print(zlib.ZLIB_RUNTIME_VERSION)"], { encoding: "utf8" });

describe("vectors against a second implementation", () => {
  test("digests agree with node:crypto", () => {
    const { md5, hmacMd5 } = loadDigestVectors();
    expect(md5.length).toBeGreaterThan(7);
    for (const { dataHex, md5Hex } of md5) {
      expect(createHash("md5").update(Buffer.from(dataHex, "hex")).digest("hex")).toBe(md5Hex);
    }
    expect(hmacMd5.length).toBeGreaterThan(7);
    for (const { keyHex, dataHex, hmacHex } of hmacMd5) {
      const hmac = createHmac("md5", Buffer.from(keyHex, "hex"));
      expect(hmac.update(Buffer.from(dataHex, "hex")).digest("hex")).toBe(hmacHex);
    }
  });

  test("signatures agree with node:crypto", () => {
    const { header, prefixLogin, channelLogin, batchQuery } = loadSigningVectors();
    const cases = [
      ...header,
      ...prefixLogin,
      ...channelLogin,
      ...batchQuery.map((vector) => ({ ...vector, stringToSign: vector.commands })),
    ];
    expect(cases.length).toBeGreaterThan(30);
    for (const { secret, stringToSign, signature } of cases) {
      expect(createHmac("md5", secret).update(stringToSign).digest("hex")).toBe(signature);
    }
  });

  test.each(loadDepthVectors())("the oracle book agrees: $name", (vector) => {
    const book = new OracleBook(vector.pair, vector);
    expect(vector.messages.map((message) => book.apply(message))).toEqual(vector.outcomes);
    expect([book.seq, book.usable]).toEqual([vector.seq, vector.usable]);
    expect(book.asks().map(({ price, quantity }) => [price, quantity])).toEqual(vector.asks);
    expect(book.bids().map(({ price, quantity }) => [price, quantity])).toEqual(vector.bids);
  });

  test("frames inflate under node:zlib as they say", () => {
    const { good, damaged } = loadFrameVectors();
    for (const { frameHex, encoding, text } of good) {
      const frame = Buffer.from(frameHex, "hex");
      const hasMarker = !text.startsWith("{") || frame[0] !== 0x7b;
      const body = hasMarker ? frame.subarray(1) : frame;
      expect((encoding === "plain" ? body : unzipSync(body)).toString("utf8").trimEnd()).toBe(text);
    }
    expect(damaged.map(({ survivingBitFlips }) => survivingBitFlips.length > 0)).not.toContain(false);
  });

  test("seededRandom gives the words of the generator", () => {
    for (const { seed, words } of loadRandomVectors()) {
      const random = seededRandom(seed);
      expect(words.map(() => random() * 0x1_0000_0000)).toEqual(words);
    }
  });

  test("the relay's wire: what is said of each header's length is that of its bytes, and all bytes are hexadecimal", () => {
    const { headers, refusedHeaders, beats, refusedBeats, echoes } = loadRelayVectors();
    expect(headers.map(({ hex }) => hex.length / 2)).toEqual(headers.map(({ bytes }) => bytes));
    const all = [...headers, ...refusedHeaders, ...beats, ...refusedBeats].map(({ hex }) => hex);
    expect(all.length).toBeGreaterThan(90);
    const answers = echoes.flatMap(({ questionHex, answerHex }) => [questionHex, answerHex]);
    expect([...all, ...answers].filter((hex) => !/^(?:[0-9a-f]{2})*$/.test(hex))).toEqual([]);
  });

  test("decimals: every kind has cases of every answer", () => {
    const { compare, multipleOf, dropDecimals, scaled } = loadDecimalVectors();
    expect(new Set(compare.map(({ order }) => order))).toEqual(new Set([-1, 0, 1]));
    expect(new Set(multipleOf.map(({ isMultiple }) => isMultiple))).toEqual(new Set([true, false]));
    expect(dropDecimals.length).toBeGreaterThan(100);
    expect(scaled.length).toBeGreaterThan(100);
  });
});

describe.runIf(python.status === 0)("vectors are what generate.py writes", () => {
  test("byte for byte", () => {
    const fresh = mkdtempSync(join(tmpdir(), "vectors-"));
    try {
      expect(spawnSync("python3", [join(folder, "generate.py"), fresh], { encoding: "utf8" }).stderr).toBe("");
      const sameZlib = python.stdout.trim() === loadFrameVectors().zlibVersion;
      // Another zlib may choose other Huffman codes for the same text.
      const compressed = new Set(["frames.json", "messages.json"]);
      const names = readdirSync(fresh).filter((name) => sameZlib || !compressed.has(name));
      expect(names).toContain("digest.json");
      for (const name of names) {
        expect(readFileSync(join(fresh, name), "utf8") === readFileSync(join(folder, name), "utf8"), name).toBe(true);
      }
    } finally {
      rmSync(fresh, { recursive: true });
    }
  });
});
