import { compareDecimal } from "@depthwire/core";
import { ownText, trimDecimal } from "@depthwire/core/internal";
import type { Quantity } from "@depthwire/schema";
import type { PushedFill } from "@depthwire/schema/internal";
import type { AccountFill, Origin } from "./account-event.js";
import { fillFromPush } from "./account-records.js";
import { addDecimal, isPositive } from "./exact-sum.js";
import { type IdAgreement, OnceLedger } from "./once-ledger.js";

/** The trades of one order: each is delivered once, whether it was pushed or asked for, in any order. */
export class OrderFills {
  /** Undefined until something was traded: most orders of most programs are cancelled, and many are remembered. */
  #begun: OnceLedger | undefined;
  readonly #agreement: IdAgreement;
  /** Signatures without and with quantity of what was delivered. */
  readonly #delivered: { readonly sizeless: string; readonly full: string }[] = [];
  /** Pushed without a size: they wait for an answer that has it. */
  #waiting: PushedFill[] = [];
  #quantity = "0";

  constructor(agreement: IdAgreement) {
    this.#agreement = agreement;
  }

  /** Sum of the trades that were delivered. */
  get quantity(): Quantity {
    return this.#quantity as Quantity;
  }

  /** How many trades were delivered. */
  get count(): number {
    return this.#delivered.length;
  }

  /** How many pushed fills wait for their size. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether what was delivered is all of it, and nothing waits. */
  isComplete(dealQuantity: string, dealCount: number | undefined): boolean {
    return this.#waiting.length === 0 && this.addsUpTo(dealQuantity, dealCount);
  }

  /** Whether what was delivered makes these. Fills that were traded later may wait. */
  addsUpTo(dealQuantity: string, dealCount: number | undefined): boolean {
    return (dealCount === undefined || dealCount === this.count) && compareDecimal(this.#quantity, dealQuantity) === 0;
  }

  /** Takes a pushed fill; returns it when it is to be delivered now. */
  push(record: PushedFill): AccountFill | undefined {
    const { fillId } = record;
    const dealQuantity = sizeOf(record);
    if (dealQuantity === undefined) {
      this.#pushWithoutSize(record);
      return undefined;
    }
    this.#waiting = this.#waiting.filter((waiting) => waiting.fillId !== fillId);
    const fill = fillFromPush(record, dealQuantity);
    return this.#ledger.admit("push", fillId, signatureOf(fill)) ? this.#deliver(fill) : undefined;
  }

  /**
   * Takes what an answer tells of the order, all pages together; returns what is to be delivered now, in order of time.
   *
   * @param completeness whether count and sum of the answer match the order
   */
  answer(fills: readonly AccountFill[], completeness: "complete" | "partial"): readonly AccountFill[] {
    if (fills.length === 0 && this.#begun === undefined) {
      return [];
    }
    const ids = new Set(fills.map((fill) => fill.fillId));
    const pushedIds = this.#waiting.map((waiting) => waiting.fillId);
    if (pushedIds.some((id) => ids.has(id))) {
      this.#agreement.prove();
    }
    this.#ledger.observeAnswer(ids);
    const fresh: AccountFill[] = [];
    for (const fill of fills.toSorted(byTime)) {
      if (this.#ledger.admit("query", fill.fillId, signatureOf(fill))) {
        fresh.push(this.#deliver(fill));
      }
      this.#matchWaiting(fill);
    }
    if (completeness === "complete") {
      // The answer had every trade up to its newest, so what still waits from then was among them under another face.
      const newestMs = fills.reduce((newest, fill) => Math.max(newest, fill.createdAtMs), 0);
      this.#waiting = this.#waiting.filter((waiting) => waiting.createdAtMs > newestMs);
    }
    return fresh;
  }

  /** Whether a trade was delivered from an answer that has not been pushed since. */
  awaitsPush(fill: AccountFill): boolean {
    return this.#begun?.awaitsPush(signatureOf(fill)) === true;
  }

  /** Takes what an earlier process delivered: it is not delivered again. */
  restore(origin: Origin, fill: AccountFill): void {
    if (this.#ledger.admit(origin, fill.fillId, signatureOf(fill))) {
      this.#deliver(fill);
    }
  }

  #pushWithoutSize(record: PushedFill): void {
    const { fillId } = record;
    if (this.#ledger.isKnown(fillId) || this.#waiting.some((waiting) => waiting.fillId === fillId)) {
      return;
    }
    const sizeless = sizelessSignatureOf(record);
    const match = this.#isKnownById
      ? undefined
      : this.#delivered.find((fill) => fill.sizeless === sizeless && this.#ledger.awaitsPush(fill.full));
    if (match === undefined) {
      this.#waiting.push(record);
    } else {
      this.#ledger.admit("push", fillId, match.full);
    }
  }

  /** A fill that waited has come from the other side: count it as pushed, so that it is not delivered again. */
  #matchWaiting(fill: AccountFill): void {
    const sizeless = sizelessSignatureOf(fill);
    const at = this.#waiting.findIndex((waiting) =>
      this.#isKnownById ? waiting.fillId === fill.fillId : sizelessSignatureOf(waiting) === sizeless,
    );
    const waiting = this.#waiting[at];
    if (waiting !== undefined && this.#ledger.awaitsPush(signatureOf(fill))) {
      this.#waiting.splice(at, 1);
      this.#ledger.admit("push", waiting.fillId, signatureOf(fill));
    }
  }

  get #ledger(): OnceLedger {
    this.#begun ??= new OnceLedger(this.#agreement);
    return this.#begun;
  }

  get #isKnownById(): boolean {
    return this.#agreement.isProven;
  }

  #deliver(fill: AccountFill): AccountFill {
    this.#quantity = addDecimal(this.#quantity, fill.dealQuantity);
    this.#delivered.push({ sizeless: sizelessSignatureOf(fill), full: signatureOf(fill) });
    return fill;
  }
}

/**
 * The size that a pushed fill tells: none where the key is missing, and where it holds what no trade can be. Such a fill is asked for.
 *
 * @spec document 1, Resources, Fill, Pushed fill; field note 17
 */
export function sizeOf({ dealQuantity }: PushedFill): Quantity | undefined {
  return dealQuantity !== undefined && isPositive(dealQuantity) ? dealQuantity : undefined;
}

/** By the venue's clock, then by id. */
export function byTime(left: AccountFill, right: AccountFill): number {
  return left.createdAtMs - right.createdAtMs || compareIds(left.fillId, right.fillId);
}

function compareIds(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : Number(left > right));
}

/** What makes a fill recognisable without its id. It is kept: engines keep the pieces of a text that was put together. */
function signatureOf(fill: AccountFill): string {
  return ownText(`${sizelessSignatureOf(fill)} ${trimDecimal(fill.dealQuantity)}`);
}

function sizelessSignatureOf(fill: AccountFill | PushedFill): string {
  const { dealPrice, fee, liquidity, createdAtMs } = fill;
  return ownText(`${trimDecimal(dealPrice)} ${trimDecimal(fee)} ${liquidity} ${createdAtMs}`);
}
