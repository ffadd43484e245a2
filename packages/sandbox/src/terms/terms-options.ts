/** What a contract asks of its users. Rates are decimals as text: `"0.0006"` is 0.06 %. Absent: what is usual. */
export interface TradingTerms {
  /** Whether larger positions allow less leverage: `on` by default. `off` is for tests that want the bare arithmetic of margins. */
  readonly brackets?: "on" | "off";
  /** Fee rate of orders that waited in the book; `"0.0002"` by default. Served as `maker_fee`. */
  readonly makerFeeRate?: string;
  /** Fee rate of orders that met a waiting one; `"0.0006"` by default. Served as `taker_fee`. */
  readonly takerFeeRate?: string;
  /** Maintenance rate of the lowest tier; each further one adds as much, up to a half. `"0.005"` by default. */
  readonly maintenanceRate?: string;
  /** Highest leverage, 1 to 100; 100 by default. Served as `leverage_max`. */
  readonly maxLeverage?: number;
  /** Most orders of a user that may wait in a contract; 100 by default. Served as `pending_max`. */
  readonly maxOpenOrders?: number;
  /** How far an order may lie beyond the tag price, as a share of it; `"0.1"` by default. */
  readonly priceBand?: string;
}

/** Terms of one contract. Quantities are decimals as text, multiples of its unit: in coin, of coin-margined contracts in USD. */
export interface ContractOptions extends TradingTerms {
  /** Positions up to this size are in the lowest tier. Served as `risk_level_base`. */
  readonly riskBase?: string;
  /** Each further tier is this wide. Served as `risk_level_dx`. */
  readonly riskStep?: string;
  /** Largest position of one side, waiting orders included. Served as `hold_max`. */
  readonly maxPosition?: string;
  /** Largest order. Served as `open_max_per`. */
  readonly maxOrderQuantity?: string;
}

/** Terms of the venue. What a contract has of its own stands under its pair. Everything has a default. */
export interface TermsOptions extends TradingTerms {
  /** Between two fundings, in milliseconds; 8 hours by default. The first one is at the next multiple of it. */
  readonly fundingPeriodMs?: number;
  /** What the insurance fund of a coin begins with, a decimal as text; 1,000,000 USDT and 100 of any other coin by default. */
  readonly insurance?: Readonly<Record<string, string>>;
  /** What is different about a contract, by its pair. Sizes have defaults that follow from the coin. */
  readonly contracts?: Readonly<Record<string, ContractOptions>>;
}

/** {@link TermsOptions}, checked, with the venue's defaults filled in. Equal terms have the same JSON text. */
export type VenueTerms = Required<TermsOptions>;
