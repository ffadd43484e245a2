import { readDecimal } from "@depthwire/core/internal";
import type { Command } from "../command/command.js";
import type { ContractTerms } from "../contract/terms.js";
import type { ExchangeEvent } from "../event/event.js";
import { moneyText } from "../exact/money.js";
import { Exchange } from "../exchange.js";
import type { Market, OrderSide } from "../market/market.js";
import type { Attachment, FinishedOrder } from "../order/order-record.js";
import type { ExchangeConfig } from "../state/exchange-state.js";
import type { AssetsView } from "../view/assets.js";
import { viewAssets } from "../view/assets-view.js";
import { everyOrder } from "../view/history-view.js";
import type { PositionView } from "../view/position.js";
import { viewPositions } from "../view/position-view.js";

/** Terms of the design's numbers. Tiers are so wide that they do not matter; brackets are left out all the same. */
export const plainTerms: ContractTerms = {
  kind: "linear",
  settleCoin: "USDT",
  makerFeeRate: 2_000_000,
  takerFeeRate: 6_000_000,
  maintenanceRate: 50_000_000,
  riskBase: 10_000_000_000,
  riskStep: 1_000_000_000,
  maxLeverage: 100,
  brackets: "off",
  maxPosition: 100_000_000_000,
  maxOpenOrders: 100,
  priceBand: 2_500_000_000,
};

/** A linear market at 40000: prices with one decimal, quantities with four. */
export const linearMarket: Market = {
  pair: "4BTC_USDT",
  family: "usdt-margined",
  coin: "BTC",
  priceScale: 1,
  quantityScale: 4,
  contractUnit: 1,
  maxOrderQuantity: 100_000_000,
  initialPrice: 400_000,
  typicalQuantity: 8000,
  terms: plainTerms,
};

/** An inverse market at 40000, in USD. */
export const inverseMarket: Market = {
  ...linearMarket,
  pair: "5BTC_USD",
  family: "coin-margined",
  quantityScale: 0,
  typicalQuantity: 10_000,
  terms: { ...plainTerms, kind: "inverse", settleCoin: "BTC" },
};

function scaled(text: string, scale: number): number {
  const decimal = readDecimal(text) ?? { digits: 0n, scale: 0 };
  return Number(decimal.digits * 10n ** BigInt(scale - decimal.scale));
}

/** An order in words: `{ side: "open-long", quantity: "0.5", price: "40000" }`; without a price at the market. */
export interface WordedOrder {
  readonly side: OrderSide;
  readonly quantity: string;
  readonly price?: string;
  readonly attachment?: Partial<Attachment>;
  readonly clientOrderId?: string;
}

/** An exchange without agents, driven by the texts that stand on the wire. */
export class VenueKit {
  readonly exchange: Exchange;
  readonly market: Market;
  /** Everything that has happened. */
  readonly events: ExchangeEvent[] = [];
  now = 1_700_000_000_000;

  constructor(
    markets: readonly Market[] = [linearMarket],
    options: Pick<ExchangeConfig, "cancelDelayMs" | "keptRecords"> = {},
  ) {
    this.exchange = new Exchange({ seed: 1, markets, ...options });
    this.market = markets[0] ?? linearMarket;
  }

  apply(command: Command): readonly ExchangeEvent[] {
    const events = this.exchange.apply(command, this.now);
    this.events.push(...events);
    return events;
  }

  pass(ms: number): readonly ExchangeEvent[] {
    this.now += ms;
    return this.apply({ kind: "pass-time" });
  }

  fund(account: number, amount: string, coin = "USDT"): void {
    this.apply({ kind: "credit", account, coin, amount, purse: "contract" });
  }

  price(text: string): number {
    return scaled(text, this.market.priceScale);
  }

  place(account: number, order: WordedOrder, market: Market = this.market): readonly ExchangeEvent[] {
    const { side, attachment, clientOrderId } = order;
    const quantity = scaled(order.quantity, market.quantityScale);
    const base = { kind: "place-order", account, pair: market.pair, side, quantity } as const;
    const extra = {
      ...(attachment === undefined ? {} : { attachment }),
      ...(clientOrderId === undefined ? {} : { clientOrderId }),
    };
    if (order.price === undefined) {
      return this.apply({ ...base, ...extra, type: "market" });
    }
    return this.apply({ ...base, ...extra, type: "limit", price: scaled(order.price, market.priceScale) });
  }

  /** One user buys from another one at a price: the second one waits. */
  trade(
    taker: number,
    takerSide: OrderSide,
    maker: number,
    makerSide: OrderSide,
    quantity: string,
    price: string,
  ): void {
    this.place(maker, { side: makerSide, quantity, price });
    this.place(taker, { side: takerSide, quantity, price });
  }

  /** Sets mode and leverage of both sides. */
  setMode(account: number, mode: "cross" | "fixed", leverage: number): readonly ExchangeEvent[] {
    const { pair } = this.market;
    return this.apply({ kind: "change-mode", account, pair, mode, leverageLong: leverage, leverageShort: leverage });
  }

  setIndex(price: string, market: Market = this.market): readonly ExchangeEvent[] {
    return this.apply({ kind: "set-index", pair: market.pair, price: scaled(price, market.priceScale) });
  }

  assets(account: number, coin = "USDT"): AssetsView {
    const user = this.exchange.state.users.get(account);
    if (user === undefined) {
      throw new RangeError("no such user");
    }
    return viewAssets(this.exchange.state, user, coin);
  }

  positions(account: number): readonly PositionView[] {
    const user = this.exchange.state.users.get(account);
    return user === undefined ? [] : viewPositions(this.exchange.state, user);
  }

  lastOrder(account: number): FinishedOrder {
    const order = everyOrder(this.exchange.state).findLast((one) => one.account === account);
    if (order === undefined) {
      throw new RangeError("no order");
    }
    return order;
  }

  /** Balance of an account of the books, by name. */
  balance(name: string, coin = "USDT"): string {
    const account = this.exchange.state.ledger.accounts().find((one) => one.name === name && one.coin === coin);
    return moneyText(account?.balance ?? 0n);
  }
}

/** The reason of a refusal; nothing when there was none. */
export function refusalOf(events: readonly ExchangeEvent[]): string | undefined {
  return events.find((event) => event.kind === "command-refused")?.reason;
}
