import type { MarketRules } from "../recordings/market/recorded-market.js";
import type { ExportFormat } from "./formats.js";
import type { TableOptions } from "./tables/table.js";

/** What is exported, and how. Plain data: it crosses threads. */
export interface ExportTerms {
  readonly format: ExportFormat;
  /** Names of tables; of no meaning where the format has none. */
  readonly tables: readonly string[];
  /** Undefined: every pair. */
  readonly pairs: readonly string[] | undefined;
  readonly options: TableOptions;
  readonly rules: MarketRules;
}
