import { klinePeriod } from "../../enums/kline-period.js";
import { pair } from "../../names/pair.js";
import { optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { integer } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";

/**
 * Which candles to fetch.
 *
 * @spec document 1, Endpoints, Contract kline; document 2, Endpoints, Spot market data; field note 22
 */
export const getKlinesParams = record(
  "get-klines-params",
  {
    /** The pair. */
    pair: required("pair", pair),
    /** How long a candle lasts. */
    period: required("period", closed(klinePeriod)),
    /** How many candles, the latest ones. */
    size: optional("size", integer({ min: 1, max: 1000 }), { assumed: 1000 }),
  },
  { spec: "document 1, Endpoints, Contract kline; document 2, Endpoints, Spot market data; field note 22" },
);

/** Decoded {@link getKlinesParams}. */
export type GetKlinesParams = ValueOf<typeof getKlinesParams>;
