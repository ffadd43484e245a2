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
