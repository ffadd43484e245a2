import { coin, spot, usdt, venueCodes, wallet } from "@depthwire/schema";
import { pushCodes } from "@depthwire/schema/internal";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Operation, OperationsOf, ParamsOf, ResultOf } from "../shape/operation.js";
import type { InputOf } from "../shape/value.js";

const families = { usdt, coin, spot, wallet };
const operations = Object.entries(families).flatMap(([family, exports]) =>
  Object.entries<unknown>(exports).flatMap(([constant, value]) =>
    isOperation(value) ? [{ family, constant, label: `${family}.${constant}`, operation: value }] : [],
  ),
);

describe("the operation tables", () => {
  it("hold every operation of both documents", () => {
    const counts = Object.fromEntries(
      Object.keys(families).map((name) => [name, operations.filter(({ family }) => family === name).length]),
    );
    expect(counts).toEqual({ usdt: 29, coin: 8, spot: 9, wallet: 7 });
  });

  it("give every address once", () => {
    const addresses = operations.flatMap(({ operation }) =>
      [operation.path, ...operation.alsoAt].map((path) => `${operation.method} ${path} ${operation.command ?? ""}`),
    );
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it("name every code that a request or a push connection can be answered with", () => {
    const answered = new Set([...operations.flatMap(({ operation }) => operation.codes), ...pushCodes].map(String));
    expect(Object.keys(venueCodes).filter((code) => !answered.has(code))).toEqual([]);
  });

  it("never allow to repeat what moves money", () => {
    const never = operations.filter(({ operation }) => operation.repeat === "never").map(({ label }) => label);
    expect(never).toEqual([
      "usdt.adjustMargin",
      "usdt.placeOrder",
      "usdt.placePlanOrder",
      "usdt.transferFunds",
      "wallet.withdraw",
    ]);
  });

  it("call the older interface by its own scheme and address", () => {
    const legacy = operations.filter(({ operation }) => operation.base === "legacy");
    expect(legacy.map(({ operation }) => operation.command)).toEqual([
      "bc/orderById",
      "bc/orderDetail",
      "bc/orderHistory",
      "bc/dealLog",
    ]);
    for (const { operation } of legacy) {
      expect(operation).toMatchObject({ auth: "signed-form", paramsPlace: "form-command", envelope: "batch" });
    }
  });
});

describe.each(operations)("$label", ({ constant, operation }) => {
  it("is named after its constant", () => {
    expect(operation.name).toBe(constant);
  });

  it("sends a body only where the method has one, signed unless public", () => {
    const isGet = operation.method === "GET";
    expect(operation.paramsPlace === "query").toBe(isGet);
    expect(operation.auth === "none").toBe(isGet);
    expect(operation.permission === "none").toBe(operation.auth === "none");
  });

  it("lists each code once", () => {
    expect(new Set(operation.codes).size).toBe(operation.codes.length);
  });

  it("has rules on parameters that exist", () => {
    const known = Object.keys(operation.params.fields);
    const named = operation.rules.flatMap((rule) => {
      const own = "fields" in rule ? rule.fields : [rule.field];
      const conditions = "when" in rule ? rule.when.map(({ field }) => field) : [];
      return [...own, ...conditions];
    });
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("types derived from the tables", () => {
  it("keep operations and leave out the tables beside them", () => {
    type Usdt = OperationsOf<typeof usdt>;
    expectTypeOf<"placeOrder">().toExtend<keyof Usdt>();
    expectTypeOf<"placeOrderParams">().not.toExtend<keyof Usdt>();
  });

  it("tell what a caller passes and gets", () => {
    type Input = InputOf<ParamsOf<typeof usdt.placeOrder>>;
    const input: Input = { pair: "4BTC_USDT", quantity: "0.01", side: "open-long", type: "limit", price: "60000" };
    expect(Object.keys(input)).not.toContain("source");
    expectTypeOf<Input["side"]>().toEqualTypeOf<"open-long" | "open-short" | "close-long" | "close-short">();
    expectTypeOf<ResultOf<typeof spot.ping>>().toEqualTypeOf<number>();
    expectTypeOf<ResultOf<typeof usdt.placeOrder>["orderId"]>().toExtend<string>();
  });
});

describe("where the same wire word means two things", () => {
  it("has two names for plan_type", () => {
    expect(usdt.placeOrder.params.fields.attachedOrderType.wireKeys).toEqual(["plan_type"]);
    expect(usdt.placePlanOrder.params.fields.plan.wireKeys).toEqual(["plan_type"]);
    expect(usdt.placeOrder.params.fields.attachedOrderType.shape).not.toEqual(
      usdt.placePlanOrder.params.fields.plan.shape,
    );
  });

  it("keeps filters of deposits and withdrawals apart from their states", () => {
    expectTypeOf<"review-rejected">().toExtend<NonNullable<ParamsOf<typeof wallet.listWithdrawals>["filter"]>>();
    expectTypeOf<"succeeded">().not.toExtend<NonNullable<ParamsOf<typeof wallet.listWithdrawals>["filter"]>>();
  });
});

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}
