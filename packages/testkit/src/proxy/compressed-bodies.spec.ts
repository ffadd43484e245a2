import { deflateSync, gzipSync, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { CompressedBodies } from "./compressed-bodies.js";

const upgrade = Buffer.from("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n");
const text = JSON.stringify({ levels: Array.from({ length: 40 }, (_, index) => [`${index * 7}`, `${index}.5`]) });
const plain = Buffer.from(`0${text.slice(0, 100)}`);
const zlib = Buffer.concat([Buffer.from("1"), deflateSync(text)]);
const long = Buffer.concat([Buffer.from("1"), deflateSync(text.repeat(1).padEnd(70_000, "x"), { level: 0 })]);

/** An unmasked frame of RFC 6455. */
function frame(payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) {
    return Buffer.concat([Buffer.of(0x82, length), payload]);
  }
  const short = length < 65_536;
  const header = Buffer.alloc(short ? 4 : 10);
  header.writeUInt16BE(short ? 0x827e : 0x827f, 0);
  if (short) {
    header.writeUInt16BE(length, 2);
  } else {
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([header, payload]);
}

/** The bits that differ, as [byte, mask]. */
function differences(before: Buffer, after: Buffer): [number, number][] {
  return Array.from(before, (byte, at): [number, number] => [at, byte ^ (after[at] as number)]).filter(
    ([, mask]) => mask !== 0,
  );
}

function passed(stream: Buffer, flipBitsAt: number[], chunkBytes: number): Buffer {
  const bodies = new CompressedBodies(flipBitsAt);
  const copy = Buffer.from(stream);
  for (let at = 0; at < copy.length; at += chunkBytes) {
    bodies.pass(copy.subarray(at, at + chunkBytes));
  }
  return copy;
}

describe("CompressedBodies", () => {
  const stream = Buffer.concat([upgrade, frame(plain), frame(zlib), frame(plain), frame(long), frame(gzipSync(text))]);

  test("leaves everything as it is when nothing was ordered", () => {
    expect(passed(stream, [], 64)).toEqual(stream);
  });

  test.each([1, 7, 1000, stream.length])(
    "flips one bit of each compressed body, in pieces of %i bytes",
    (chunkBytes) => {
      const flipBitsAt = [0.5, 0.25, 0.999];
      const changed = differences(stream, passed(stream, flipBitsAt, chunkBytes));
      expect(flipBitsAt).toEqual([]);
      expect(changed).toHaveLength(3);
      const starts = [zlib, long].map((payload) => stream.indexOf(payload));
      const [first, second, third] = changed;
      expect(first?.[0]).toBe((starts[0] ?? 0) + 3 + Math.floor((zlib.length - 3) / 2));
      expect(second?.[0]).toBeGreaterThan((starts[1] ?? 0) + 70_000 / 4);
      expect(third?.[0]).toBeGreaterThan(stream.length - 4);
      expect(changed.every(([, mask]) => Math.log2(mask) % 1 === 0)).toBe(true);
    },
  );

  test("a body that was hit cannot be inflated to the same text", () => {
    const hit = passed(Buffer.concat([upgrade, frame(zlib)]), [0.4], 50).subarray(-zlib.length);
    expect(() => expect(inflateSync(hit.subarray(1)).toString()).not.toBe(text)).toThrow();
  });

  test.each([gzipSync(text), deflateSync(text)])("finds a body that stands as base64 in JSON", (body) => {
    const json = JSON.stringify({
      channel: "svc/a.b.depth",
      data: body.toString("base64"),
      compression: "some",
      ts: 1,
    });
    const whole = Buffer.concat([upgrade, frame(plain), frame(Buffer.from(json))]);
    const flipBitsAt = [0.9, 0.1];
    const [hit, ...others] = differences(whole, passed(whole, flipBitsAt, 33));
    expect(others).toEqual([]);
    expect(flipBitsAt).toEqual([0.1]);
    const bodyAt = whole.indexOf(body.toString("base64"));
    expect(hit?.[0]).toBeGreaterThan(bodyAt);
    expect(hit?.[0]).toBeLessThan(bodyAt + body.toString("base64").length);
  });
});
