import { compareDecimal } from "@depthwire/core";
import { compileOperation, compileRecord } from "@depthwire/core/internal";
import { orderLimits, requestLimits, spot, usdt, wallet } from "@depthwire/schema";
import { acceleratorLimits, batchCommands } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { bodyOf, queried, received, thrownBy } from "../wire.spec-kit.js";

describe("limits of requests", () => {
  it("one command, no more and no less [d2/limits/limit/commands-per-v1-1-cquery-request]", () => {
    expect(requestLimits.batchCommands).toMatchObject({ min: 1, max: 1 });
    const { encode } = compileRecord(batchCommands);
    const command = { command: "bc/dealLog", body: {}, index: 1 };
    expect(() => encode([command])).not.toThrow();
    for (const commands of [[], [command, command]]) {
      expect(thrownBy(() => encode(commands)).code).toBe("value-invalid");
    }
  });

  it.each([
    [
      "klines [d2/limits/limit/kline-size]",
      (rest: string) => queried(compileOperation(spot.getKlines), `pair=BTC_USDT&period=day${rest}`),
      requestLimits.klines,
      1000,
    ],
    [
      "depth",
      (rest: string) => queried(compileOperation(spot.getDepth), `pair=BTC_USDT${rest}`),
      requestLimits.depthQueryLevels,
      200,
    ],
    [
      "depth and deals [d2/limits/limit/depth-and-deals-size]",
      (rest: string) => queried(compileOperation(spot.getDeals), `pair=BTC_USDT${rest}`),
      requestLimits.deals,
      200,
    ],
  ] as const)("sizes of %s", (_title, read, limit, max) => {
    expect(limit).toMatchObject({ min: 1, max, assumed: max });
    for (const size of [1, max]) {
      expect(read(`&size=${size}`)).toMatchObject({ size });
    }
    expect(read("")).not.toHaveProperty("size");
    for (const size of [0, max + 1]) {
      expect(thrownBy(() => read(`&size=${size}`)).details).toMatchObject({ path: "size" });
    }
  });

  it.each([
    ["deposits", (body: string) => received(compileOperation(wallet.listDeposits), body)],
    ["withdrawals", (body: string) => received(compileOperation(wallet.listWithdrawals), body)],
  ] as const)(
    "1 to 50 %s on a page, from page 1 [d2/limits/limit/deposit-and-withdrawal-list-size] [d2/limits/limit/page-numbering]",
    (_what, read) => {
      expect(requestLimits.walletPage).toMatchObject({ min: 1, max: 50 });
      expect(requestLimits.firstPage).toMatchObject({ min: 1, assumed: 1 });
      for (const size of [1, 50]) {
        expect(read(`{"page":1,"size":${size}}`)).toEqual({ page: 1, size });
      }
      for (const [body, path] of [
        ['{"page":1,"size":0}', "size"],
        ['{"page":1,"size":51}', "size"],
        ['{"page":0,"size":50}', "page"],
        ['{"size":50}', "page"],
      ] as const) {
        expect(thrownBy(() => read(body)).details).toMatchObject({ path });
      }
    },
  );

  it("pages count from 1 in every list [d2/limits/limit/page-numbering]", () => {
    const history = compileOperation(usdt.listOrderHistory);
    expect(bodyOf(history, { page: 1, size: 1 })).toBe('{"page":1,"size":1}');
    expect(thrownBy(() => bodyOf(history, { page: 0, size: 1 })).code).toBe("value-invalid");
  });
});

describe("limits of spot orders", () => {
  it("smallest price: 0.00000001, and 0.0001 in USDT and DAI [d2/limits/limit/minimum-order-price]", () => {
    const { spotPrice, spotPriceInUsdt, spotPriceInDai } = orderLimits;
    expect([spotPrice.min, spotPriceInUsdt.min, spotPriceInDai.min]).toEqual(["0.00000001", "0.0001", "0.0001"]);
    expect(compareDecimal("0.00009", spotPriceInUsdt.min)).toBe(-1);
    expect(compareDecimal("0.00009", spotPrice.min)).toBe(1);
  });

  it("smallest quantity: 0.0001 [d2/limits/limit/minimum-order-quantity]", () => {
    expect(orderLimits.spotQuantity).toMatchObject({ min: "0.0001", unit: "coin" });
    expect(compareDecimal("0.00010", orderLimits.spotQuantity.min)).toBe(0);
  });

  it("smallest value by pricing coin [d2/limits/limit/minimum-order-value]", () => {
    const values = Object.values(orderLimits)
      .filter((limit) => limit.spec === "document 2, Limits" && /^[A-Z]+$/.test(limit.unit))
      .map(({ unit, min }) => [unit, min]);
    expect(values).toEqual(
      expect.arrayContaining([
        ["USDT", "1"],
        ["DAI", "1"],
        ["GUSD", "1"],
        ["BIX", "3"],
        ["BTC", "0.0002"],
        ["ETH", "0.005"],
      ]),
    );
    // USDC is not in the document's list; deployments alone have it.
    expect(values.map(([unit]) => unit)).not.toContain("USDC");
  });
});

describe("the local accelerator", () => {
  it("reads without a frequency limit: the limit counts for the service's own operations [d2/limits/limit/local-accelerator]", () => {
    expect(requestLimits.frequency.spec).toBe("field note 27");
    expect(Object.keys(acceleratorLimits)).toEqual(["port"]);
  });

  it("listens at 8080 unless it is told another port [d2/limits/limit/local-accelerator-port]", () => {
    expect(acceleratorLimits.port).toMatchObject({ min: 1, max: 65_535, assumed: 8080, unit: "TCP port" });
  });
});
