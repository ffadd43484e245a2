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

  /** What the flip did to a frame with this payload, with the one order given: where it flipped which bit of the payload. */
  function flipsIn(payload: Buffer, order: number, chunkBytes = 33) {
    const whole = Buffer.concat([upgrade, frame(payload)]);
    const flipBitsAt = [order];
    const changed = differences(whole, passed(whole, flipBitsAt, chunkBytes));
    const start = whole.length - payload.length;
    return { flips: changed.map(([at, mask]) => [at - start, mask]), isTaken: flipBitsAt.length === 0 };
  }

  test.each([
    ["zlib behind a marker", Buffer.from("1\x78xxxxxxxx", "latin1")],
    ["zlib from its first byte on", Buffer.from("\x78xxxxxxxxx", "latin1")],
    ["gzip behind a marker", Buffer.from("1\x1fxxxxxxxx", "latin1")],
    ["gzip from its first byte on", Buffer.from("\x1fxxxxxxxxx", "latin1")],
  ])("aims behind the header of %s, bit by bit, to the last one", (_, payload) => {
    expect(payload).toHaveLength(10);
    const room = 7 * 8;
    for (let bit = 0; bit < room; bit++) {
      const { flips, isTaken } = flipsIn(payload, (bit + 0.5) / room);
      expect({ flips, isTaken }).toEqual({ flips: [[3 + (bit >> 3), 1 << (bit & 7)]], isTaken: true });
    }
  });

  test.each([
    ["has no room behind its header", Buffer.from("1\x78x", "latin1")],
    ["is shorter than its header", Buffer.from("\x78x", "latin1")],
    ["is empty", Buffer.alloc(0)],
    ["looks compressed from its third byte on alone", Buffer.from("12\x78xxxxxxx", "latin1")],
    ["is plain", plain],
    ["ends with what base64 begins with", Buffer.from('{"data":"H4sI')],
    ["has no room behind what base64 begins with", Buffer.from('{"data":"H4sIA')],
    ["begins a text otherwise", Buffer.from('{"data":"H4sJAAAAAAAA","more":"e_JAAAA","eK":"H4s"}')],
    ["has base64 without a quote before it", Buffer.from('{"data":[H4sIAAAAAAAAAAAA,eJxxxxxxx]}')],
    ["has base64 too far behind", Buffer.from(`{"filler":"${"-".repeat(400)}","data":"H4sIAAAAAAAAAAAA"}`)],
  ])("leaves a body that %s, and keeps the order for the next", (_, payload) => {
    expect(flipsIn(payload, 0.5)).toEqual({ flips: [], isTaken: false });
    const whole = Buffer.concat([upgrade, frame(payload), frame(zlib)]);
    const changed = differences(whole, passed(whole, [0.5], 20));
    expect(changed.map(([at]) => at - (whole.length - zlib.length))).toEqual([3 + Math.floor((zlib.length - 3) / 2)]);
  });

  test.each([
    ["gzip", '{"data":"H4sI', "AAAAAAAAAAAA"],
    ["zlib", '{"data":"eJ', "xxxxxxxxxxxx"],
  ])("aims at the first half of what follows base64 of %s", (_, before, body) => {
    const payload = Buffer.from(`${before}${body}`);
    for (let byte = 0; byte < 6; byte++) {
      const { flips } = flipsIn(payload, (byte + 0.01) / 6);
      expect(flips).toEqual([[before.length + byte, 1]]);
    }
    expect(flipsIn(payload, 0.999).flips).toEqual([[before.length + 5, 0x80]]);
  });

  test("finds base64 that begins with the last of the first 400 bytes", () => {
    const payload = (filler: number) => Buffer.from(`${"-".repeat(filler)}"H4sIAAAAAAAA`);
    expect(flipsIn(payload(395), 0).flips).toEqual([[400, 1]]);
    expect(flipsIn(payload(396), 0).flips).toEqual([]);
  });

  test("nothing is changed in base64 when nothing was ordered, and one body is hit once", () => {
    const payload = Buffer.from('{"data":"H4sIAAAAAAAAAAAA","more":"H4sIAAAAAAAAAAAA"}');
    const whole = Buffer.concat([upgrade, frame(payload)]);
    expect(passed(whole, [], 20)).toEqual(whole);
    const orders = [0.1, 0.2];
    expect(differences(whole, passed(whole, orders, 20))).toHaveLength(1);
    expect(orders).toEqual([0.2]);
  });

  test("looks for frames only behind the blank line that ends the upgrade, however often it nearly ended", () => {
    const nearly = Buffer.from("\r\n\r\r\n\rx\r\nx\r\r\n\r\n", "latin1");
    const whole = Buffer.concat([frame(zlib), nearly, frame(zlib)]);
    const changed = differences(whole, passed(whole, [0.5, 0.5], 3));
    expect(changed.map(([at]) => at - (whole.length - zlib.length))).toEqual([3 + Math.floor((zlib.length - 3) / 2)]);
  });

  test.each([0, 1, 125, 126, 127, 300, 65_535, 65_536])("reads a frame of %i bytes to its end", (length) => {
    const whole = Buffer.concat([upgrade, frame(Buffer.alloc(length, "-")), frame(zlib)]);
    const changed = differences(whole, passed(whole, [0], 1_000));
    expect(changed).toEqual([[whole.length - zlib.length + 3, 1]]);
  });
});
