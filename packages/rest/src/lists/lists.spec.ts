import { usdt, wallet } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { cancelOrdersById, historicalOrdersById, listAll, ordersByClientOrderId } from "../index.js";
import { type Answer, type ScriptedVenue, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

function deposit(id: number): object {
  return {
    id,
    to: "a",
    tx_id: "t",
    coin_symbol: "BTC",
    chain_type: "BTC",
    confirmCount: 1,
    amount: "1",
    createdAt: 1,
    status: 2,
  };
}

function fill(id: number): object {
  const zero = { fee: "0", fee_bix: "0", fee_bix0: "0" };
  const of = { coin_symbol: "USDT", pair: "4BTC_USDT", side: 1, order_from: 6 };
  return {
    id: String(id),
    ...of,
    price: "1",
    deal_price: "1",
    deal_coin: "1",
    ...zero,
    is_maker: 0,
    createdAt: "2026-01-01T00:00:00.000Z",
  };
}

/** Newest first; `grow` adds a record before each page but the first. */
function paged(all: number[], row: (id: number) => object, wallet: "wallet" | "cquery", grow = false): Answer {
  return ({ body }) => {
    const { page, size } = JSON.parse(body ?? "") as { page: number; size: number };
    if (grow && page > 1) {
      all.unshift(Math.max(...all) + 1);
    }
    const ids = all.slice((page - 1) * size, page * size);
    const hasNext = all.length > page * size;
    const count = wallet === "wallet" ? ids.length + (hasNext ? 1 : 0) : all.length;
    return { state: 0, result: { count, page, items: ids.map(row) } };
  };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) {
    collected.push(item);
  }
  return collected;
}

const lists = (venue: ScriptedVenue, size: number) => ({
  deposits: () => venue.settle(collect(listAll(venue.client, wallet.listDeposits, {}, { pageSize: size }))),
  fills: () => venue.settle(collect(listAll(venue.client, usdt.listFills, { orderId: "1" }, { pageSize: size }))),
});

describe("listAll", () => {
  it.each([0, 1, 2, 3, 4, 5, 6])(
    "walks wallet lists of %d records by their count, and asks for no page in vain",
    async (length) => {
      const ids = Array.from({ length }, (_, index) => length - index);
      const venue = scriptedVenue(paged(ids, deposit, "wallet"));
      expect((await lists(venue, 2).deposits()).map(({ depositId }) => Number(depositId))).toEqual(ids);
      expect(venue.seen).toHaveLength(Math.max(1, Math.ceil(length / 2)));
    },
  );

  it.each([0, 1, 2, 3, 4])(
    "walks other lists of %d records while pages are full, whatever count says",
    async (length) => {
      const ids = Array.from({ length }, (_, index) => length - index);
      const venue = scriptedVenue(paged(ids, fill, "cquery"));
      expect((await lists(venue, 2).fills()).map(({ fillId }) => Number(fillId))).toEqual(ids);
      expect(venue.seen).toHaveLength(Math.floor(length / 2) + 1);
    },
  );

  it("gives each record once while the list grows in front", async () => {
    const venue = scriptedVenue(paged([7, 6, 5, 4, 3, 2, 1], fill, "cquery", true));
    expect((await lists(venue, 3).fills()).map(({ fillId }) => Number(fillId))).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it("gives a record once that changed while it moved to the next page", async () => {
    const changed = { ...fill(2), fee: "0.5" };
    const pages = [[fill(3), fill(2)], [changed, fill(1)], []];
    const venue = scriptedVenue((_, attempt) => ({
      state: 0,
      result: { count: 4, page: attempt, items: pages[attempt - 1] ?? [] },
    }));
    expect((await lists(venue, 2).fills()).map(({ fillId, fee }) => [fillId, fee])).toEqual([
      ["3", "0"],
      ["2", "0"],
      ["1", "0"],
    ]);
  });

  it("ends with a page that is empty, whatever is promised behind it", async () => {
    const venue = scriptedVenue(() => ({ state: 0, result: { count: 51, page: 1, items: [] } }));
    expect(await lists(venue, 2).deposits()).toEqual([]);
    expect(venue.seen).toHaveLength(1);
  });

  it("ends where the venue looks at no page number, and gives each record once", async () => {
    const page = [5, 4, 3].map(fill);
    const venue = scriptedVenue(() => ({ state: 0, result: { count: 9, page: 1, items: page } }));
    expect((await lists(venue, 3).fills()).map(({ fillId }) => fillId)).toEqual(["5", "4", "3"]);
    expect(venue.seen.length).toBeLessThan(6);
  });

  it("asks for nothing that nobody reads", async () => {
    const venue = scriptedVenue(paged([3, 2, 1], fill, "cquery"));
    const items = listAll(venue.client, usdt.listFills, { orderId: "1" }, { pageSize: 1 });
    await venue.settle(items.next());
    await items.return();
    expect(venue.seen).toHaveLength(1);
  });
});

describe("calls with many ids", () => {
  it("are split, and their answers joined", async () => {
    const venue = scriptedVenue(() => ({ state: 0, result: [] }));
    const ids = Array.from({ length: 201 }, (_, index) => String(index + 1));
    await venue.settle(ordersByClientOrderId(venue.client, ids));
    const sent = venue.seen.map(({ body }) => (JSON.parse(body ?? "") as { order_ids: string[] }).order_ids);
    expect(sent.map(({ length }) => length)).toEqual([100, 100, 1]);
    expect(sent.flat()).toEqual(ids);
  });

  it("are split where orders of the past are asked for", async () => {
    const venue = scriptedVenue(() => ({ state: 0, result: [] }));
    const ids = Array.from({ length: 101 }, (_, index) => String(index + 1));
    expect(await venue.settle(historicalOrdersById(venue.client, ids))).toEqual([]);
    expect(venue.seen).toHaveLength(2);
    expect(ids.filter((id) => !venue.seen.some(({ body }) => body?.includes(`"${id}"`)))).toEqual([]);
  });

  it("tell which part failed, and send the others", async () => {
    const venue = scriptedVenue((_, attempt) =>
      attempt === 1 ? { state: 2033, msg: "x" } : { state: 0, result: "ok" },
    );
    const ids = Array.from({ length: 150 }, (_, index) => String(index + 1));
    const outcomes = await venue.settle(cancelOrdersById(venue.client, ids));
    expect(outcomes.map(({ orderIds, error }) => [orderIds.length, error !== undefined])).toEqual([
      [100, true],
      [50, false],
    ]);
  });
});
