import type { MarketRecord } from "./market-record.js";
import { decimalPattern, recordKeys } from "./record-shape.js";

const decimal = { type: "string", pattern: decimalPattern.source };

const levels = (says: string): object => ({
  type: "array",
  description: says,
  items: { type: "array", prefixItems: [decimal, decimal], items: false, minItems: 2 },
});

const fields: Readonly<Record<string, object>> = {
  at: {
    type: "integer",
    minimum: 0,
    description: "when it happened, epoch milliseconds; never before the record in front of it",
  },
  pair: { type: "string", description: "such as 4BTC_USDT" },
  seq: { type: "integer", minimum: 0, description: "the number that the recorded venue gave this state" },
  asks: levels("[price, quantity] of each level for sale, each price once"),
  bids: levels("[price, quantity] of each level wanted, each price once"),
  price: { ...decimal, description: "above 0, no finer than the market's prices" },
  quantity: { ...decimal, description: "above 0, no finer than the market's quantities" },
  side: { enum: ["buy", "sell"], description: "what the taker did" },
};

const says: Readonly<Record<MarketRecord["kind"], string>> = {
  snapshot: "the whole book: what is not in it is gone",
  update: "the new quantity at each price that changed, 0 where nothing is left",
  deal: "a public trade",
};

/** The JSON Schema of one line of a market file. What needs the lines before it, no schema can say. */
export function marketRecordSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A line of a recorded market for the Depthwire sandbox",
    oneOf: Object.entries(recordKeys).map(([kind, { required, optional }]) => ({
      type: "object",
      description: says[kind as MarketRecord["kind"]],
      properties: Object.fromEntries(
        [...required, ...optional].map((key) => [key, key === "kind" ? { const: kind } : fields[key]]),
      ),
      required,
      additionalProperties: false,
    })),
  };
}
