import type { ExchangeEvent } from "@depthwire/exchange";
import type { Findings } from "./findings.js";

/** What a program was told of one of its orders. */
export type ToldOutcome =
  | "placed"
  | "rejected"
  | "refused"
  | "not-placed"
  | "unknown"
  | "finished"
  /** It was said honestly that nobody knows, and nothing is left that could be asked. */
  | "nobody-knows";

/** Holds what a trader was told of each of its orders against the venue's record. */
export class OrderAudit {
  readonly #findings: Findings;
  readonly #who: string;
  /** By the client's id; undefined: nobody was told yet. */
  readonly #told = new Map<string, ToldOutcome | undefined>();
  /** The venue's ids by the client's. */
  readonly #records = new Map<string, Set<string>>();
  /** The venue's latest word on each. */
  readonly #statuses = new Map<string, string>();

  constructor(findings: Findings, who: string) {
    this.#findings = findings;
    this.#who = who;
  }

  renewed(): void {
    this.#records.clear();
    this.#statuses.clear();
  }

  happened(event: ExchangeEvent): void {
    if (event.kind !== "order-changed") {
      return;
    }
    const { orderId, clientOrderId = "", status } = event.order;
    if (this.#told.has(clientOrderId)) {
      this.#statuses.set(clientOrderId, status);
      const ids = this.#records.get(clientOrderId) ?? new Set();
      this.#records.set(clientOrderId, ids.add(orderId));
      if (ids.size > 1) {
        this.#findings.add("orders", `${this.#who}: the venue has ${ids.size} orders of the call ${clientOrderId}`);
      }
    }
  }

  /** A program is about to place an order. */
  wanted(clientOrderId: string): void {
    this.#told.set(clientOrderId, undefined);
  }

  /** Whether an order of this name was ever wanted. */
  knows(clientOrderId: string): boolean {
    return this.#told.has(clientOrderId);
  }

  told(clientOrderId: string, outcome: ToldOutcome): void {
    if (this.#told.has(clientOrderId)) {
      this.#told.set(clientOrderId, outcome);
    }
  }

  /** The program's own store says that nothing can come of an order any more. What the venue has must have ended; what it never had must not come. */
  finished(clientOrderId: string): void {
    if (!this.#told.has(clientOrderId) || this.#told.get(clientOrderId) !== undefined) {
      return;
    }
    const status = this.#statuses.get(clientOrderId);
    this.#told.set(clientOrderId, status === undefined ? "refused" : "finished");
    if (status === "open" || status === "partly-filled") {
      this.#findings.add("orders", `${this.#who}: ${clientOrderId} is kept as finished, and is ${status} at the venue`);
    }
  }

  /** Nothing is under way any more. */
  conclude(): void {
    for (const [id, told] of this.#told) {
      this.#findings.looked("orders");
      const records = this.#records.get(id)?.size ?? 0;
      if (told === "placed" && records === 0) {
        this.#findings.add("orders", `${this.#who}: ${id} was told as placed, and the venue has no such order`);
      } else if (told === "rejected" && this.#statuses.get(id) !== "failed") {
        const status = this.#statuses.get(id) ?? "not there";
        this.#findings.add("orders", `${this.#who}: ${id} was told as rejected, and is ${status} at the venue`);
      } else if ((told === "refused" || told === "not-placed") && records > 0) {
        this.#findings.add("orders", `${this.#who}: ${id} was told as ${told}, and the venue has it`);
      } else if ((told === "unknown" || told === undefined) && records > 0) {
        this.#findings.add("orders", `${this.#who}: the venue has ${id}, and nobody was told`);
      }
    }
  }
}
