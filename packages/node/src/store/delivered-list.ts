import type { DeliveredFact } from "@depthwire/account";
import type { AccountBeginning, DeliveredHistory } from "@depthwire/account/internal";
import { addDecimals, compareDecimal } from "@depthwire/core";
import { decimal, fields, number, text, texts } from "./record-form.js";

/** One event, as the file has it. */
export type DeliveredRecord =
  | { readonly beginning: AccountBeginning }
  /** `atMs`: when a loop had finished with it, epoch. */
  | { readonly fact: DeliveredFact; readonly atMs: number };

const hasBeginning = fields({
  beginning: fields({ beforeMs: number, openIds: texts, finishedIds: texts, changeIds: texts, takenAtMs: number }),
});
const factRules: Readonly<Record<string, (fact: unknown) => boolean>> = {
  order: fields({ order: fields({ orderId: text, status: text, dealQuantity: decimal, createdAtMs: number }) }),
  fill: fields({ fill: fields({ orderId: text, fillId: text, dealQuantity: decimal }) }),
  "position-change": fields({ change: fields({ positionChangeId: text }) }),
};
const hasFact = fields({
  fact: (fact) =>
    fields({
      kind: (kind) => typeof kind === "string" && Object.hasOwn(factRules, kind) && factRules[kind]?.(fact) === true,
    })(fact),
  atMs: number,
});

/** Whether an object of a file is a record: whoever reads it relies on these fields. */
export function isDeliveredRecord(found: object): found is DeliveredRecord {
  return "beginning" in found ? hasBeginning(found) : hasFact(found);
}

/** How many entries are remembered that have become of little use. */
export interface DeliveredListLimits {
  /** Orders that are finished, with all their fills delivered. */
  readonly keptOrders: number;
  /** Changes of positions. */
  readonly keptChanges: number;
}

type FactOf<Kind extends DeliveredFact["kind"]> = Extract<DeliveredFact, { readonly kind: Kind }>;

/** What was delivered of one order. */
interface OrderPage {
  order: FactOf<"order"> | undefined;
  readonly fills: FactOf<"fill">[];
  /** Sum of the fills. */
  dealt: string;
}

/** What a file of delivered facts says: a fold over its records. */
export class DeliveredList {
  readonly #limits: DeliveredListLimits;
  /** The oldest first. */
  readonly #orders = new Map<string, OrderPage>();
  #changes: FactOf<"position-change">[] = [];
  #beginning: AccountBeginning | undefined;
  #lastMs = 0;
  #settled = 0;

  constructor(limits: DeliveredListLimits) {
    this.#limits = limits;
  }

  /** What a process that goes on needs; undefined before a beginning was kept. */
  get history(): DeliveredHistory | undefined {
    const beginning = this.#beginning;
    return beginning && { beginning, facts: [...this.#facts()], lastMs: Math.max(this.#lastMs, beginning.takenAtMs) };
  }

  /** Whether a fact tells something that must be kept: of an order that it is there, and how it ended. */
  wants(fact: DeliveredFact): boolean {
    return fact.kind !== "order" || !this.#orders.has(fact.order.orderId) || isFinished(fact);
  }

  /** Takes in one record. */
  apply(record: DeliveredRecord): void {
    if ("beginning" in record) {
      this.#beginning = record.beginning;
      return;
    }
    this.#lastMs = record.atMs;
    this.#add(record.fact);
    this.#forget();
  }

  /** Records that say the same. */
  *summary(): Generator<DeliveredRecord> {
    if (this.#beginning !== undefined) {
      yield { beginning: this.#beginning };
    }
    for (const fact of this.#facts()) {
      yield { fact, atMs: this.#lastMs };
    }
  }

  *#facts(): Generator<DeliveredFact> {
    for (const { order, fills } of this.#orders.values()) {
      yield* fills;
      if (order !== undefined) {
        yield order;
      }
    }
    yield* this.#changes;
  }

  #add(fact: DeliveredFact): void {
    if (fact.kind === "position-change") {
      this.#changes.push(fact);
      return;
    }
    const orderId = fact.kind === "order" ? fact.order.orderId : fact.fill.orderId;
    const page = this.#orders.get(orderId) ?? { order: undefined, fills: [], dealt: "0" };
    this.#orders.set(orderId, page);
    const wasSettled = isSettled(page);
    if (fact.kind === "order") {
      page.order = fact;
    } else {
      page.fills.push(fact);
      page.dealt = addDecimals(page.dealt, fact.fill.dealQuantity);
    }
    this.#settled += Number(isSettled(page)) - Number(wasSettled);
  }

  /** The oldest go, many at once: looking for them walks over everything. What was placed before one that went counts as told. */
  #forget(): void {
    const { keptOrders, keptChanges } = this.#limits;
    if (this.#changes.length > keptChanges * forgetBeyond) {
      this.#changes = this.#changes.slice(-keptChanges);
    }
    if (this.#settled <= keptOrders * forgetBeyond || this.#beginning === undefined) {
      return;
    }
    let { beforeMs } = this.#beginning;
    for (const [orderId, page] of this.#orders) {
      if (this.#settled <= keptOrders) {
        break;
      }
      if (page.order !== undefined && isSettled(page)) {
        this.#orders.delete(orderId);
        this.#settled -= 1;
        beforeMs = Math.max(beforeMs, page.order.order.createdAtMs + 1);
      }
    }
    this.#beginning = { ...this.#beginning, beforeMs };
  }
}

const forgetBeyond = 1.1;

const unfinished: ReadonlySet<string> = new Set(["open", "partly-filled"]);

function isFinished({ order: { status } }: FactOf<"order">): boolean {
  return !unfinished.has(status) && !status.startsWith("unknown:");
}

function isSettled({ order, dealt }: OrderPage): boolean {
  return order !== undefined && isFinished(order) && compareDecimal(dealt, order.order.dealQuantity) === 0;
}
