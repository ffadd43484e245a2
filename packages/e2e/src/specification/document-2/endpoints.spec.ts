import { compareDecimal } from "@depthwire/core";
import { compileOperation, decimalsOf, dropDecimals, hasNextWalletPage } from "@depthwire/core/internal";
import { coin, type Operation, orderLimits, spot, usdt, wallet } from "@depthwire/schema";
import { addressRoles } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { throughAnswer } from "../wire.spec-kit.js";

describe("trade limits", () => {
  it("drop what is finer than they allow, and bound an order's value [d2/endpoints-spot-market-data/sentence/1]", () => {
    const drop = (text: string, { min }: { readonly min: string }): string => dropDecimals(text, decimalsOf(min));
    expect(drop("1.23459999", orderLimits.spotPriceInUsdt)).toBe("1.2345");
    expect(drop("1.23459999", orderLimits.spotPriceInDai)).toBe("1.2345");
    expect(drop("0.123456789", orderLimits.spotPrice)).toBe("0.12345678");
    expect(drop("7.00019", orderLimits.spotQuantity)).toBe("7.0001");
    expect(drop("7.5", orderLimits.spotQuantity)).toBe("7.5");
    const { value } = throughAnswer(compileOperation(spot.getTradeLimits), {
      minPrice: { default: orderLimits.spotPrice.min, USDT: orderLimits.spotPriceInUsdt.min },
      minQuantity: { default: orderLimits.spotQuantity.min },
      minValue: { USDT: orderLimits.valueInUsdt.min, BTC: orderLimits.valueInBtc.min },
    });
    expect(compareDecimal("0.999", value.minValue["USDT"] ?? "")).toBe(-1);
    expect(compareDecimal("0.00020", value.minValue["BTC"] ?? "")).toBe(0);
  });
});

describe("wallet lists", () => {
  it("count one more than their records when a page follows [d2/endpoints-wallet-and-spot-account/sentence/1]", () => {
    const record = {
      depositId: "1",
      address: "a",
      transactionId: "t",
      coin: "BTC",
      chain: "BTC",
      confirmations: 2,
      amount: "1",
      createdAtMs: 5,
      status: "credited",
    } as const;
    const page = (count: number): boolean => {
      const items = [record, { ...record, depositId: "2" }];
      const { value } = throughAnswer(compileOperation(wallet.listDeposits), { count, page: 1, items });
      expect(value.items).toHaveLength(2);
      return hasNextWalletPage(value);
    };
    expect(page(2)).toBe(false);
    expect(page(3)).toBe(true);
  });
});

describe("the local accelerator", () => {
  it("has no shown paths: an address of its own, and no operation of the service is sent there [d2/endpoints-local-accelerator/sentence/1]", () => {
    expect(addressRoles.local).toMatchObject({ placeholder: "{local_url}", path: undefined });
    const operations = [usdt, coin, spot, wallet]
      .flatMap((family) => Object.values<unknown>(family))
      .filter(isOperation);
    expect(operations.length).toBe(53);
    expect(new Set(operations.map(({ base }) => base))).toEqual(new Set(["rest", "legacy", "alternateDomains"]));
  });
});

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "operation";
}
