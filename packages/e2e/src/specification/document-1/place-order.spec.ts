import { ValidationError } from "@depthwire/core";
import { checkParams, compileOperation } from "@depthwire/core/internal";
import { type InputOf, type ParamsOf, usdt } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { answered, bodyOf, throughAnswer, thrownBy } from "../wire.spec-kit.js";

type Order = InputOf<ParamsOf<typeof usdt.placeOrder>>;

const placeOrder = compileOperation(usdt.placeOrder);
const limitOrder: Order = { pair: "4BTC_USDT", quantity: "0.01", side: "open-long", type: "limit", price: "60000" };
const attachment = {
  attachedOrderType: "market",
  takeProfitTriggerPrice: "61000",
  stopLossTriggerPrice: "59000",
} as const;

/** Which of the trigger prices breaks a rule, if any. */
function refused(order: Order, latestPrice?: string): unknown {
  try {
    checkParams(placeOrder, order, latestPrice === undefined ? {} : { latestPrice });
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationError);
    return (error as ValidationError<"value-invalid">).details.path;
  }
}

describe("an attached take-profit and stop-loss", () => {
  it("is for opening orders only [d1/endpoints-place-order/sentence/1]", () => {
    expect(bodyOf(placeOrder, { ...limitOrder, ...attachment })).toBe(
      '{"pair":"4BTC_USDT","amount":"0.01","order_side":1,"order_type":2,"price":"60000","order_from":6,"plan_type":1,"profit_price":"61000","loss_price":"59000"}',
    );
    expect(bodyOf(placeOrder, limitOrder)).not.toContain("plan_type");
    expect(refused({ ...limitOrder, ...attachment })).toBeUndefined();
    for (const side of ["close-long", "close-short"] as const) {
      expect(refused({ ...limitOrder, side })).toBeUndefined();
      expect(refused({ ...limitOrder, ...attachment, side })).toBe("attachedOrderType");
    }
  });

  it.each([
    ["limit, long [d1/endpoints-place-order/trigger-rule/limit-long]", "limit", "open-long"],
    ["limit, short [d1/endpoints-place-order/trigger-rule/limit-short]", "limit", "open-short"],
    ["market, long [d1/endpoints-place-order/trigger-rule/market-long]", "market", "open-long"],
    ["market, short [d1/endpoints-place-order/trigger-rule/market-short]", "market", "open-short"],
  ] as const)("has its prices on the right sides: %s", (_title, type, side) => {
    // A limit order is held against its own price, a market order against the latest one; the other price is a decoy.
    const reference = "60000";
    const order = { ...limitOrder, ...attachment, type, side, price: type === "limit" ? reference : "1" };
    const latest = type === "limit" ? "1" : reference;
    const [above, below] = ["60000.1", "59999.9"];
    const [profit, loss] = side === "open-long" ? [above, below] : [below, above];
    const check = (takeProfitTriggerPrice: string, stopLossTriggerPrice: string): unknown =>
      refused({ ...order, takeProfitTriggerPrice, stopLossTriggerPrice }, latest);
    expect(check(profit, loss)).toBeUndefined();
    expect(check(loss, loss)).toBe("takeProfitTriggerPrice");
    expect(check("60000.0", loss)).toBe("takeProfitTriggerPrice");
    expect(check(profit, profit)).toBe("stopLossTriggerPrice");
    expect(check(profit, "60000.0")).toBe("stopLossTriggerPrice");
  });
});

describe("the answer", () => {
  it("has ids and status beside state; cmd is ignored [d1/endpoints-place-order/sentence/2]", () => {
    const { wire } = throughAnswer(placeOrder, { orderId: "12875281286404369", clientOrderId: "7", status: "open" });
    expect(wire).toEqual({ state: 0, order_id: "12875281286404369", client_oid: "7", status: 1, cmd: "open" });
    const names = [1, 2, 3, 4, 5, 100].map(
      (status) =>
        answered(placeOrder, `{"state":0,"order_id":"1","client_oid":"7","status":${status},"cmd":[]}`).status,
    );
    expect(new Set(names).size).toBe(6);
    expect(names.filter((name) => name.startsWith("unknown"))).toEqual([]);
    expect(thrownBy(() => answered(placeOrder, '{"state":0,"client_oid":"7","status":1}')).details).toMatchObject({
      path: "order_id",
    });
  });
});
