import type { AccountEvent, AccountState } from "@depthwire/account";
import { compareDecimal } from "@depthwire/core";
import type { ExchangeEvent } from "@depthwire/exchange";
import type { FillView } from "@depthwire/exchange/internal";
import type { AccountView } from "@depthwire/sandbox/in-memory";

/** What a comparison of all fills comes to. */
export interface FillSum {
  /** Fills that the exchange made. */
  readonly fills: number;
  /** Those of them that the stream never delivered, for people. */
  readonly lost: readonly string[];
  /** Fills that were delivered more than once, or that nobody made. */
  readonly doubled: readonly string[];
}

/** Holds what an account's stream delivers against what the exchange did. */
export class AccountWitness {
  /** How often each kind of event was delivered. */
  readonly delivered: Record<string, number> = {};
  /** How many fills were delivered because they were asked for. */
  fillsByQuery = 0;
  readonly #made = new Map<string, FillView>();
  readonly #received = new Map<string, number>();
  readonly #changesMade = new Set<string>();
  readonly #changesReceived = new Map<string, number>();
  readonly #orderStatuses = new Map<string, string>();
  readonly #statusesHeard = new Map<string, string>();

  /** Something happened at the exchange to this account. */
  happened(event: ExchangeEvent): void {
    if (event.kind === "filled") {
      this.#made.set(keyOf(event.fill), event.fill);
    } else if (event.kind === "order-changed") {
      this.#orderStatuses.set(event.order.orderId, event.order.status);
    } else if (event.kind === "position-logged" && passive.has(event.change.type)) {
      this.#changesMade.add(event.change.positionChangeId);
    }
  }

  /** The stream delivered an event. */
  heard(event: AccountEvent): void {
    this.delivered[event.kind] = (this.delivered[event.kind] ?? 0) + 1;
    if (event.kind === "fill") {
      add(this.#received, `${keyOf(event.fill)} ${event.fill.dealQuantity} at ${event.fill.dealPrice}`);
      this.fillsByQuery += event.origin === "query" ? 1 : 0;
    } else if (event.kind === "order") {
      this.#statusesHeard.set(event.order.orderId, event.order.status);
    } else if (event.kind === "position-change") {
      add(this.#changesReceived, event.change.positionChangeId);
    }
  }

  /** Passive changes of positions so far. */
  get passiveChanges(): number {
    return this.#changesMade.size;
  }

  /** Every fill that was made is delivered once, as it was made, and nothing else is. */
  sum(): FillSum {
    const made = new Map<string, string>();
    for (const [key, { dealQuantity, dealPrice }] of this.#made) {
      made.set(`${key} ${plain(dealQuantity)} at ${plain(dealPrice)}`, key);
    }
    const lost = [...made.keys()].filter((text) => !this.#received.has(text));
    const doubled = [...this.#received].flatMap(([text, count]) =>
      count > 1 || !made.has(text) ? [`${text}, ${count} times`] : [],
    );
    return { fills: this.#made.size, lost, doubled };
  }

  /** Where the stream, or the state that it leads to, differs from the venue; empty when all is right. */
  differences(state: AccountState, truth: AccountView): readonly string[] {
    return [
      ...[...this.#changesMade].filter((id) => this.#changesReceived.get(id) !== 1).map((id) => `passive change ${id}`),
      ...[...this.#orderStatuses].flatMap(([orderId, status]) => {
        const heard = this.#statusesHeard.get(orderId);
        return heard === status ? [] : [`order ${orderId} is ${status}, last heard of as ${heard}`];
      }),
      ...differ(
        "open orders",
        openOrdersOf(state),
        truth.openOrders.map((order) => orderLine(order)),
      ),
      ...differ(
        "positions",
        positionsOf(state),
        truth.positions.map((position) => positionLine(position)),
      ),
      ...differ(
        "assets",
        assetsOf(state),
        truth.assets.map((asset) => assetLine(asset)),
      ),
      ...differ(
        "plans",
        [...state.planOrders.keys()],
        truth.plans.map(({ orderId }) => orderId),
      ),
    ];
  }
}

const passive: ReadonlySet<string> = new Set(["lighten", "liquidate", "auto-deleverage"]);
const openStatuses: ReadonlySet<string> = new Set(["open", "partly-filled", "cancelling"]);

function keyOf({ orderId, fillId }: { readonly orderId: string; readonly fillId: string }): string {
  return `fill ${fillId} of order ${orderId}`;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Without zeros at its end. */
function plain(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

function openOrdersOf({ orders }: AccountState): readonly string[] {
  return [...orders.values()].filter(({ status }) => openStatuses.has(status)).map((order) => orderLine(order));
}

function positionsOf({ positions }: AccountState): readonly string[] {
  const all = [...positions.values()].flatMap(({ long, short }) => [long, short]);
  return all.flatMap((position) =>
    position === undefined || isZero(position.quantity) ? [] : [positionLine(position)],
  );
}

function assetsOf({ assets }: AccountState): readonly string[] {
  return [...assets.values()].map((asset) => assetLine(asset));
}

function orderLine(order: {
  readonly orderId: string;
  readonly status: string;
  readonly dealQuantity: string;
}): string {
  return `${order.orderId} ${order.status} ${plain(order.dealQuantity)}`;
}

function positionLine(position: {
  readonly pair: string;
  readonly side: string;
  readonly quantity: string;
  readonly openPrice: string;
  readonly margin: string;
}): string {
  const { pair, side, quantity, openPrice, margin } = position;
  return `${pair} ${side} ${plain(quantity)} at ${plain(openPrice)} with ${plain(margin)}`;
}

function assetLine(asset: {
  readonly coin: string;
  readonly available: string;
  readonly fixedFrozen: string;
  readonly crossFrozen: string;
  readonly fixedMargin: string;
  readonly crossMargin: string;
}): string {
  const { coin, available, fixedFrozen, crossFrozen, fixedMargin, crossMargin } = asset;
  return [coin, ...[available, fixedFrozen, crossFrozen, fixedMargin, crossMargin].map(plain)].join(" ");
}

function isZero(decimal: string): boolean {
  return compareDecimal(decimal, "0") === 0;
}

function differ(what: string, mirrored: readonly string[], true_: readonly string[]): readonly string[] {
  const left = mirrored.toSorted();
  const right = true_.toSorted();
  return left.join("\n") === right.join("\n")
    ? []
    : [`${what}: [${left.join("; ")}], the venue has [${right.join("; ")}]`];
}
