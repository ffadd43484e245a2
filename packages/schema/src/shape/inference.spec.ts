import { describe, expect, expectTypeOf, it } from "vitest";
import { orderSide } from "../enums/order-side.js";
import { clientOrderId, orderId, type Price, price, type Quantity, quantity } from "../records/scalars.js";
import {
  at,
  fixed,
  list,
  mapOf,
  nullable,
  optional,
  optionalAt,
  record,
  required,
  row,
  singleKey,
  tag,
  under,
  variants,
  whenKeys,
  whenLength,
} from "./composite.js";
import { closed, type Unknown } from "./enumeration.js";
import { decimal, flag, identifier, integer, literal, text, time } from "./scalar.js";
import type { Branded, InputOf, ValueOf } from "./value.js";

const sample = record(
  "sample",
  {
    /** Required text. */
    id: required(["i", "id"], orderId),
    /** Optional text. */
    clientId: optional("c", clientOrderId),
    /** Enumeration. */
    side: required("s", orderSide),
    /** Money. */
    price: required("p", price),
    /** Nested. */
    levels: required(
      "l",
      list(row("level", { quantity: at(0, quantity), price: at(1, price) }, { length: 2, spec: "" })),
    ),
  },
  { spec: "test" },
);
type Sample = ValueOf<typeof sample>;

describe("decoded types", () => {
  it("has required and optional properties, all readonly", () => {
    expectTypeOf<Sample>().toEqualTypeOf<{
      readonly id: Branded<"order-id">;
      readonly clientId?: Branded<"client-order-id">;
      readonly side: "open-long" | "open-short" | "close-long" | "close-short" | Unknown;
      readonly price: Price;
      readonly levels: readonly { readonly quantity: Quantity; readonly price: Price }[];
    }>();
  });

  it("keeps brands apart", () => {
    expectTypeOf<Price>().not.toExtend<Quantity>();
    expectTypeOf<Quantity>().not.toExtend<Price>();
    expectTypeOf<string>().not.toExtend<Price>();
    expectTypeOf<Price>().toExtend<string>();
  });

  it("accepts plain text or the right brand from a caller", () => {
    type Input = InputOf<Sample>;
    expectTypeOf<"60000">().toExtend<Input["price"]>();
    expectTypeOf<string>().toExtend<Input["price"]>();
    expectTypeOf<Price>().toExtend<Input["price"]>();
    expectTypeOf<Quantity>().not.toExtend<Input["price"]>();
    expectTypeOf<Sample>().toExtend<Input>();
    expectTypeOf<"open">().not.toExtend<Input["side"]>();
  });

  it("leaves a case for values outside an open table and none outside a closed one", () => {
    const requested = closed(orderSide);
    expectTypeOf<ValueOf<typeof orderSide>>().toEqualTypeOf<ValueOf<typeof requested> | Unknown>();
    expectTypeOf<"unknown:7">().toExtend<ValueOf<typeof orderSide>>();
    expectTypeOf<"unknown:7">().not.toExtend<ValueOf<typeof requested>>();
    expect(requested).toEqual({ ...orderSide, range: "closed" });
  });

  it("tells variants apart by their tags", () => {
    const first = record("first", { kind: tag("first"), a: required("a", integer()) }, { spec: "" });
    const second = record("second", { kind: tag("second"), b: required("b", flag()) }, { spec: "" });
    const either = variants("either", [whenKeys({ anyOf: ["a"] }, first), whenKeys({ anyOf: ["b"] }, second)]);
    type Either = ValueOf<typeof either>;
    expectTypeOf<Extract<Either, { kind: "second" }>["b"]>().toEqualTypeOf<boolean>();
    expectTypeOf<Either["kind"]>().toEqualTypeOf<"first" | "second">();
  });

  it("keeps what is always the same on the wire out of the decoded value", () => {
    const message = record("message", { event: fixed("event", "addChannel"), a: required("a", text()) }, { spec: "" });
    expectTypeOf<ValueOf<typeof message>>().toEqualTypeOf<{ readonly a: string }>();
    expect(message.fields.event.shape).toEqual({ kind: "literal", value: "addChannel" });
  });

  it("turns a single-key object into a union by kind", () => {
    const event = singleKey(
      "event",
      { order: under("contract_pending", sample), note: under("n", text()) },
      { spec: "" },
    );
    type Event = ValueOf<typeof event>;
    expectTypeOf<Extract<Event, { kind: "order" }>["value"]>().toEqualTypeOf<Sample>();
    expectTypeOf<Extract<Event, { kind: "note" }>["value"]>().toEqualTypeOf<string>();
  });

  it("infers scalars and containers", () => {
    const rows = variants("rows", [
      whenLength(1, row("one", { a: at(0, text()) }, { length: 1, spec: "" })),
      whenLength(2, row("two", { a: at(0, text()), b: optionalAt(1, text(), "") }, { length: 2, spec: "" })),
    ]);
    expectTypeOf<ValueOf<typeof rows>>().toEqualTypeOf<
      { readonly a: string } | { readonly a: string; readonly b?: string }
    >();
    const time1 = time("iso-8601");
    expectTypeOf<ValueOf<typeof time1>>().toEqualTypeOf<number>();
    const literal1 = literal("addChannel");
    expectTypeOf<ValueOf<typeof literal1>>().toEqualTypeOf<"addChannel">();
    const prices = mapOf(nullable(price));
    expectTypeOf<ValueOf<typeof prices>>().toEqualTypeOf<Readonly<Record<string, Price | null>>>();
    const fee = decimal("fee", { scale: 10 });
    expectTypeOf<ValueOf<typeof fee>>().toEqualTypeOf<Branded<"fee">>();
    const bare = identifier("bare", { wire: "integer" });
    expectTypeOf<ValueOf<typeof bare>>().toEqualTypeOf<Branded<"bare">>();
  });
});

describe("descriptors as data", () => {
  it("keeps the order of keys, which is the order on the wire", () => {
    expect(Object.values(sample.fields).map((field) => field.wireKeys[0])).toEqual(["i", "c", "s", "p", "l"]);
  });

  it("sends the first of several keys", () => {
    expect(sample.fields.id.wireKeys).toEqual(["i", "id"]);
  });

  it("is plain data", () => {
    expect(structuredClone(sample)).toEqual(sample);
  });
});
