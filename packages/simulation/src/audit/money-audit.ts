import { compareDecimal } from "@depthwire/core";
import type { ExchangeEvent } from "@depthwire/exchange";
import { type ExchangeState, viewEquity, viewLedgerTotals } from "@depthwire/exchange/internal";
import type { Findings } from "./findings.js";

/** The sum of all accounts is zero at every look, and the insurance fund pays nobody who can pay. */
export class MoneyAudit {
  readonly #findings: Findings;
  readonly #state: () => ExchangeState;

  constructor(findings: Findings, state: () => ExchangeState) {
    this.#findings = findings;
    this.#state = state;
  }

  /** The venue has just done this, and nothing since. */
  justHappened(event: ExchangeEvent): void {
    if (event.kind !== "insurance-paid") {
      return;
    }
    this.#findings.looked("insurance");
    const equity = viewEquity(this.#state(), event.account).find(({ coin }) => coin === event.coin)?.equity ?? "0";
    if (compareDecimal(equity, "0") > 0) {
      this.#findings.add(
        "insurance",
        `the fund paid ${event.amount} ${event.coin} for ${event.account}, who is worth ${equity}`,
      );
    }
  }

  look(): void {
    this.#findings.looked("money");
    for (const [coin, sum] of Object.entries(viewLedgerTotals(this.#state()))) {
      if (compareDecimal(sum, "0") !== 0) {
        this.#findings.add("money", `all accounts of ${coin} add up to ${sum}`);
      }
    }
  }
}
