import type { HttpRequest } from "@depthwire/core";
import type { AccountView } from "@depthwire/sandbox/in-memory";
import type { Findings } from "./findings.js";

/** Nothing that opens is sent while a trader is halted, and nothing of its own is open once that is reached. */
export class HaltAudit {
  readonly #findings: Findings;
  readonly #who: string;
  #isHalted = false;

  constructor(findings: Findings, who: string) {
    this.#findings = findings;
    this.#who = who;
  }

  halted(): void {
    this.#isHalted = true;
  }

  resumed(): void {
    this.#isHalted = false;
  }

  /** The first byte of a request leaves. */
  sent(request: HttpRequest): void {
    if (!this.#isHalted || !isOpening(request)) {
      return;
    }
    this.#findings.add("halts", `${this.#who}: an order was sent while it was halted`);
  }

  /** The program was told that the halt is reached. */
  reached(truth: AccountView): void {
    this.#findings.looked("halts");
    if (truth.openOrders.length > 0) {
      const ids = truth.openOrders.map(({ orderId, clientOrderId }) => `${orderId} of the call ${clientOrderId}`);
      this.#findings.add("halts", `${this.#who}: the halt is reached, and these are open: ${ids.join(", ")}`);
    }
  }
}

/** Sides 1 and 2 open. */
export function isOpening({ target, body = "{}" }: HttpRequest): boolean {
  if (!isOrder(target)) {
    return false;
  }
  const side = Number((JSON.parse(body) as { readonly order_side?: unknown }).order_side);
  return side === 1 || side === 2;
}

/** The client's id of the order that a request places; empty without one. */
export function clientOrderIdOf({ body = "{}" }: HttpRequest): string {
  return String((JSON.parse(body) as { readonly client_oid?: unknown }).client_oid ?? "");
}

/** Whether a request places an order. */
export function isOrder(target: string): boolean {
  return target.endsWith("/order/open");
}
