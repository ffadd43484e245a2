import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { createInMemoryExchange } from "../in-memory.js";
import type { MarketRecord } from "./market-record.js";
import { marketRecordSchema } from "./record-schema.js";

const published = "../../../../docs/api/market-record.schema.json";
const snapshot = { kind: "snapshot", at: 1, pair: "4BTC_USDT", asks: [["50001", "2"]], bids: [["50000.5", "0.1"]] };
const deal = { kind: "deal", at: 2, pair: "4BTC_USDT", price: "50000", quantity: "1", side: "buy" };

describe("the schema of a record", () => {
  it("is published as it is", async () => {
    await expect(`${JSON.stringify(marketRecordSchema(), null, 2)}\n`).toMatchFileSnapshot(published);
  });

  it.each<[boolean, object]>([
    [true, snapshot],
    [true, { ...snapshot, seq: 5, asks: [] }],
    [true, { ...snapshot, kind: "update", asks: [["50001", "0"]] }],
    [true, deal],
    [false, { ...snapshot, seq: -1 }],
    [false, { ...snapshot, kind: "book" }],
    [false, { ...snapshot, asks: [["50001"]] }],
    [false, { ...snapshot, asks: [["50001", "1", "2"]] }],
    [false, { ...snapshot, asks: [["-1", "1"]] }],
    [false, { ...snapshot, asks: [["1e3", "1"]] }],
    [false, { ...snapshot, price: "1" }],
    [false, { ...deal, quantity: 1 }],
    [false, { ...deal, side: "ask" }],
    [false, { ...deal, at: 1.5 }],
  ])("agrees with the sandbox: %s for %j", (isRight, record) => {
    const validate = new Ajv2020({ strict: false }).compile(marketRecordSchema());
    expect(validate(record)).toBe(isRight);
    const records = [
      snapshot,
      { ...record, ...("at" in record && record.at === 1 ? { at: 2 } : {}) },
    ] as MarketRecord[];
    const start = (): unknown => createInMemoryExchange({ market: { records } });
    if (isRight) {
      expect(start).not.toThrow();
    } else {
      expect(start).toThrow(
        expect.objectContaining({ details: expect.objectContaining({ option: "market.records[1]" }) }),
      );
    }
  });
});
