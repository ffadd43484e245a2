import { describe, expect, it } from "vitest";
import type { TrueOrder } from "./account-truth.js";
import type { Placing, WantedOrder } from "./client-messages.js";
import { Findings } from "./findings.js";
import { compareFills } from "./judge-fills.js";
import { judgeOrders } from "./judge-orders.js";

const order: WantedOrder = {
  clientOrderId: "7",
  pair: "4BTC_USDT",
  side: "open-long",
  type: "market",
  quantity: "0.001",
  price: "60000",
};

const there = (orderId: string, dealQuantity = "0"): TrueOrder => {
  return { orderId, clientOrderId: "7", dealQuantity, status: 1 };
};

function judge(placing: Placing, orders: readonly TrueOrder[], twins: readonly string[] = []): Findings {
  const findings = new Findings();
  judgeOrders([{ order, placing }], orders, { twins }, findings);
  return findings;
}

describe("what a client says of an order", () => {
  it.each(["refused", "halted", "limited", "not-sent", "not-placed"] as const)(
    "%s is wrong when it is there",
    (verdict) => {
      expect(judge({ verdict }, [there("1")]).faults.wrong).toHaveLength(1);
      expect(judge({ verdict }, []).faults.wrong).toEqual([]);
    },
  );

  it("is wrong when it is placed and not there, or somebody else's", () => {
    expect(judge({ verdict: "placed", orderId: "1" }, [there("1")]).faults.wrong).toEqual([]);
    expect(judge({ verdict: "placed", orderId: "1" }, []).faults.wrong).toHaveLength(1);
    expect(judge({ verdict: "placed", orderId: "1" }, [there("2")]).faults.wrong).toHaveLength(1);
  });

  it("is unknown when it says so", () => {
    expect(judge({ verdict: "unknown" }, []).faults.unknown).toHaveLength(1);
  });

  it("is wrong when it is there twice and nobody was told", () => {
    const twice = [there("1"), there("2")];
    expect(judge({ verdict: "placed", orderId: "1" }, twice).faults.wrong).toHaveLength(1);
    expect(judge({ verdict: "placed", orderId: "1" }, twice, ["7"]).faults.wrong).toEqual([]);
  });
});

describe("fills that a client was told of", () => {
  const fill = (fillId: string, quantity: string, orderId = "1") => ({ orderId, fillId, quantity });

  it("are what was traded", () => {
    const delivered = [fill("a", "0.001"), fill("b", "0.002")];
    expect(compareFills(delivered, [there("1", "0.003")])).toEqual({ lost: [], doubled: [] });
  });

  it("are lost, doubled, or of no order", () => {
    expect(compareFills([], [there("1", "0.001")])).toMatchObject({ lost: [expect.any(String)], doubled: [] });
    const twice = [fill("a", "0.001"), fill("a", "0.001")];
    expect(compareFills(twice, [there("1", "0.002")]).doubled).toHaveLength(1);
    expect(compareFills(twice, [there("1", "0.001")]).doubled).toHaveLength(2);
    expect(compareFills([fill("a", "0.001", "9")], []).doubled).toHaveLength(1);
  });
});
