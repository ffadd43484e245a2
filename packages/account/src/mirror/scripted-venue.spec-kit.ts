import type { PlanOrder, Position } from "@depthwire/schema";
import type { PrivateEvent } from "@depthwire/schema/internal";
import { type FakeClock, randomInteger } from "@depthwire/testkit";
import type { PageRequest, Reconciler } from "../reconcile/reconciler.js";
import type { AccountFeed } from "./account-stream.js";
import {
  assetOf,
  dealt,
  isOpen,
  longOrder,
  planOf,
  positionOf,
  pushedChange,
  pushedFill,
  queriedChange,
  queriedFill,
  shortOrder,
  type VenueChange,
  type VenueFill,
  type VenueOrder,
} from "./scripted-records.spec-kit.js";

/** How the venue behaves. */
export interface VenueHabits {
  /** Whether a fill has one id. */
  readonly ids: "same" | "different";
  /** Whether pushed fills tell their size. */
  readonly size: "sized" | "sizeless";
  /** Longest delay of a push about an order's status. */
  readonly maxStatusDelayMs: number;
  /** Share of pushes that come twice. */
  readonly repeated: number;
  /** Share of requests that fail. */
  readonly failing: number;
}

/** A venue that answers well and pushes at once. */
export const plainHabits: VenueHabits = { ids: "same", size: "sized", maxStatusDelayMs: 0, repeated: 0, failing: 0 };

/** A venue with one account that does what it is told, pushes it badly and answers slowly. */
export class ScriptedVenue implements Reconciler {
  readonly orders: VenueOrder[] = [];
  readonly changes: VenueChange[] = [];
  readonly held = new Map<string, { pair: string; side: "long" | "short"; quantity: number }>();
  readonly plans = new Map<string, PlanOrder>();
  /** Orders that had finished when their history was first answered, the mirror's beginning. */
  finishedAtBeginning: ReadonlySet<string> | undefined;
  /** Orders that had finished at the first login. */
  finishedBefore: ReadonlySet<string> = new Set();
  /** Passive changes before the first login. */
  changesBefore = 0;
  /** How many passive changes there were when those of a pair were first answered. */
  readonly changesAnswered = new Map<string, number>();
  available = 1000;
  feed: AccountFeed | undefined;
  requests = 0;
  readonly #clock: FakeClock;
  readonly #random: () => number;
  readonly #habits: VenueHabits;
  #connection = 0;
  #isConnected = false;
  #nextId = 1;

  constructor(clock: FakeClock, random: () => number, habits: VenueHabits) {
    this.#clock = clock;
    this.#random = random;
    this.#habits = habits;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  place(pair: string, side: VenueOrder["side"], quantity: number): VenueOrder {
    const nowMs = this.#clock.epochMs();
    const fills: VenueFill[] = [];
    const id = this.#id();
    const order: VenueOrder = {
      id,
      pair,
      side,
      quantity,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      status: "open",
      fills,
    };
    this.orders.push(order);
    this.#publishOrder(order);
    return order;
  }

  trade(order: VenueOrder, quantity: number): void {
    const pushedId = this.#id();
    const queriedId = this.#habits.ids === "same" ? pushedId : this.#id();
    const fill: VenueFill = { pushedId, queriedId, quantity, price: 100, atMs: this.#clock.epochMs() };
    order.fills.push(fill);
    order.updatedAtMs = fill.atMs;
    order.status = dealt(order) === order.quantity ? "filled" : "partly-filled";
    const side = order.side.endsWith("long") ? "long" : "short";
    this.#move(order.pair, side, order.side.startsWith("open") ? quantity : -quantity);
    this.available -= 1;
    this.#publish({ kind: "fill", value: pushedFill(order, fill, this.#habits.size) }, 50);
    this.#publishOrder(order);
    this.#publish({ kind: "position", value: this.#positionOf(order.pair, side) }, 0);
    this.#publish({ kind: "asset", value: assetOf("USDT", this.available) }, 0);
  }

  cancel(order: VenueOrder): void {
    order.status = order.fills.length === 0 ? "cancelled" : "partly-cancelled";
    order.updatedAtMs = this.#clock.epochMs();
    this.#publishOrder(order);
  }

  liquidate(pair: string, side: "long" | "short", quantity: number): void {
    this.#move(pair, side, -quantity);
    const pushedId = this.#id();
    const queriedId = this.#habits.ids === "same" ? pushedId : this.#id();
    const left = this.#positionOf(pair, side).quantity;
    const atMs = this.#clock.epochMs();
    const change = { pushedId, queriedId, pair, side, type: "liquidate", quantity, left: Number(left), atMs } as const;
    this.changes.push(change);
    this.#publish({ kind: "position-change", value: pushedChange(change) }, 50);
    this.#publish({ kind: "position", value: this.#positionOf(pair, side) }, 0);
  }

  plan(pair: string): void {
    const planOrder = planOf(this.#id(), pair, "waiting");
    this.plans.set(planOrder.orderId, planOrder);
    this.#publish({ kind: "plan-order", value: planOrder }, 0);
  }

  endPlan(id: string): void {
    const planOrder = this.plans.get(id);
    if (planOrder !== undefined) {
      this.plans.delete(id);
      this.#publish({ kind: "plan-order", value: { ...planOrder, status: "cancelled" } }, 0);
    }
  }

  /** The connection ends with everything that is on its way. */
  break(): void {
    if (this.#isConnected) {
      this.#isConnected = false;
      this.#connection += 1;
      this.feed?.broken();
    }
  }

  connect(): void {
    if (!this.#isConnected) {
      if (this.#connection === 0) {
        this.finishedBefore = new Set(this.#finished());
        this.changesBefore = this.changes.length;
      }
      this.#isConnected = true;
      this.feed?.acknowledged();
      this.#publish({ kind: "all-assets", value: [assetOf("USDT", this.available)] }, 0);
      this.#publish({ kind: "all-positions", value: this.#positions() }, 0);
      this.#publish({ kind: "all-orders", value: this.orders.filter(isOpen).map(shortOrder) }, 0);
    }
  }

  openOrders(request: PageRequest & { readonly side: string }) {
    return this.#answer(() =>
      page(
        this.orders.filter((order) => isOpen(order) && order.side === request.side),
        request,
      ).map(shortOrder),
    );
  }

  orderHistory(request: PageRequest) {
    let finished: readonly string[] = [];
    const look = () => {
      finished = this.#finished();
      return page(this.orders.toReversed(), request).map(longOrder);
    };
    return this.#answer(look).then((answer) => {
      this.finishedAtBeginning ??= new Set(finished);
      return answer;
    });
  }

  ordersById({ orderIds }: { readonly orderIds: readonly string[] }) {
    return this.#answer(() => this.orders.filter((order) => orderIds.includes(order.id)).map(longOrder));
  }

  fills(request: PageRequest & { readonly orderId: string }) {
    return this.#answer(() => {
      const order = this.orders.find(({ id }) => id === request.orderId);
      return order === undefined ? [] : page(order.fills, request).map((fill) => queriedFill(order, fill));
    });
  }

  positionChanges(request: PageRequest & { readonly pair: string }) {
    let count = 0;
    const look = () => {
      count = this.changes.length;
      return page(this.changes.filter(({ pair }) => pair === request.pair).toReversed(), request).map(queriedChange);
    };
    return this.#answer(look).then((answer) => {
      if (!this.changesAnswered.has(request.pair)) {
        this.changesAnswered.set(request.pair, count);
      }
      return answer;
    });
  }

  assets() {
    return this.#answer(() => [assetOf("USDT", this.available)]);
  }

  positions() {
    return this.#answer(() => this.#positions());
  }

  planOrders() {
    return this.#answer(() => [...this.plans.values()]);
  }

  #finished(): readonly string[] {
    return this.orders.filter((order) => !isOpen(order)).map(({ id }) => id);
  }

  #positions(): readonly Position[] {
    return [...this.held.values()]
      .filter(({ quantity }) => quantity > 0)
      .map(({ pair, side, quantity }) => positionOf(pair, side, quantity));
  }

  #positionOf(pair: string, side: "long" | "short"): Position {
    return positionOf(pair, side, this.held.get(`${pair} ${side}`)?.quantity ?? 0);
  }

  #move(pair: string, side: "long" | "short", by: number): void {
    const quantity = (this.held.get(`${pair} ${side}`)?.quantity ?? 0) + by;
    this.held.set(`${pair} ${side}`, { pair, side, quantity });
  }

  #publishOrder(order: VenueOrder): void {
    this.#publish({ kind: "order", value: shortOrder(order) }, this.#habits.maxStatusDelayMs);
  }

  #publish(event: PrivateEvent, maxDelayMs: number): void {
    const connection = this.#connection;
    if (!this.#isConnected) {
      return;
    }
    const times = this.#random() < this.#habits.repeated ? 2 : 1;
    for (let time = 0; time < times; time++) {
      const delayMs = maxDelayMs === 0 ? 0 : randomInteger(this.#random, 0, maxDelayMs);
      this.#clock.after(delayMs, () => {
        if (this.#connection === connection) {
          this.feed?.received(event);
        }
      });
    }
  }

  /** An answer shows the venue at some moment between question and answer. */
  #answer<Answer>(look: () => Answer): Promise<Answer> {
    this.requests += 1;
    return new Promise((resolve, reject) => {
      const isFailing = this.#random() < this.#habits.failing;
      this.#clock.after(randomInteger(this.#random, 1, 40), () => {
        const answer = look();
        this.#clock.after(randomInteger(this.#random, 1, 40), () => {
          if (isFailing) {
            reject(new Error("the venue is busy"));
          } else {
            resolve(answer);
          }
        });
      });
    });
  }

  #id(): string {
    const id = this.#nextId;
    this.#nextId += 1;
    return String(id);
  }
}

function page<Item>(items: readonly Item[], { page, size }: PageRequest): readonly Item[] {
  return items.slice((page - 1) * size, page * size);
}
