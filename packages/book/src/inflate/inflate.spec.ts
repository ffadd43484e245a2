import zlib from "node:zlib";
import { type FrameLimits, type Inflate, ProtocolError } from "@depthwire/core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createPureInflate } from "../plain/inflate.js";
import { createWasmInflate } from "../wasm/inflate.js";
import { createInflate } from "./create-inflate.js";

const text = `{"topic":"4BTC_USDT_depth","t":1,"d":{"pair":"4BTC_USDT","seq":188240,"add":{"asks":[["0.11","47744.9"]]}}}`;
const inZlib = zlib.deflateSync(text);
const inGzip = zlib.gzipSync(text);
const bomb = zlib.deflateSync(Buffer.alloc(100 << 20));

function inflated(inflate: Inflate, source: Uint8Array, maxInflatedBytes = 1 << 20): string {
  const length = inflate.inflate(source, 0, source.length, maxInflatedBytes);
  return Buffer.from(inflate.output.subarray(0, length)).toString();
}

/** Code and metadata of the refusal. */
function refusal(inflate: Inflate, source: Uint8Array, maxInflatedBytes = 1 << 20): unknown {
  try {
    inflated(inflate, source, maxInflatedBytes);
  } catch (error) {
    if (error instanceof ProtocolError) {
      return { code: error.code, ...error.details };
    }
    throw error;
  }
  return "accepted";
}

function corrupt(check: string): object {
  return { code: "frame-corrupt", check };
}

/** A copy of `source` with the bits of `mask` flipped in one byte; a negative place counts from the end. */
function flipped(source: Buffer, place: number, mask: number): Buffer {
  const copy = Buffer.from(source);
  const at = place < 0 ? source.length + place : place;
  copy[at] = (copy[at] as number) ^ mask;
  return copy;
}

describe.each([
  ["wasm", createWasmInflate],
  ["pure", createPureInflate],
])("%s", (_, create: (limits?: FrameLimits) => Inflate) => {
  const inflate = create();

  test("inflates zlib and gzip", () => {
    expect(inflated(inflate, inZlib)).toBe(text);
    expect(inflated(inflate, inGzip)).toBe(text);
  });

  test("inflates a stream in the middle of a message, short or long", () => {
    for (const around of [1, 20, 200_000]) {
      const message = Buffer.concat([Buffer.alloc(around, 0x31), inZlib, Buffer.alloc(around, 0xff)]);
      const length = inflate.inflate(message, around, around + inZlib.length, 1 << 20);
      expect(Buffer.from(inflate.output.subarray(0, length)).toString()).toBe(text);
    }
  });

  test("refuses a range that the message does not have", () => {
    const truncated = expect.objectContaining({ code: "frame-truncated" });
    expect(() => inflate.inflate(inZlib, 0, inZlib.length + 1, 1 << 20)).toThrow(truncated);
    expect(() => inflate.inflate(inZlib, -1, inZlib.length, 1 << 20)).toThrow(truncated);
    expect(() => inflate.inflate(inZlib, 5, 4, 1 << 20)).toThrow(truncated);
  });

  test("says what was wrong", () => {
    expect(refusal(inflate, inZlib.subarray(0, 30))).toEqual({ code: "frame-truncated", length: 30 });
    expect(refusal(inflate, Buffer.alloc(0))).toEqual({ code: "frame-truncated", length: 0 });
    expect(refusal(inflate, flipped(inZlib, 0, 1))).toEqual(corrupt("header"));
    expect(refusal(inflate, flipped(inZlib, 2, 6))).toEqual(corrupt("block"));
    expect(refusal(inflate, flipped(inZlib, -1, 1))).toEqual(corrupt("checksum"));
    expect(refusal(inflate, flipped(inGzip, -5, 1))).toEqual(corrupt("checksum"));
    expect(refusal(inflate, flipped(inGzip, -1, 1))).toEqual(corrupt("length"));
  });

  test("refuses trailing bytes and a second gzip member, and counts them", () => {
    expect(refusal(inflate, Buffer.concat([inZlib, Buffer.of(0)]))).toEqual({
      code: "frame-trailing-bytes",
      trailing: 1,
    });
    expect(refusal(inflate, Buffer.concat([inGzip, inGzip]))).toEqual({
      code: "frame-trailing-bytes",
      trailing: inGzip.length,
    });
  });

  test("refuses a preset dictionary as soon as its checksum is there", () => {
    const source = zlib.deflateSync(text, { dictionary: Buffer.from("4BTC_USDT_depth") });
    expect(refusal(inflate, source)).toEqual(corrupt("header"));
    expect(refusal(inflate, source.subarray(0, 6))).toEqual(corrupt("header"));
    expect(refusal(inflate, source.subarray(0, 5))).toEqual({ code: "frame-truncated", length: 5 });
  });

  test("refuses a window above 32 KiB and another method", () => {
    expect(refusal(inflate, Buffer.concat([Buffer.of(0x88, 0x1c), inZlib.subarray(2)]))).toEqual(corrupt("header"));
    expect(refusal(inflate, Buffer.concat([Buffer.of(0x77, 0x09), inZlib.subarray(2)]))).toEqual(corrupt("header"));
  });

  test("takes a distance beyond the window that the header states, as node:zlib does", () => {
    const far = Buffer.concat([Buffer.from(text), Buffer.alloc(2_000, "."), Buffer.from(text)]);
    // 0x08 0x1d: a window of 256 bytes.
    const source = Buffer.concat([Buffer.of(0x08, 0x1d), zlib.deflateSync(far).subarray(2)]);
    expect(zlib.inflateSync(source).equals(far)).toBe(true);
    expect(inflated(inflate, source)).toBe(far.toString());
  });

  describe("gzip headers (RFC 1952, 2.3.1)", () => {
    const extra = Buffer.from([5, 0, 1, 2, 3, 4, 5]);
    const name = Buffer.from("depth.json\0");
    const comment = Buffer.from("a comment\0");
    const withHeader = (flags: number, ...fields: readonly Buffer[]): Buffer => {
      const header = Buffer.concat([Buffer.of(0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 255), ...fields]);
      const crc = Buffer.alloc(flags & 2 ? 2 : 0);
      if (flags & 2) {
        crc.writeUInt16LE(crc32(header) & 0xffff);
      }
      return Buffer.concat([header, crc, inGzip.subarray(10)]);
    };

    test.each([
      ["text flag", withHeader(1)],
      ["extra field", withHeader(4, extra)],
      ["name", withHeader(8, name)],
      ["comment", withHeader(16, comment)],
      ["header checksum", withHeader(2)],
      ["all of them", withHeader(31, extra, name, comment)],
    ])("%s", (_, source) => {
      expect(zlib.gunzipSync(source).toString()).toBe(text);
      expect(inflated(inflate, source)).toBe(text);
      for (let length = 0; length < source.length; length++) {
        expect(refusal(inflate, source.subarray(0, length))).toEqual({ code: "frame-truncated", length });
      }
    });

    test("a wrong header checksum, reserved flags and another method are refused", () => {
      expect(refusal(inflate, flipped(withHeader(2), 4, 1))).toEqual(corrupt("header"));
      expect(refusal(inflate, flipped(withHeader(10, name), 12, 1))).toEqual(corrupt("header"));
      for (const flag of [0x20, 0x40, 0x80]) {
        expect(refusal(inflate, withHeader(flag))).toEqual(corrupt("header"));
      }
      expect(refusal(inflate, flipped(inGzip, 2, 1))).toEqual(corrupt("header"));
    });
  });

  describe("limits", () => {
    test("a text of exactly the limit passes, one byte more does not", () => {
      for (const source of [inZlib, inGzip, zlib.deflateSync(text, { level: 0 }), zlib.deflateSync("a".repeat(108))]) {
        const length = inflated(inflate, source).length;
        expect(inflated(inflate, source, length)).toHaveLength(length);
        const tooLarge = { code: "frame-too-large", limit: length - 1, stage: "inflated" };
        expect(refusal(inflate, source, length - 1)).toEqual(tooLarge);
      }
      expect(refusal(inflate, inZlib, 0)).toMatchObject({ code: "frame-too-large", limit: 0 });
      expect(refusal(inflate, inZlib, -1)).toMatchObject({ code: "frame-too-large", limit: 0 });
    });

    test("limits given at creation hold whatever a call allows", () => {
      const small = create({ maxFrameBytes: inGzip.length, maxInflatedBytes: text.length - 1 });
      const tooLarge = { code: "frame-too-large", limit: text.length - 1, stage: "inflated" };
      expect(refusal(small, inZlib, 1 << 20)).toEqual(tooLarge);
      const short = create({ maxFrameBytes: inZlib.length - 1, maxInflatedBytes: 1 << 20 });
      expect(refusal(short, inZlib)).toEqual({ code: "frame-too-large", limit: inZlib.length - 1, stage: "frame" });
    });

    test("limits above the default are served", () => {
      const large = create({ maxFrameBytes: 1 << 20, maxInflatedBytes: 1 << 24 });
      const bytes = Buffer.alloc(1 << 24, "depth");
      const source = zlib.deflateSync(bytes);
      const length = large.inflate(source, 0, source.length, 1 << 24);
      expect(bytes.equals(large.output.subarray(0, length))).toBe(true);
    });

    // How soon: bomb.processor-time.spec.ts.
    test("a bomb is refused within fixed memory", () => {
      const fresh = create();
      expect(bomb.length).toBeLessThan(256 * 1024);
      for (let refused = 0; refused < 3; refused += 1) {
        expect(refusal(fresh, bomb, 1 << 24)).toMatchObject({ code: "frame-too-large", limit: 4 << 20 });
      }
      expect(fresh.output.buffer.byteLength).toBeLessThan(8 << 20);
    });
  });

  test("lengths that lead far behind the end are truncation, also in the least memory", () => {
    const small = create({ maxFrameBytes: 100, maxInflatedBytes: 100 });
    const stored = Buffer.of(0x78, 0x9c, 1, 0xff, 0xff, 0, 0, ...Buffer.from("text"));
    expect(refusal(small, stored)).toEqual({ code: "frame-truncated", length: stored.length });
    const extraField = Buffer.of(0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 3, 0xff, 0xff, ...Buffer.from("text"));
    expect(refusal(small, extraField)).toEqual({ code: "frame-truncated", length: extraField.length });
  });

  test("a refused stream leaves nothing behind", () => {
    for (const damaged of [inZlib.subarray(0, 40), flipped(inGzip, 14, 0x10), flipped(inZlib, 20, 0xff)]) {
      expect(refusal(inflate, damaged)).not.toBe("accepted");
      expect(inflated(inflate, inZlib)).toBe(text);
      expect(inflated(inflate, inGzip)).toBe(text);
    }
  });

  test("two inflaters do not share memory", () => {
    const other = create();
    inflated(inflate, inZlib);
    inflated(other, zlib.deflateSync("x".repeat(500)));
    expect(Buffer.from(inflate.output.subarray(0, text.length)).toString()).toBe(text);
  });
});

describe("createInflate", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("takes WebAssembly where it is allowed", () => {
    const before = WebAssembly.Instance;
    let instances = 0;
    vi.stubGlobal("WebAssembly", {
      ...webAssemblyParts(),
      Instance: class extends before {
        constructor(module: WebAssembly.Module) {
          super(module);
          instances++;
        }
      },
    });
    expect(inflated(createInflate(), inZlib)).toBe(text);
    expect(instances).toBe(1);
  });

  test.each([
    ["absent", undefined],
    ["barred", { ...webAssemblyParts(), Module: barredModule }],
  ])("does without where it is %s", async (_, webAssembly) => {
    // The decoder's module is compiled once for all inflaters: here by nobody yet.
    vi.resetModules();
    const fresh = { ...(await import("./create-inflate.js")), ...(await import("../wasm/inflate.js")) };
    vi.stubGlobal("WebAssembly", webAssembly);
    expect(() => fresh.createWasmInflate()).toThrow();
    expect(inflated(fresh.createInflate(), inZlib)).toBe(text);
    expect(inflated(fresh.createInflate({ maxFrameBytes: 1_000, maxInflatedBytes: 1_000 }), inGzip)).toBe(text);
  });
});

function webAssemblyParts(): Pick<typeof WebAssembly, "Module" | "Instance" | "Memory"> {
  return { Module: WebAssembly.Module, Instance: WebAssembly.Instance, Memory: WebAssembly.Memory };
}

/** What a content security policy without `wasm-unsafe-eval` does. */
function barredModule(): never {
  throw new WebAssembly.CompileError("Refused to compile: 'unsafe-eval' is not allowed");
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb88320;
    }
  }
  return ~crc;
}
