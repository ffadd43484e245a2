import type { ExchangeEvent } from "@depthwire/exchange";
import type { Findings } from "./findings.js";

const openStatuses: ReadonlySet<string> = new Set(["open", "partly-filled"]);

/** What must be in the answer to a read that is asked now. */
export interface Expected {
  /** Orders that were acknowledged and are open. */
  readonly open: readonly string[];
  /** Orders whose cancel was acknowledged, and that are over. */
  readonly over: ReadonlySet<string>;
}

/** You read what you wrote: a list of open orders has every acknowledged order that is open all the while, and none whose cancel was acknowledged before. */
export class ReadAudit {
  readonly #findings: Findings;
  readonly #who: string;
  /** The venue's latest word on each order, by its id. */
  readonly #statuses = new Map<string, string>();
  readonly #placed = new Set<string>();
  readonly #cancelled = new Set<string>();

  constructor(findings: Findings, who: string) {
    this.#findings = findings;
    this.#who = who;
  }

  /** What the exchange did before comes again, from its disk. */
  renewed(): void {
    this.#statuses.clear();
  }

  happened(event: ExchangeEvent): void {
    if (event.kind === "order-changed") {
      this.#statuses.set(event.order.orderId, event.order.status);
    }
  }

  /** Somebody was told that an order is placed. */
  placed(orderId: string): void {
    this.#placed.add(orderId);
  }

  /** Somebody was told that an order is cancelled. */
  cancelled(orderId: string): void {
    this.#cancelled.add(orderId);
  }

  /** A list is asked for now. */
  asked(): Expected {
    return {
      open: [...this.#placed].filter((id) => this.#isOpen(id)),
      over: new Set([...this.#cancelled].filter((id) => this.#statuses.has(id) && !this.#isOpen(id))),
    };
  }

  /** The list was answered. */
  listed(orderIds: readonly string[], { open, over }: Expected): void {
    const listed = new Set(orderIds);
    this.#findings.looked("reads");
    for (const id of open) {
      if (this.#isOpen(id) && !listed.has(id)) {
        this.#findings.add("reads", `${this.#who}: a list of open orders lacks ${id}, which was acknowledged before`);
      }
    }
    for (const id of orderIds) {
      if (over.has(id)) {
        this.#findings.add(
          "reads",
          `${this.#who}: a list of open orders has ${id}, whose cancel was acknowledged before`,
        );
      }
    }
  }

  /** Nothing changes any more: the list is the venue's. */
  conclude(orderIds: readonly string[], truth: readonly string[]): void {
    this.#findings.looked("reads");
    if (orderIds.toSorted().join() !== truth.toSorted().join()) {
      this.#findings.add("reads", `${this.#who}: open orders are [${orderIds.join()}], at the venue [${truth.join()}]`);
    }
  }

  #isOpen(orderId: string): boolean {
    return openStatuses.has(this.#statuses.get(orderId) ?? "");
  }
}
