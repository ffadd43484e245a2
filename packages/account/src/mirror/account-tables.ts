import type { Coin, ContractAsset, OrderId, PlanOrder, Position } from "@depthwire/schema";
import type { AccountFact, Origin } from "./account-event.js";
import { positionKey } from "./account-records.js";
import { isZero, saysTheSame } from "./exact-sum.js";
import { isLatePlan } from "./order-progress.js";

/** How many plan orders that ended are remembered, so that a late message does not bring one back. */
const keptPlanOrders = 1000;

/** What the venue tells as it stands, the newest word counting: assets, positions, plan orders. */
export class AccountTables {
  readonly assets: Map<Coin, ContractAsset> = new Map();
  readonly positions: Map<string, Position> = new Map();
  /** Those that wait. */
  readonly planOrders: Map<OrderId, PlanOrder> = new Map();
  readonly #endedPlanOrders = new Map<OrderId, PlanOrder>();
  /** What was told since {@link AccountTables.forgetTouched}: coins, keys of positions, ids of plan orders. */
  readonly #touched = new Set<string>();

  /** Marks something as told. */
  touch(key: string): void {
    this.#touched.add(key);
  }

  /** Whether something was told lately, so that an older answer may rightly differ. */
  isTouched(key: string): boolean {
    return this.#touched.has(key);
  }

  /** Watches events from now on. */
  forgetTouched(): void {
    this.#touched.clear();
  }

  /** A coin that is missing is left as it is: no message takes a coin away. */
  allAssets(origin: Origin, assets: readonly ContractAsset[]): readonly AccountFact[] {
    return assets.flatMap((asset) => this.asset(origin, asset));
  }

  asset(origin: Origin, asset: ContractAsset): readonly AccountFact[] {
    const previous = this.assets.get(asset.coin);
    this.touch(asset.coin);
    if (previous !== undefined && saysTheSame(previous, asset)) {
      return [];
    }
    this.assets.set(asset.coin, asset);
    return [{ kind: "asset", origin, asset, previous }];
  }

  /** A missing position no longer exists. */
  allPositions(origin: Origin, positions: readonly Position[]): readonly AccountFact[] {
    const told = new Set(positions.map(({ pair, side }) => positionKey(pair, side)));
    const gone = [...this.positions].filter(([key]) => !told.has(key));
    return [
      ...gone.flatMap(([, position]) => this.positionGone(origin, position)),
      ...positions.flatMap((position) => this.position(origin, position)),
    ];
  }

  position(origin: Origin, position: Position): readonly AccountFact[] {
    const { pair, side } = position;
    const key = positionKey(pair, side);
    const previous = this.positions.get(key);
    this.touch(key);
    if (isZero(position.quantity)) {
      return previous === undefined ? [] : this.positionGone(origin, previous);
    }
    if (previous !== undefined && saysTheSame(previous, position)) {
      return [];
    }
    this.positions.set(key, position);
    return [{ kind: "position", origin, pair, side, position, previous }];
  }

  positionGone(origin: Origin, previous: Position): readonly AccountFact[] {
    const { pair, side } = previous;
    const key = positionKey(pair, side);
    this.touch(key);
    this.positions.delete(key);
    return [{ kind: "position", origin, pair, side, position: undefined, previous }];
  }

  planOrder(origin: Origin, planOrder: PlanOrder): readonly AccountFact[] | "late" {
    const { orderId } = planOrder;
    const previous = this.planOrders.get(orderId) ?? this.#endedPlanOrders.get(orderId);
    this.touch(orderId);
    if (previous !== undefined && isLatePlan(previous.status, planOrder.status)) {
      return "late";
    }
    if (previous !== undefined && saysTheSame(previous, planOrder)) {
      return [];
    }
    if (planOrder.status === "waiting") {
      this.planOrders.set(orderId, planOrder);
    } else {
      this.#planOrderEnded(planOrder);
    }
    return [{ kind: "plan-order", origin, planOrder, previous }];
  }

  /** A plan order that the venue lists no longer. What became of it may still be told. */
  planOrderVanished(planOrder: PlanOrder): readonly AccountFact[] {
    this.planOrders.delete(planOrder.orderId);
    return [{ kind: "plan-order-vanished", planOrder }];
  }

  #planOrderEnded(planOrder: PlanOrder): void {
    this.planOrders.delete(planOrder.orderId);
    this.#endedPlanOrders.set(planOrder.orderId, planOrder);
    const oldest = this.#endedPlanOrders.keys().next();
    if (this.#endedPlanOrders.size > keptPlanOrders && oldest.done !== true) {
      this.#endedPlanOrders.delete(oldest.value);
    }
  }
}
