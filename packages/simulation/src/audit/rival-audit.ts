import type { ExchangeEvent } from "@depthwire/exchange";
import type { Findings } from "./findings.js";

/** One holding of the key by one program. */
interface Reign {
  readonly who: string;
  readonly term: number;
}

/** Of the programs with one key one alone trades: the venue takes no order of a former holder once its heir trades, and no two say at once that they hold the key. */
export class RivalAudit {
  readonly #findings: Findings;
  /** By the client's id of each order: who signed it, and in which term. */
  readonly #signed = new Map<string, Reign>();
  /** Orders that the venue has taken; what comes again from its disk is not taken anew. */
  readonly #taken = new Set<string>();
  /** Whoever was told last that it may trade. */
  #newest: Reign = { who: "nobody", term: 0 };

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** A program is about to send an order that it signed in this term. */
  signed(who: string, clientOrderId: string, term: number): void {
    this.#signed.set(clientOrderId, { who, term });
  }

  /** A program is told that it may trade. */
  holds(who: string, term: number): void {
    if (term > this.#newest.term) {
      this.#newest = { who, term };
    } else {
      this.#findings.add("rivals", `${who} holds the key in the term ${term}, behind that of ${this.#newest.who}`);
    }
  }

  /** These say now that they hold the key. */
  look(holders: readonly string[]): void {
    this.#findings.looked("rivals");
    if (holders.length > 1) {
      this.#findings.add("rivals", `${holders.join(" and ")} hold the key at once`);
    }
  }

  happened(event: ExchangeEvent): void {
    const id = event.kind === "order-changed" ? (event.order.clientOrderId ?? "") : "";
    const signed = this.#signed.get(id);
    if (signed === undefined || this.#taken.has(id)) {
      return;
    }
    this.#taken.add(id);
    this.#findings.looked("rivals");
    if (signed.term < this.#newest.term) {
      const text = `the venue took ${id}, which ${signed.who} signed before ${this.#newest.who} held the key`;
      this.#findings.add("rivals", text);
    }
  }
}
