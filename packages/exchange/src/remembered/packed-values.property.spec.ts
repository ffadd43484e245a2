import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ByteReader } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";
import { bytesOfHex, hexOf } from "./hex.js";

const value = fc.oneof(
  fc.record({ is: fc.constant("count" as const), value: fc.maxSafeNat() }),
  fc.record({ is: fc.constant("number" as const), value: fc.oneof(fc.maxSafeInteger(), fc.double()) }),
  fc.record({ is: fc.constant("money" as const), value: fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }) }),
  fc.record({
    is: fc.constant("text" as const),
    value: fc.option(fc.string({ unit: "binary" }), { nil: undefined }),
  }),
);
type Value = typeof value extends fc.Arbitrary<infer Of> ? Of : never;

const mostExact = Number.MAX_SAFE_INTEGER;

function write(writer: ByteWriter, one: Value): void {
  switch (one.is) {
    case "count":
      writer.count(one.value);
      break;
    case "number":
      writer.number(one.value);
      break;
    case "money":
      writer.money(one.value);
      break;
    default:
      writer.text(one.value);
  }
}

it("come back as they were, one behind the other", () => {
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const writer = new ByteWriter();
      for (const one of values) {
        write(writer, one);
      }
      const bytes = bytesOfHex(hexOf(writer.bytes));
      const reader = new ByteReader(bytes);
      expect(values.map((one) => reader[one.is]())).toEqual(values.map((one) => (one.value === 0 ? 0 : one.value)));
      expect(reader.isAtEnd).toBe(true);
      expect(() => reader.count()).toThrow(RangeError);
    }),
  );
});

it.each<[Value["is"], Value["value"], string]>([
  ["count", 0, "00"],
  ["count", 0x7f, "7f"],
  ["count", 0x80, "8001"],
  ["count", 0x7fffffff, "ffffffff07"],
  ["count", 0x1_0000_0080, "8081808010"],
  ["count", mostExact, "ffffffffffffff0f"],
  ["number", 0, "00"],
  ["number", 1, "0101"],
  ["number", -1, "8101"],
  ["number", 0x80000000, "0400000080"],
  ["number", 0x1_0000_0002, "050200000001"],
  ["number", -mostExact, "87ffffffffffff1f"],
  ["number", 0.5, "7f3fe0000000000000"],
  ["number", mostExact + 1, "7f4340000000000000"],
  ["money", 0n, "00"],
  ["money", -258n, "820201"],
  ["money", 2n ** 64n - 1n, "08ffffffffffffffff"],
  ["money", -(2n ** 64n), "89000000000000000001"],
  ["money", 2n ** 128n, "110000000000000000000000000000000001"],
  ["text", undefined, "00"],
  ["text", "", "01"],
  ["text", "a\x7f", "05617f"],
  ["text", "\x80", "048000"],
  ["text", "aß\u4e00", "086100df00004e"],
])("the %s %s takes no byte more than it needs", (is, one, hex) => {
  const writer = new ByteWriter();
  write(writer, { is, value: one } as Value);
  expect(hexOf(writer.bytes)).toBe(hex);
  expect(writer.length).toBe(hex.length / 2);
  expect(new ByteReader(bytesOfHex(hex))[is]()).toBe(one);
});

const longest: readonly Value[] = [
  { is: "count", value: mostExact },
  { is: "number", value: mostExact },
  { is: "number", value: 0.1 },
  { is: "money", value: 2n ** 64n - 1n },
  { is: "money", value: 2n ** 192n - 1n },
  { is: "text", value: "plain" },
  { is: "text", value: "plain ".repeat(400) },
  { is: "text", value: "üß€".repeat(5) },
];

it("wherever the room ends, what is written next has room", () => {
  for (const one of longest) {
    for (let before = 970; before <= 1030; before++) {
      const writer = new ByteWriter();
      writer.append(new Uint8Array(before));
      write(writer, one);
      const reader = new ByteReader(writer.bytes, before);
      expect(reader[one.is]()).toBe(one.value);
      expect(reader.isAtEnd).toBe(true);
    }
  }
});

it("what nobody asks for is left out, whatever it is", () => {
  const writer = new ByteWriter();
  const texts = [undefined, "", "plain", "ü", "üß€"];
  const amounts = [0n, -1n, 2n ** 50n, -(2n ** 90n)];
  for (const text of texts) {
    writer.text(text);
  }
  for (const amount of amounts) {
    writer.money(amount);
  }
  writer.count(7);
  const reader = new ByteReader(writer.bytes);
  for (const _ of texts) {
    reader.skipText();
  }
  for (const _ of amounts) {
    reader.skipMoney();
  }
  expect(reader.isAtEnd).toBe(false);
  expect(reader.count()).toBe(7);
  expect(reader.isAtEnd).toBe(true);
});

it.each([0, 1, 0x7f, 0x80, 1023, 1024, 0x3fff, 0x4000])(
  "a record of %i bytes has its length in front of it, and what stands around it stays",
  (length) => {
    const writer = new ByteWriter();
    writer.count(300);
    const start = writer.length;
    writer.count(0);
    const record = Uint8Array.from({ length }, (_, i) => i % 251);
    writer.append(record);
    writer.close(start);
    writer.count(301);
    const reader = new ByteReader(writer.bytes);
    expect([reader.count(), reader.count()]).toEqual([300, length]);
    expect(Buffer.compare(writer.bytes.subarray(reader.at, reader.at + length), record)).toBe(0);
    reader.skip(length);
    expect(reader.count()).toBe(301);
    expect(reader.isAtEnd).toBe(true);
  },
);

it("an amount of too many digits is refused, and leaves nothing behind", () => {
  const writer = new ByteWriter();
  const most = 2n ** (8n * 126n) - 1n;
  writer.money(-most);
  const { length } = writer;
  expect(() => writer.money(most + 1n)).toThrow(new RangeError("an amount has too many digits"));
  expect(writer.length).toBe(length);
  const reader = new ByteReader(writer.bytes);
  expect(reader.money()).toBe(-most);
  expect(() => reader.count()).toThrow(new RangeError("a record is cut off"));
});

it("a number that is not whole is no amount", () => {
  const writer = new ByteWriter();
  writer.number(0.5);
  expect(() => new ByteReader(writer.bytes).money()).toThrow(new RangeError("an amount is a whole number"));
});

it("what was written last can be taken back, and everything", () => {
  const writer = new ByteWriter();
  writer.count(1);
  writer.count(2);
  writer.cutTo(1);
  writer.count(3);
  expect(hexOf(writer.bytes)).toBe("0103");
  writer.clear();
  expect(writer.length).toBe(0);
  writer.count(4);
  expect(hexOf(writer.bytes)).toBe("04");
});

it("a number is read from bytes that are part of others", () => {
  const writer = new ByteWriter();
  writer.append(new Uint8Array(3));
  writer.number(0.25);
  const reader = new ByteReader(new Uint8Array());
  reader.moveTo(writer.bytes.slice().subarray(2), 1);
  expect([reader.at, reader.number(), reader.at]).toEqual([1, 0.25, 10]);
});
