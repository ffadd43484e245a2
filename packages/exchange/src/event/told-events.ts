import type { AccountId } from "../account/account-id.js";
import { isWaiting, type OrderProgress, type OrderRecord, type OrderTerms, progressOf } from "../order/order-record.js";
import type { PlanOrder, PlanProgress, PlanTerms } from "../plan/plan-order.js";
import type { ContractSite } from "../state/site.js";
import type { AssetsView } from "../view/assets.js";
import { type AssetsFigures, showAssets } from "../view/assets-view.js";
import type { ChangeRecord, ChangeView } from "../view/change.js";
import { viewChange } from "../view/change-view.js";
import type { FillRecord, FillView } from "../view/fill.js";
import { viewFill } from "../view/fill-view.js";
import type { OrderView } from "../view/order.js";
import { viewOrder } from "../view/order-view.js";
import { type PlanView, viewPlan } from "../view/plan-view.js";
import type { PositionView } from "../view/position.js";
import { type PositionFigures, showPosition } from "../view/position-view.js";
import type { IdSize } from "../view/wire-ids.js";
import type { AssetsChanged, Filled, OrderChanged, PlanChanged, PositionChanged, PositionLogged } from "./event.js";

// Each carries what was true at its moment as integers, and its texts are made when somebody first reads them: most accounts
// have nobody who listens. As JSON it is what its interface says.

/** A user's order traded. */
export class FilledEvent implements Filled {
  readonly kind = "filled";
  readonly account: AccountId;
  readonly #ids: IdSize;
  readonly #site: ContractSite;
  readonly #order: OrderTerms;
  readonly #fill: FillRecord;
  #view: FillView | undefined;

  constructor(ids: IdSize, site: ContractSite, order: OrderTerms, fill: FillRecord) {
    this.account = order.account;
    this.#ids = ids;
    this.#site = site;
    this.#order = order;
    this.#fill = fill;
  }

  get fill(): FillView {
    this.#view ??= viewFill(this.#ids, this.#site, this.#order, this.#fill);
    return this.#view;
  }

  toJSON(): Filled {
    return { kind: this.kind, account: this.account, fill: this.fill };
  }
}

/** A user's order is not what it was. */
export class OrderChangedEvent implements OrderChanged {
  readonly kind = "order-changed";
  readonly account: AccountId;
  readonly #ids: IdSize;
  readonly #site: ContractSite;
  readonly #order: OrderTerms;
  readonly #progress: Readonly<OrderProgress>;
  #view: OrderView | undefined;

  constructor(ids: IdSize, site: ContractSite, record: OrderRecord) {
    this.account = record.account;
    this.#ids = ids;
    this.#site = site;
    this.#order = record;
    // What has ended never changes again: a copy less is 8 % of what an order costs the venue.
    this.#progress = isWaiting(record) ? progressOf(record) : record;
  }

  get order(): OrderView {
    this.#view ??= viewOrder(this.#ids, this.#site, this.#order, this.#progress);
    return this.#view;
  }

  toJSON(): OrderChanged {
    return { kind: this.kind, account: this.account, order: this.order };
  }
}

/** A user's position is not what it was. */
export class PositionChangedEvent implements PositionChanged {
  readonly kind = "position-changed";
  readonly account: AccountId;
  readonly #site: ContractSite;
  readonly #figures: PositionFigures;
  #view: PositionView | undefined;

  constructor(account: AccountId, site: ContractSite, figures: PositionFigures) {
    this.account = account;
    this.#site = site;
    this.#figures = figures;
  }

  get position(): PositionView {
    this.#view ??= showPosition(this.#site, this.#figures);
    return this.#view;
  }

  toJSON(): PositionChanged {
    return { kind: this.kind, account: this.account, position: this.position };
  }
}

/** A user's contract account is not what it was. */
export class AssetsChangedEvent implements AssetsChanged {
  readonly kind = "assets-changed";
  readonly account: AccountId;
  readonly #figures: AssetsFigures;
  #view: AssetsView | undefined;

  constructor(account: AccountId, figures: AssetsFigures) {
    this.account = account;
    this.#figures = figures;
  }

  get assets(): AssetsView {
    this.#view ??= showAssets(this.#figures);
    return this.#view;
  }

  toJSON(): AssetsChanged {
    return { kind: this.kind, account: this.account, assets: this.assets };
  }
}

/** A new record in a user's change log. */
export class PositionLoggedEvent implements PositionLogged {
  readonly kind = "position-logged";
  readonly account: AccountId;
  readonly #site: ContractSite;
  readonly #change: ChangeRecord;
  #view: ChangeView | undefined;

  constructor(account: AccountId, site: ContractSite, change: ChangeRecord) {
    this.account = account;
    this.#site = site;
    this.#change = change;
  }

  get change(): ChangeView {
    this.#view ??= viewChange(this.#site, this.#change);
    return this.#view;
  }

  toJSON(): PositionLogged {
    return { kind: this.kind, account: this.account, change: this.change };
  }
}

/** A plan order is not what it was. */
export class PlanChangedEvent implements PlanChanged {
  readonly kind = "plan-changed";
  readonly account: AccountId;
  readonly #ids: IdSize;
  readonly #site: Pick<ContractSite, "market">;
  readonly #plan: PlanTerms;
  readonly #progress: PlanProgress;
  #view: PlanView | undefined;

  constructor(ids: IdSize, site: Pick<ContractSite, "market">, plan: PlanOrder) {
    this.account = plan.account;
    this.#ids = ids;
    this.#site = site;
    this.#plan = plan;
    this.#progress = { quantity: plan.quantity, status: plan.status };
  }

  get plan(): PlanView {
    this.#view ??= viewPlan(this.#ids, this.#site.market.market, this.#plan, this.#progress);
    return this.#view;
  }

  toJSON(): PlanChanged {
    return { kind: this.kind, account: this.account, plan: this.plan };
  }
}
