import { Credential, connect } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";

const pairs = ["4BTC_USDT", "4ETH_USDT"] as const;

it.each(["documented", "deployed"] as const)(
  "profile %s: one call says what is open for an account, as its own mirror does",
  async (profile) => {
    const sandbox = await startSandbox({ pairs, profile, requestsPerWindow: 0, depthIntervalMs: 50 });
    onTestFinished(() => sandbox.close());
    const venue = connect({
      addresses: [sandbox.pushUrl],
      restAddress: sandbox.restUrl,
      rest: { throttle: { limit: 1_000, reserve: {} } },
    });
    onTestFinished(() => venue.close());
    const account = venue.account(new Credential(sandbox.credential));
    await account.ready;
    expect(await account.listOpen()).toEqual({ orders: [], planOrders: [], positions: [], isWhole: true });

    const [btc, eth] = pairs;
    const tagPrices = await venue.rest.usdt.getTagPrices();
    const price = (pair: string, share: number): string =>
      String(Math.floor(Number(tagPrices[pair]?.tagPrice) * share));
    const held = await account.trader.place({
      pair: btc,
      side: "open-long",
      type: "market",
      quantity: "0.02",
      price: "0",
    });
    await held.done;
    const ids: string[] = [];
    for (const [pair, side, share] of [
      [btc, "open-long", 0.9],
      [btc, "open-short", 1.1],
      [btc, "close-long", 1.1],
      [eth, "open-long", 0.9],
    ] as const) {
      const order = await account.trader.place({
        pair,
        side,
        type: "limit",
        quantity: "0.01",
        price: price(pair, share),
      });
      ids.push(order.orderId);
    }
    await account.rest.usdt.placePlanOrder({
      pair: btc,
      side: "long",
      plan: "stop-loss",
      type: "market",
      quantity: "0.01",
      triggerPrice: price(btc, 0.8),
      price: price(btc, 0.8),
    });

    const all = await account.listOpen();
    expect(all.orders.map(({ orderId }) => orderId).toSorted()).toEqual(ids.toSorted());
    expect(all.planOrders).toMatchObject([{ pair: btc, plan: "stop-loss" }]);
    expect(all.positions).toMatchObject([{ pair: btc, side: "long" }]);
    expect(all.isWhole).toBe(true);
    const ofEth = await account.listOpen({ pair: eth });
    expect(ofEth).toMatchObject({ orders: [{ orderId: ids[3] }], planOrders: [], positions: [] });

    // The mirror is asked by plain text, and says the same.
    await expect.poll(() => account.events.state.positions.get(btc)?.long?.quantity).toBe(all.positions[0]?.quantity);
    expect(ids.map((id) => account.events.state.orders.get(id)?.status)).toEqual(["open", "open", "open", "open"]);
    expect(account.events.state.positions.has(eth)).toBe(false);

    const abort = new AbortController();
    abort.abort();
    await expect(account.listOpen({ signal: abort.signal })).rejects.toMatchObject({ code: "aborted" });
    await expect(account.listOpen({ pair: "nothing" })).rejects.toMatchObject({ code: "value-invalid" });
  },
);
