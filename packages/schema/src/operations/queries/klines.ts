import { klinePeriod } from "../../enums/kline-period.js";
import { pair } from "../../names/pair.js";
import { optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { integer } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";

const fields = {
  /** The pair. */
  pair: required("pair", pair),
  /** How long a candle lasts. */
  period: required("period", closed(klinePeriod)),
  /** How many candles, the latest ones. */
  size: optional("size", integer({ min: 1, max: 1000 }), { assumed: 1000 }),
};

/** Which candles to fetch. */
export const getKlinesParams: RecordOf<typeof fields, GetKlinesParams> = /* @__PURE__ */ record(
  "get-klines-params",
  fields,
  {
    spec: "document 1, Endpoints, Contract kline; document 2, Endpoints, Spot market data; field note 22",
  },
);

/** Decoded {@link getKlinesParams}. */
export interface GetKlinesParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getKlinesParams}: plain text where the decoded form is branded. */
export interface GetKlinesInput extends InputFields<GetKlinesParams> {}
