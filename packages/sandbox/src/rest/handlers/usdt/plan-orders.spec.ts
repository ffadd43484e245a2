import { describe, expect, it } from "vitest";
import { openDoor, orderBody, paths } from "../../../spec-support/rest-door.js";
import type { RestKit } from "../../../spec-support/rest-kit.js";

type Row = Readonly<Record<string, unknown>>;

async function rows(kit: RestKit, path: string, body: object): Promise<readonly Row[]> {
  const { result } = await kit.post(path, body);
  return result as readonly Row[];
}

describe("plan orders", () => {
  const plan = { price: "59000", trigger_price: "60000", amount: "0.005", side: 1, plan_type: 1, book_type: 2 };

  it("wait, are listed, and are taken back one by one or all at once", async () => {
    const { kit } = await openDoor();
    await kit.post(paths.open, orderBody({ order_type: 1 }));
    expect(await kit.post(paths.planOpen, { pair: "4BTC_USDT", ...plan })).toEqual({
      state: 0,
      result: "success",
      cmd: "planOpen",
    });
    expect(await kit.post(paths.planOpen, plan)).toMatchObject({ state: 0 });
    const listed = await rows(kit, paths.planOrderList, { pair: "4BTC_USDT" });
    expect(listed).toMatchObject(
      [1, 2].map(() => ({ pi: "4BTC_USDT", pr: "59000", tp: "60000", q: "0.005", sd: 1, pt: 1, bt: 2, s: 1 })),
    );
    const order_id = listed[0]?.["oi"];
    expect(await kit.post(paths.planClose, { order_id })).toEqual({ state: 0, result: "success", cmd: "planClose" });
    expect(await kit.post(paths.planClose, { order_id })).toMatchObject({ state: 2033 });
    expect(await kit.post(paths.planCloseAll, { pair: "4NONE_USDT" })).toMatchObject({ state: 3016 });
    expect(await kit.post(paths.planCloseAll, {})).toEqual({ state: 0, result: "success", cmd: "planCloseAll" });
    expect(await rows(kit, paths.planOrderList, {})).toEqual([]);
    expect(await kit.post(paths.planOrderList, { pair: "4NONE_USDT" })).toMatchObject({ state: 3016 });
  });

  it.each([
    ["without a position and a pair", {}, 3016],
    ["without a position", { pair: "4BTC_USDT" }, 2034],
    ["of an unknown pair", { pair: "4NONE_USDT" }, 3016],
    ["with the amount 0", { pair: "4BTC_USDT", amount: "0" }, 2068],
    ["with a trigger that is too fine", { pair: "4BTC_USDT", trigger_price: "60000.01" }, 2078],
    ["without a price to place", { pair: "4BTC_USDT", price: "0" }, 2078],
  ])("%s are refused with their code", async (_what, changes, state) => {
    const { kit } = await openDoor();
    expect(await kit.post(paths.planOpen, { ...plan, ...changes })).toMatchObject({ state });
  });

  it("on the wrong side of the price answer 2034, and with two positions no pair means 3016", async () => {
    const { kit } = await openDoor({ pairs: ["4BTC_USDT", "4ETH_USDT"] });
    await kit.post(paths.open, orderBody({ order_type: 1 }));
    expect(await kit.post(paths.planOpen, { ...plan, trigger_price: "30000" })).toMatchObject({ state: 2034 });
    await kit.post(paths.open, orderBody({ pair: "4ETH_USDT", order_type: 1, amount: "0.1" }));
    expect(await kit.post(paths.planOpen, plan)).toMatchObject({ state: 3016 });
  });
});
