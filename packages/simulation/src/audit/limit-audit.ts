import { addDecimals, compareDecimal } from "@depthwire/core";
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

/**
 * Positions stay within the trader's own limit, as the venue sees them. Orders of an earlier life that wait when the next one begins
 * are not in its limit until they trade, as the guide says: what they trade is allowed on top.
 */
export class LimitAudit {
  readonly #findings: Findings;
  readonly #who: string;
  /** In which life each order was sent. */
  readonly #lives = new Map<string, number>();
  /** What orders of earlier lives have added to a side since nothing was held there: an order of this life may have been sent before they traded. */
  readonly #added = new Map<string, string>();
  #life = 0;

  constructor(findings: Findings, who: string) {
    this.#findings = findings;
    this.#who = who;
  }

  /** What the exchange did before comes again, from its disk. */
  renewed(): void {
    this.#added.clear();
  }

  /** The next life of the program begins. */
  begun(): void {
    this.#life += 1;
  }

  /** An order leaves in this life. */
  sent(clientOrderId: string): void {
    this.#lives.set(clientOrderId, this.#life);
  }

  happened(event: ExchangeEvent): void {
    if (event.kind === "filled") {
      const { clientOrderId = "", pair, side, dealQuantity } = event.fill;
      if (side.startsWith("open-") && this.#lives.get(clientOrderId) !== this.#life) {
        const key = `${pair} ${side.split("-")[1]}`;
        this.#added.set(key, addDecimals(this.#added.get(key) ?? "0", dealQuantity));
      }
    }
    if (event.kind !== "position-changed") {
      return;
    }
    this.#findings.looked("limits");
    const { pair, side, quantity = "0" } = event.position;
    const key = `${pair} ${side}`;
    if (compareDecimal(quantity, "0") === 0) {
      this.#added.delete(key);
    } else if (compareDecimal(quantity, addDecimals(maxPositionQuantity, this.#added.get(key) ?? "0")) > 0) {
      this.#findings.add("limits", `${this.#who}: holds ${quantity} of ${pair} ${side}`);
    }
  }
}
