import { TransportError } from "@depthwire/core";
import {
  jsonResponse,
  type Runtime,
  type ScriptedVenue,
  type SeenRequest,
  scriptedVenue,
} from "./scripted-venue.spec-kit.js";

/** A plan order as the venue keeps it. */
export interface KeptPlan {
  readonly id: number;
  readonly trigger: string;
  /** Other wire fields of its record. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** What the venue keeps of an account without ids of the caller's. */
export interface MoneyWorld {
  /** Margin of the long position of `4BTC_USDT`; undefined: there is none. */
  margin: number | undefined;
  /** Available in the contract account; undefined: it lists no such coin. */
  contract: number | undefined;
  /** Available in the wallet; undefined: it lists no such coin. */
  wallet: number | undefined;
  withdrawals: { id: number; address: string; amount: string }[];
  plans: KeptPlan[];
  closings: { id: number; quantity: string; source: number; side?: number }[];
}

/**
 * What becomes of one request: `lost` is carried out and never answered, `cut` arrives nowhere and may have, `hung` is never heard of; `twice` is
 * carried out twice and answered once, `refused` is carried out once, and its second copy refused for want of balance.
 */
export type MoneyFate = "answered" | "lost" | "cut" | "hung" | "twice" | "refused";

/** A venue that keeps money. */
export interface MoneyVenue extends ScriptedVenue {
  readonly world: MoneyWorld;
  /** How many calls that move money have come. */
  calls(): number;
  /** Requests to the address that ends so. */
  asked(end: string): readonly SeenRequest[];
}

const zeros = { pa: "0", ui: 1, pf: "0", md: 2, pp: "0", ps: "0" };

function position(pi: string, sd: number, mg: number): object {
  return { l: "10", sd, mg: String(mg), lc: "1", pi, hc: "1", po: "1", ...zeros };
}

function contractAsset(c: string, b: number): object {
  return { b: String(b), c, u: 1, ff: "0", fc: "0", mf: "0", mc: "0" };
}

function walletAsset(coin: string, balance: number): object {
  return { coin_symbol: coin, balance: String(balance), freeze: "0", BTCValue: "0", CNYValue: "0", USDValue: "0" };
}

function withdrawal({ id, address, amount }: MoneyWorld["withdrawals"][number]): object {
  const of = { id, to_address: address, tx_id: "", coin_symbol: "BTC", chain_type: "BTC", amount_real: "0", amount };
  return { ...of, createdAt: 1, status: 1 };
}

function plan({ id, trigger, other }: KeptPlan): object {
  return { oi: String(id), pi: "4BTC_USDT", pr: "1", tp: trigger, q: "1.0", sd: 1, pt: 1, bt: 2, s: 1, ...other };
}

function closing({ id, quantity, source, side = 3 }: MoneyWorld["closings"][number]): object {
  const zero = { freeze: "0", price_deal: "0", deal_coin: "0", deal_num: 0, fee: "0", fee_bix: "0", fee_bix0: "0" };
  const at = "2026-01-01T00:00:00.000Z";
  const of = { id, user_id: 1, coin_symbol: "USDT", pair: "4BTC_USDT", side, order_type: 1, price: "1" };
  const rates = { fee_rate_maker: "0", fee_rate_taker: "0" };
  const rest = { amount_coin: quantity, status: 3, reason: 0, order_from: source, createdAt: at, updatedAt: at };
  return { ...of, ...zero, ...rates, ...rest };
}

const present = <Value>(value: number | undefined, show: (value: number) => Value): readonly Value[] =>
  value === undefined ? [] : [show(value)];

interface Paging {
  readonly page?: number;
  readonly size?: number;
}

function page<Item>(body: Paging, items: readonly Item[]): object {
  const { page: number = 1, size = items.length } = body;
  return { count: items.length, page: number, items: items.slice((number - 1) * size, number * size) };
}

/**
 * A venue with others' money beside the account's own.
 *
 * @param act what a call that moves money does
 * @param fateOf what becomes of each request
 */
export function moneyVenue(
  act: (world: MoneyWorld) => void,
  fateOf: (request: SeenRequest) => MoneyFate = () => "answered",
  runtime: Runtime = "sends-once",
): MoneyVenue {
  const world: MoneyWorld = { margin: 100, contract: 50, wallet: 500, withdrawals: [], plans: [], closings: [] };
  let calls = 0;
  const answer = ({ target, body }: SeenRequest): object | undefined => {
    const asked = JSON.parse(body ?? "{}") as Paging;
    switch (target.split("/").at(-1)) {
      case "position":
        return [position("4BTC_USDT", 2, 7), ...present(world.margin, (margin) => position("4BTC_USDT", 1, margin))];
      case "assets":
        return [contractAsset("BTC", 9), ...present(world.contract, (amount) => contractAsset("USDT", amount))];
      case "mainAssets": {
        const assets = [walletAsset("BTC", 8), ...present(world.wallet, (amount) => walletAsset("USDT", amount))];
        return { total_btc: "0", total_cny: "0", total_usd: "0", assets_list: assets };
      }
      case "transferOutList":
        return page(asked, world.withdrawals.map(withdrawal));
      case "planOrderList":
        return world.plans.map(plan);
      case "orderHistory":
        return page(asked, world.closings.map(closing));
      default:
        return undefined;
    }
  };
  const venue = scriptedVenue(
    (request) => {
      const fate = fateOf(request);
      const shown = answer(request);
      calls += shown === undefined ? 1 : 0;
      if (fate === "hung") {
        return new Promise<object>(() => undefined);
      }
      if (fate !== "cut" && shown === undefined) {
        act(world);
      }
      if (fate === "twice" && shown === undefined) {
        act(world);
      }
      if (fate === "refused") {
        return jsonResponse(JSON.stringify({ state: 2027, msg: "refused by the script" }));
      }
      if (fate !== "answered" && fate !== "twice") {
        throw new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
      }
      return jsonResponse(JSON.stringify({ state: 0, result: shown ?? 7 }));
    },
    {},
    {},
    runtime,
  );
  const asked = (end: string): readonly SeenRequest[] => venue.seen.filter(({ target }) => target.endsWith(end));
  return { ...venue, world, calls: () => calls, asked };
}

/** Whether a request moves money: all others look. */
export function movesMoney({ target }: SeenRequest): boolean {
  return !/\/(position|assets|mainAssets|transferOutList|planOrderList|orderHistory)$/.test(target);
}
