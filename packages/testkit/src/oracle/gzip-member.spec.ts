import { crc32, gunzipSync, gzipSync } from "node:zlib";
import { ProtocolError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { readGzipHeader } from "./gzip-member.js";
import { createZlibInflate } from "./zlib-inflate.js";

const plain = gzipSync(Buffer.from("book"));
const flagOf = { text: 1, checksum: 2, extra: 4, name: 8, comment: 16 } as const;

interface OptionalFields {
  readonly flags: number;
  readonly fields: readonly Buffer[];
}

/** The plain member with optional header fields put in. */
function member({ flags, fields }: OptionalFields): Buffer {
  const header = Buffer.from(plain.subarray(0, 10));
  header[3] = flags;
  const head = Buffer.concat([header, ...fields]);
  const checksum = Buffer.alloc((flags & flagOf.checksum) === 0 ? 0 : 2);
  if (checksum.length > 0) {
    checksum.writeUInt16LE(crc32(head) & 0xffff);
  }
  return Buffer.concat([head, checksum, plain.subarray(10)]);
}

/** The code that the member is refused with, or what it inflates to. */
function outcome(source: Uint8Array): string {
  const inflate = createZlibInflate();
  try {
    const length = inflate.inflate(source, 0, source.length, 1000);
    return new TextDecoder().decode(inflate.output.subarray(0, length));
  } catch (error) {
    if (error instanceof ProtocolError) {
      return error.code;
    }
    throw error;
  }
}

const extra = Buffer.from([3, 0, 1, 2, 3]);
const name = Buffer.from("book.json\0");
const comment = Buffer.from("a remark\0");

describe("a gzip header", () => {
  it.each([
    { title: "a text flag", flags: flagOf.text, fields: [] },
    { title: "an extra field", flags: flagOf.extra, fields: [extra] },
    { title: "a name", flags: flagOf.name, fields: [name] },
    { title: "a comment", flags: flagOf.comment, fields: [comment] },
    { title: "its own checksum", flags: flagOf.checksum, fields: [] },
    { title: "all of them", flags: 31, fields: [extra, name, comment] },
  ])("may have $title", (optional) => {
    const source = member(optional);
    expect(gunzipSync(source).toString()).toBe("book");
    expect(outcome(source)).toBe("book");
  });

  it("is truncated wherever it is cut off", () => {
    const source = member({ flags: 31, fields: [extra, name, comment] });
    for (let length = 1; length < source.length; length++) {
      expect(outcome(source.subarray(0, length)), `cut to ${length}`).toBe("frame-truncated");
    }
  });

  it.each([
    { title: "a second byte that is not gzip's", at: 1, value: 0x8c },
    { title: "another method than deflate", at: 2, value: 7 },
    { title: "a reserved flag", at: 3, value: 0x20 },
    { title: "another reserved flag", at: 3, value: 0x40 },
    { title: "the last reserved flag", at: 3, value: 0x80 },
  ])("is corrupt with $title", ({ at, value }) => {
    const source = Buffer.from(plain);
    source[at] = value;
    expect(() => gunzipSync(source)).toThrow();
    expect(outcome(source)).toBe("frame-corrupt");
  });

  it("is corrupt when its own checksum is wrong", () => {
    const source = member({ flags: flagOf.checksum, fields: [] });
    source[10] = (source[10] ?? 0) ^ 1;
    expect(outcome(source)).toBe("frame-corrupt");
  });
});

describe("readGzipHeader", () => {
  const whole = member({ flags: 31, fields: [extra, name, comment] });
  const bodyStart = 10 + extra.length + name.length + comment.length + 2;
  const headerOf = (source: Uint8Array, start = 0, end = source.length) => readGzipHeader(source, start, end, crc32);

  it.each([0, 1, 300])("tells where the body begins, behind %i bytes and before others", (before) => {
    const source = Buffer.concat([Buffer.alloc(before, 0x78), whole, Buffer.from("more")]);
    expect(headerOf(source, before, before + whole.length)).toEqual({ bodyStart: before + bodyStart });
  });

  it("is truncated where its end stands before it is whole, though the rest stands behind that end", () => {
    for (let end = 0; end <= bodyStart; end++) {
      expect(headerOf(whole, 0, end), `ends at ${end}`).toBe("truncated");
      const source = Buffer.concat([Buffer.from("x"), whole]);
      expect(headerOf(source, 1, 1 + end), `ends at 1 + ${end}`).toBe("truncated");
    }
    expect(headerOf(whole, 0, bodyStart + 1)).toEqual({ bodyStart });
  });

  it("steps over an extra field of more than 255 bytes, and over none", () => {
    const long = Buffer.concat([Buffer.from([0x04, 0x02]), Buffer.alloc(0x204, 7)]);
    expect(headerOf(member({ flags: flagOf.extra, fields: [long] }))).toEqual({ bodyStart: 10 + long.length });
    const none = Buffer.from([0, 0]);
    expect(headerOf(member({ flags: flagOf.extra, fields: [none] }))).toEqual({ bodyStart: 12 });
  });

  it("steps over an empty name and an empty comment", () => {
    const source = member({ flags: flagOf.name | flagOf.comment, fields: [Buffer.of(0), Buffer.of(0)] });
    expect(headerOf(source)).toEqual({ bodyStart: 12 });
  });

  it("is corrupt by its first byte, and by a flaw in a header after which nothing comes", () => {
    const other = Buffer.from(plain);
    other[0] = 0x1e;
    expect(headerOf(other)).toBe("corrupt");
    const bare = Buffer.from(plain.subarray(0, 10));
    expect(headerOf(bare)).toBe("truncated");
    bare[3] = 0x20;
    expect(headerOf(bare)).toBe("corrupt");
  });

  it("is corrupt by either byte of its own checksum, also where nothing comes after it", () => {
    const source = member({ flags: flagOf.checksum, fields: [] }).subarray(0, 12);
    expect(headerOf(source)).toBe("truncated");
    for (const at of [10, 11]) {
      const flawed = Buffer.from(source);
      flawed[at] = (flawed[at] ?? 0) ^ 0x10;
      expect(headerOf(flawed), `byte ${at}`).toBe("corrupt");
    }
  });
});

describe("a gzip trailer", () => {
  it("is checked, both the checksum and the length", () => {
    for (let back = 1; back <= 8; back++) {
      const source = Buffer.from(plain);
      const at = source.length - back;
      source[at] = (source[at] ?? 0) ^ 0x10;
      expect(outcome(source), `byte ${back} from the end`).toBe("frame-corrupt");
    }
  });
});
