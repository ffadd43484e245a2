import type { Desk, Hand } from "../desk.js";
import * as records from "../records.js";
import { signedHeaders } from "../signing.js";

type Fields = Readonly<Record<string, string | number>>;
type List = { readonly count: number; readonly page: number; readonly items: readonly Fields[] };

/** How long money on its way may take, confirmations and reviews included. */
const patienceMs = 60_000;

/** Keeps a wallet: balances, addresses, deposits and withdrawals, each until it has arrived. */
export const wallet: Hand = {
  name: "wallet",
  live: async (desk) => {
    const post = poster(desk);
    await holdCoins(desk, post);
    for (let round = 0; !desk.over; round++) {
      await holdBalances(desk, post);
      const deposit = await takeIn(desk, post, (0.01 + round / 1000).toFixed(3));
      const withdrawal = await payOut(desk, post, Number((0.05 + round / 1000).toFixed(3)));
      await holdPages(desk, post);
      await arrive(desk, post, deposit, withdrawal);
    }
  },
};

type Post = (path: string, body: object) => Promise<unknown>;

function poster(desk: Desk): Post {
  return async (path, params) => {
    const body = JSON.stringify(params);
    const reply = await desk.fetch(desk.restUrl + path, { method: "POST", headers: signedHeaders(desk, body), body });
    const { state, msg, result } = JSON.parse(await reply.text());
    desk.hold("answers", state === 0, `${path} ${body}: ${state} ${msg}`);
    return result;
  };
}

async function holdCoins(desk: Desk, post: Post): Promise<void> {
  const all = (await post("/v3.1/transfer/coinConfig", {})) as Fields[];
  for (const coin of all) {
    desk.fit(records.coinConfiguration, coin, "coinConfig (note 30)");
  }
  const [one, ...more] = (await post("/v3.1/transfer/coinConfig", { coin_symbol: "BTC" })) as Fields[];
  desk.hold("coins", one?.["coin_symbol"] === "BTC" && more.length === 0, "coinConfig of BTC tells others (note 30)");
}

/** Both summaries are what the operator knows. */
async function holdBalances(desk: Desk, post: Post): Promise<void> {
  for (const [path, purse] of [
    ["/v3.1/transfer/mainAssets", "wallet"],
    ["/v3.1/spot/account/assets", "spot"],
  ] as const) {
    const before = await desk.truth.balances(desk.account);
    const summary = (await post(path, { select: 1 })) as Fields & { readonly assets_list: readonly Fields[] };
    const total = (await post(path, { select: 0 })) as Fields;
    const after = await desk.truth.balances(desk.account);
    desk.fit(records.assetSummary, summary, path);
    for (const key of ["total_btc", "total_cny", "total_usd"]) {
      desk.hold("fields", key in total, `${path} has no ${key}`);
    }
    for (const coin of summary.assets_list) {
      desk.fit(records.summaryCoin, coin, path);
    }
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      continue;
    }
    for (const [name, held] of Object.entries(after)) {
      const coin = summary.assets_list.find(({ coin_symbol }) => coin_symbol === name);
      const isEqual = Number(coin?.["balance"] ?? 0) === Number(held[purse]);
      desk.hold("balances", isEqual, `${path}: ${coin?.["balance"]} ${name}, in truth ${held[purse]}`);
      if (purse === "wallet") {
        const isFrozen = Number(coin?.["freeze"] ?? 0) === Number(held.withdrawing);
        desk.hold("balances", isFrozen, `${path}: ${coin?.["freeze"]} ${name} frozen, in truth ${held.withdrawing}`);
      }
    }
  }
}

/** Somebody pays. @returns the id of the deposit */
async function takeIn(desk: Desk, post: Post, amount: string): Promise<string> {
  const address = await post("/v3.1/transfer/transferIn", { coin_symbol: "BTC" });
  desk.hold("deposits", typeof address === "string" && address !== "", `the address of BTC is ${address}`);
  const beganAtMs = performance.now();
  await desk.truth.order("deposits", { account: desk.account, coin: "BTC", amount });
  const { items } = (await post("/v3.1/transfer/transferInList", { coin_symbol: "BTC", page: 1, size: 10 })) as List;
  for (const item of items) {
    desk.fit(records.deposit, item, "a deposit");
    if (desk.deployed) {
      desk.hold("fields", item["to_address"] === item["to"], "a deposit has no to_address (note 41)");
    }
  }
  const mine = items.find((item) => Number(item["amount"]) === Number(amount));
  // Two blocks of 2 s confirm it.
  const isYoung = performance.now() - beganAtMs < 2000;
  const isOpen = mine?.["status"] === 1 || (!isYoung && mine?.["status"] === 2);
  desk.hold("deposits", isOpen, `a deposit that has just come has status ${mine?.["status"]}`);
  desk.hold("deposits", mine?.["to"] === address, `a deposit went to ${mine?.["to"]}, the address is ${address}`);
  return String(mine?.["id"]);
}

/** Pays to an address of the same coin. @returns the id of the withdrawal */
async function payOut(desk: Desk, post: Post, amount: number): Promise<string> {
  const addr = await post("/v3.1/transfer/transferIn", { coin_symbol: "BTC" });
  const before = (await desk.truth.balances(desk.account))["BTC"];
  const beganAtMs = performance.now();
  const id = await post("/v3.1/transfer/transferOut", { coin_symbol: "BTC", amount, addr });
  desk.hold("withdrawals", Number.isInteger(id), `transferOut answers ${JSON.stringify(id)}`);
  const after = (await desk.truth.balances(desk.account))["BTC"];
  const held = Number(after?.withdrawing) - Number(before?.withdrawing);
  // The one before may be paid out in between.
  desk.hold("withdrawals", held <= amount + 1e-9, `${held} is held back of ${amount}`);
  const item = await withdrawalOf(desk, post, String(id), {});
  desk.hold(
    "withdrawals",
    item?.["status"] === 1 && Number(item["amount"]) === amount,
    `a new withdrawal is ${JSON.stringify(item)}`,
  );
  desk.hold("withdrawals", item?.["to_address"] === addr, `a withdrawal goes to ${item?.["to_address"]}`);
  if (desk.deployed) {
    desk.hold("withdrawals", item?.["memo"] === "", "a withdrawal without a memo has another than '' (note 44)");
  }
  const rest = Number(item?.["amount"]) - Number(item?.["fee"]);
  desk.hold(
    "withdrawals",
    Math.abs(Number(item?.["amount_real"]) - rest) < 1e-9,
    `amount_real ${item?.["amount_real"]}, not ${rest}`,
  );
  const isUnderReview = (await withdrawalOf(desk, post, String(id), { filter_type: 0 })) !== undefined;
  // The review takes 10 s.
  if (performance.now() - beganAtMs < 8000) {
    desk.hold("withdrawals", isUnderReview, "a new one is not under review");
  }
  return String(id);
}

async function withdrawalOf(desk: Desk, post: Post, id: string, filter: object): Promise<Fields | undefined> {
  const { items } = (await post("/v3.1/transfer/transferOutList", { page: 1, size: 50, ...filter })) as List;
  for (const item of items) {
    desk.fit(records.withdrawal, item, "a withdrawal");
  }
  return items.find((item) => String(item["id"]) === id);
}

/** `count` is that of the page, and one more when there is another page. */
async function holdPages(desk: Desk, post: Post): Promise<void> {
  for (const path of ["/v3.1/transfer/transferInList", "/v3.1/transfer/transferOutList"]) {
    const { items } = (await post(path, { page: 1, size: 50 })) as List;
    const first = (await post(path, { page: 1, size: 1 })) as List;
    const wanted = items.length > 1 ? 2 : 1;
    desk.hold(
      "pages",
      first.items.length === 1 && first.count === wanted,
      `${path}: count ${first.count} of ${items.length}`,
    );
    desk.hold("pages", first.page === 1, `${path}: page ${first.page}`);
  }
}

/** Waits until both have arrived, and looks at the money then. */
async function arrive(desk: Desk, post: Post, deposit: string, withdrawal: string): Promise<void> {
  const endMs = performance.now() + patienceMs;
  let [isIn, isOut] = [false, false];
  while (!desk.over && !(isIn && isOut)) {
    await desk.pause(2000);
    const { items } = (await post("/v3.1/transfer/transferInList", { filter_type: 2, page: 1, size: 50 })) as List;
    isIn = items.some((item) => String(item["id"]) === deposit);
    desk.hold(
      "deposits",
      items.every(({ status }) => status === 2),
      "the filter 2 tells deposits that are not credited",
    );
    isOut = (await withdrawalOf(desk, post, withdrawal, { filter_type: 3 }))?.["status"] === 2;
    if (performance.now() < endMs) {
      continue;
    }
    return desk.hold(
      "deposits",
      isIn && isOut,
      `deposit ${isIn ? "in" : "open"}, withdrawal ${isOut ? "out" : "open"}`,
    );
  }
}
