import { compareDecimal } from "@depthwire/core";
import type { ExchangeEvent } from "@depthwire/exchange";
import type { TradingLimits } from "@depthwire/rest";
import type { Findings } from "./findings.js";

/** Largest position of a simulated trader, in the pair's quantity. */
const maxPositionQuantity = "0.04";

/** Limits that every simulated trader has. */
export const traderLimits: TradingLimits = {
  maxOrdersPerSecond: 3,
  maxPositionQuantity,
};

/** Positions stay within the trader's own limit, as the venue sees them. */
export class LimitAudit {
  readonly #findings: Findings;
  readonly #who: string;

  constructor(findings: Findings, who: string) {
    this.#findings = findings;
    this.#who = who;
  }

  happened(event: ExchangeEvent): void {
    if (event.kind !== "position-changed") {
      return;
    }
    this.#findings.looked("limits");
    const { pair, side, quantity = "0" } = event.position;
    if (compareDecimal(quantity, maxPositionQuantity) > 0) {
      this.#findings.add("limits", `${this.#who}: holds ${quantity} of ${pair} ${side}`);
    }
  }
}
