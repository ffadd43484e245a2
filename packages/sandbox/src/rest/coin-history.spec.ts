import { type ExchangeState, entryId, everyOrder } from "@depthwire/exchange/internal";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { type Answered, RestKit } from "../spec-support/rest-kit.js";

let sandbox: Sandbox;
let rest: RestKit;

beforeAll(async () => {
  sandbox = await startSandbox({ pairs: ["5BTC_USD"], requestsPerWindow: 0, seed: 4 });
  rest = new RestKit(sandbox);
  // The strategy has withdrawn its quote; that takes effect a moment later.
  const cancelled = '{"page":1,"size":50,"status":[5]}';
  const isWithdrawn = async () => expect((await page("bc/orderHistory", cancelled)).count).toBe(1);
  await vi.waitFor(isWithdrawn, { timeout: 60_000 });
});

afterAll(() => sandbox.close());

interface Item {
  readonly [key: string]: unknown;
  readonly deal_coin: string;
  readonly fee: string;
  readonly profit: string;
  readonly hold_coin_dx: string;
  readonly amount_coin: string;
  readonly client_oid: number;
  readonly status: number;
  readonly side: number;
}

interface Page {
  readonly count: number;
  readonly items: readonly Item[];
}

async function query(cmd: string, body: string): Promise<Answered> {
  return rest.form(`[{"cmd":"${cmd}","body":${body},"index":7}]`);
}

async function page(cmd: string, body: string): Promise<Page> {
  return (await query(cmd, body)).result as Page;
}

async function orderIds(): Promise<readonly string[]> {
  const { exchange } = sandbox as unknown as { exchange: { state: ExchangeState } };
  return everyOrder(exchange.state)
    .map(({ id }) => entryId("small", id))
    .reverse();
}

function sum(texts: readonly string[]): bigint {
  return texts.reduce((total, text) => total + BigInt(text.replace(".", "")), 0n);
}

describe("the demo account's history in coin-margined contracts", () => {
  it("has orders of both kinds and more than one end, newest first", async () => {
    const { count, items } = await page("bc/orderHistory", '{"page":1,"size":50}');
    expect(count).toBe(5);
    expect(items.map(({ side, order_type, status }) => [side, order_type, status])).toEqual([
      [3, 1, 3],
      [1, 1, 3],
      [3, 1, 3],
      [1, 2, 5],
      [1, 1, 3],
    ]);
    expect((await page("bc/orderHistory", '{"page":1,"size":50,"status":[5]}')).count).toBe(1);
  });

  it("has fills that add up to each order, and changes of the position that add up to the fills", async () => {
    const orders = await page("bc/orderHistory", '{"pair":"5BTC_USD","page":1,"size":50}');
    const ids = await orderIds();
    let [fees, traded] = [0n, 0n];
    for (const [i, order] of orders.items.entries()) {
      const { items } = await page("bc/orderDetail", `{"orderId":${ids[i]},"page":1,"size":50}`);
      expect(sum(items.map(({ deal_coin }) => deal_coin))).toBe(sum([order.deal_coin]));
      expect(sum(items.map(({ fee }) => fee))).toBe(sum([order.fee]));
      fees += sum([order.fee]);
      traded += sum([order.deal_coin]);
    }
    expect(traded).toBeGreaterThan(0n);
    const log = await page("bc/dealLog", '{"pair":"5BTC_USD","page":1,"size":50}');
    expect(sum(log.items.map(({ fee }) => fee))).toBe(fees);
    expect(sum(log.items.map(({ hold_coin_dx }) => hold_coin_dx.replace("-", "")))).toBe(traded);
    expect(new Set(log.items.map(({ log_type }) => log_type))).toEqual(new Set([1, 2]));
  });

  it("is found by the venue's ids and by the strategy's", async () => {
    const [newest = ""] = await orderIds();
    const body = `{"orderIds":["${newest}"],"clientOids":["1000000"]}`;
    const found = (await query("bc/orderById", body)).result as Item[];
    expect(found.map(({ client_oid }) => client_oid)).toEqual([1_000_005, 1_000_000]);
  });

  it("is echoed with command and index", async () => {
    expect(await query("bc/dealLog", '{"pair":"5BTC_USD","page":1,"size":1}')).toMatchObject({
      cmd: "bc/dealLog",
      index: 7,
      result: { page: 1, items: [expect.anything()] },
    });
  });
});
