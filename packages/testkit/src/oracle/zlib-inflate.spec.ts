import { deflateRawSync, deflateSync, gunzipSync, gzipSync, inflateSync } from "node:zlib";
import { ProtocolError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { createZlibInflate } from "./zlib-inflate.js";

const limit = 4 * 1024 * 1024;
const inflate = createZlibInflate();

const depthText =
  '{"topic":"4BTC_USDT_depth","t":1,"d":{"pair":"4BTC_USDT","ut":1639124172771,"seq":188240,"add":{"asks":[["0.11","47744.9"]],"bids":[["0.809","47741.5"]]},"del":{"asks":null,"bids":[["0.522","47741.3"]]}}}';
const depthBytes = new TextEncoder().encode(depthText);

function inflated(source: Uint8Array, maxInflatedBytes = limit): Uint8Array {
  const length = inflate.inflate(source, 0, source.length, maxInflatedBytes);
  return inflate.output.slice(0, length);
}

/** The code that the body is refused with, or what it inflates to. */
function outcome(source: Uint8Array, maxInflatedBytes = limit): string {
  try {
    return new TextDecoder().decode(inflated(source, maxInflatedBytes));
  } catch (error) {
    if (error instanceof ProtocolError) {
      return error.code;
    }
    throw error;
  }
}

describe.each([
  { name: "zlib", compress: deflateSync },
  { name: "gzip", compress: gzipSync },
])("createZlibInflate on $name", ({ compress }) => {
  const good = compress(depthBytes);

  it("inflates one stream", () => {
    expect(outcome(good)).toBe(depthText);
  });

  it("reads only its own part of the source", () => {
    const framed = Buffer.concat([Buffer.from("1xx"), good, Buffer.from("yyy")]);
    const length = inflate.inflate(framed, 3, 3 + good.length, limit);
    expect(new TextDecoder().decode(inflate.output.subarray(0, length))).toBe(depthText);
  });

  it("inflates an empty text", () => {
    expect(outcome(compress(new Uint8Array(0)))).toBe("");
  });

  it("inflates lengths around its chunk size", () => {
    for (const length of [2047, 2048, 2049, 4096, 65_535, 65_536, 65_537, 131_072]) {
      const bytes = new Uint8Array(length).map((_, i) => i % 251);
      expect(Buffer.compare(inflated(compress(bytes)), bytes), `${length} bytes`).toBe(0);
    }
  });

  it("says truncated at every length below the whole", () => {
    for (let length = 0; length < good.length; length++) {
      expect(outcome(good.subarray(0, length)), `cut to ${length}`).toBe("frame-truncated");
    }
  });

  it("refuses bytes behind the stream, and says how many", () => {
    for (let trailing = 1; trailing <= 20; trailing++) {
      const source = Buffer.concat([good, Buffer.alloc(trailing, trailing % 3)]);
      expect(() => inflated(source)).toThrowError(
        expect.objectContaining({ code: "frame-trailing-bytes", details: { trailing } }),
      );
    }
  });

  it("refuses a second stream behind the first, an empty one too", () => {
    expect(outcome(Buffer.concat([good, good]))).toBe("frame-trailing-bytes");
    expect(outcome(Buffer.concat([good, compress(new Uint8Array(0))]))).toBe("frame-trailing-bytes");
    expect(outcome(Buffer.concat([compress(new Uint8Array(0)), good]))).toBe("frame-trailing-bytes");
  });

  it("accepts exactly the bound and refuses one byte more", () => {
    expect(outcome(good, depthBytes.length)).toBe(depthText);
    expect(outcome(good, depthBytes.length - 1)).toBe("frame-too-large");
  });

  it("refuses a bomb within milliseconds", () => {
    const bomb = compress(new Uint8Array(64 * 1024 * 1024), { level: 9 });
    expect(bomb.length).toBeLessThan(256 * 1024);
    const spentMs = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      expect(outcome(bomb)).toBe("frame-too-large");
      return process.cpuUsage(before).user / 1_000;
    });
    // Processor time, and the best of three: the machine may have other things to do.
    expect(Math.min(...spentMs)).toBeLessThan(100);
  });

  it("works on after a refusal", () => {
    expect(outcome(good.subarray(0, 20))).toBe("frame-truncated");
    expect(outcome(good)).toBe(depthText);
  });

  it("lets no flipped bit through that node:zlib refuses, and gives the same text for those that it accepts", () => {
    const oracle = compress === gzipSync ? gunzipSync : inflateSync;
    let refused = 0;
    let harmless = 0;
    for (let bit = 0; bit < good.length * 8; bit++) {
      const damaged = Buffer.from(good);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const found = outcome(damaged);
      if (found.startsWith("frame-")) {
        refused++;
        continue;
      }
      harmless++;
      expect(found, `bit ${bit}`).toBe(oracle(damaged).toString());
      expect(found, `bit ${bit}`).toBe(depthText);
    }
    expect(refused).toBeGreaterThan(good.length * 7);
    // In gzip's header time, level and system say nothing about the content.
    expect(harmless).toBeLessThan(compress === gzipSync ? 80 : 8);
  });
});

describe("createZlibInflate on other bytes", () => {
  it("refuses what is neither zlib nor gzip", () => {
    for (const text of ["{}", "hello, world", "\u0000\u0000\u0000\u0000"]) {
      expect(outcome(new TextEncoder().encode(text))).toBe("frame-corrupt");
    }
  });

  it("refuses a raw deflate stream, which has no checksum", () => {
    expect(outcome(deflateRawSync(depthBytes))).toBe("frame-corrupt");
  });

  it("refuses a preset dictionary", () => {
    expect(outcome(deflateSync(depthBytes, { dictionary: Buffer.from("depth") }))).toBe("frame-corrupt");
  });
});

describe("what a refusal says", () => {
  const zlib = deflateSync(depthBytes);
  const gzip = gzipSync(depthBytes);
  const withByte = (source: Buffer, at: number, mask: number): Buffer => {
    const copy = Buffer.from(source);
    const index = at < 0 ? copy.length + at : at;
    copy[index] = (copy[index] ?? 0) ^ mask;
    return copy;
  };
  /** The error that the part of the source is refused with. */
  const refusal = (source: Uint8Array, bounds: { start?: number; end?: number; max?: number } = {}): ProtocolError => {
    const { start = 0, end = source.length, max = limit } = bounds;
    try {
      inflate.inflate(source, start, end, max);
    } catch (error) {
      if (error instanceof ProtocolError) {
        return error;
      }
      throw error;
    }
    throw new Error("it was not refused");
  };

  it.each<[string, ProtocolError, string, object]>([
    ["an empty part", refusal(zlib, { start: 4, end: 4 }), "frame-truncated", { length: 0 }],
    ["a part whose end stands before its start", refusal(zlib, { start: 4, end: 2 }), "frame-truncated", { length: 0 }],
    ["a zlib stream that is cut off", refusal(zlib, { end: 30 }), "frame-truncated", { length: 30 }],
    ["a gzip header that is cut off", refusal(gzip, { end: 9 }), "frame-truncated", { length: 9 }],
    [
      "a gzip trailer that is cut off",
      refusal(gzip, { end: gzip.length - 1 }),
      "frame-truncated",
      { length: gzip.length - 1 },
    ],
    ["a gzip header with a flaw", refusal(withByte(gzip, 2, 1)), "frame-corrupt", { check: "header" }],
    ["a gzip body with a flaw", refusal(withByte(gzip, 10, 6)), "frame-corrupt", { check: "stream" }],
    ["a zlib stream with a flaw", refusal(withByte(zlib, 0, 1)), "frame-corrupt", { check: "stream" }],
    ["a wrong checksum of gzip's", refusal(withByte(gzip, -8, 1)), "frame-corrupt", { check: "checksum" }],
    ["a wrong length of gzip's", refusal(withByte(gzip, -4, 1)), "frame-corrupt", { check: "length" }],
    [
      "a zlib stream beyond the bound",
      refusal(zlib, { max: depthBytes.length - 1 }),
      "frame-too-large",
      { limit: depthBytes.length - 1, stage: "inflated" },
    ],
    ["a gzip stream beyond the bound", refusal(gzip, { max: 5 }), "frame-too-large", { limit: 5, stage: "inflated" }],
  ])("%s", (_, error, code, details) => {
    expect([error.code, error.details]).toEqual([code, details]);
  });

  it("names what node:zlib said as its cause, where it said anything", () => {
    expect(refusal(zlib, { end: 30 }).cause).toMatchObject({ code: "Z_BUF_ERROR" });
    expect(refusal(zlib, { max: 5 }).cause).toMatchObject({ code: "ERR_BUFFER_TOO_LARGE" });
    expect(refusal(withByte(zlib, 0, 1)).cause).toMatchObject({ code: "Z_DATA_ERROR" });
    expect(refusal(gzip, { end: 9 }).cause).toBeUndefined();
  });

  it("is about the part alone, wherever that stands in the source", () => {
    const source = Buffer.concat([gzip, gzip, gzip]);
    const start = gzip.length;
    expect(inflate.inflate(source, start, 2 * start, limit)).toBe(depthBytes.length);
    expect(refusal(source, { start, end: 2 * start + 3 }).details).toEqual({ trailing: 3 });
    expect(refusal(source, { start, end: 2 * start - 1 }).details).toEqual({ length: start - 1 });
  });

  it("leaves what was inflated before, as bytes whose slice is a copy", () => {
    inflate.inflate(zlib, 0, zlib.length, limit);
    const { output } = inflate;
    expect(Buffer.isBuffer(output)).toBe(false);
    refusal(zlib, { end: 30 });
    expect(inflate.output).toBe(output);
    expect(createZlibInflate().output).toEqual(new Uint8Array(0));
  });
});
