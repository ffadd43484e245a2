import { describe, expect, it } from "vitest";
import { openDoor, openTenant, orderBody, paths } from "../../../spec-support/rest-door.js";

const mode = { pair: "4BTC_USDT", mode: 2, leverage_long: 20, leverage_short: 5 };

describe("moving funds", () => {
  it.each([paths.transfer, paths.transferToo])("goes in and out at %s", async (path) => {
    const { kit } = await openDoor();
    const before = await kit.operate("GET", "accounts/100001");
    expect(before.body["balances"]).toMatchObject({ USDT: { wallet: "10000", free: "10000" } });
    const inwards = await kit.post(path, { amount: "2500.5", symbol: "USDT", type: 0 });
    expect(inwards).toEqual({ state: 0, result: expect.stringMatching(/^[0-9]{17,}$/) });
    expect((await kit.operate("GET", "accounts/100001")).body["balances"]).toMatchObject({
      USDT: { wallet: "7499.5", free: "12500.5" },
    });
    expect(await kit.post(path, { amount: "2500.5", symbol: "USDT", type: 1 })).toMatchObject({ state: 0 });
    expect(await kit.operate("GET", "accounts/100001")).toEqual(before);
  });

  it.each([
    ["more than there is", { amount: "10000.1" }, 2027],
    ["more than there is, out", { amount: "10000.1", type: 1 }, 2027],
    ["nothing", { amount: "0" }, 3000],
    ["less than nothing", { amount: "-1" }, 3000],
    ["less than money can be", { amount: "0.00000000001" }, 3000],
    ["an unknown coin", { symbol: "NONE" }, 2034],
    ["the fee token", { symbol: "BIX", amount: "5" }, 0],
    ["a third direction", { type: 2 }, 3000],
    ["no coin", { symbol: "" }, 3002],
  ])("of %s is answered with its code", async (_what, changes, state) => {
    const { kit } = await openDoor();
    expect(await kit.post(paths.transfer, { amount: "1", symbol: "USDT", type: 0, ...changes })).toMatchObject({
      state,
    });
  });
});

describe("assets", () => {
  it("tell each coin, or the one that is asked for", async () => {
    const { kit } = await openDoor();
    const all = await kit.post(paths.assets, {});
    expect(all).toMatchObject({ state: 0, cmd: "assets" });
    const usdt = { b: "10000", c: "USDT", u: 100_001, ff: "0", fc: "0", mf: "0", mc: "0" };
    expect(all.result).toContainEqual(usdt);
    expect(await kit.post(paths.assets, { coin: "USDT" })).toMatchObject({ result: [usdt] });
    expect(await kit.post(paths.assets, { coin: "NONE" })).toMatchObject({ state: 0, result: [] });
  });

  it("show what orders hold and what backs positions, by mode", async () => {
    const { kit } = await openDoor();
    const { kit: own } = await openTenant(kit, "1000");
    await own.post(paths.open, orderBody());
    expect((await own.post(paths.assets, {})).result).toMatchObject([{ b: "954.487", fc: "45.513", ff: "0" }]);
    const { kit: fixed } = await openTenant(kit, "1000");
    await fixed.post(paths.changeMode, { ...mode, leverage_long: 10, leverage_short: 10 });
    await fixed.post(paths.open, orderBody());
    expect((await fixed.post(paths.assets, {})).result).toMatchObject([{ b: "954.487", fc: "0", ff: "45.513" }]);
    await fixed.post(paths.open, orderBody({ order_type: 1 }));
    const [asset] = (await fixed.post(paths.assets, {})).result as { mf: string; mc: string }[];
    expect([Number(asset?.mf) > 40, asset?.mc]).toEqual([true, "0"]);
  });
});

describe("positions", () => {
  it("are filtered by pair and side", async () => {
    const { kit } = await openDoor();
    await kit.post(paths.open, orderBody({ order_type: 1 }));
    await kit.post(paths.open, orderBody({ order_type: 1, order_side: 2 }));
    const sides = async (body: object): Promise<unknown[]> =>
      ((await kit.post(paths.position, body)).result as { sd: number }[]).map(({ sd }) => sd);
    expect(await sides({})).toEqual([1, 2]);
    expect(await sides({ pair: "4BTC_USDT" })).toEqual([1, 2]);
    expect(await sides({ side: 2 })).toEqual([2]);
    expect(await sides({ pair: "4BTC_USDT", side: 1 })).toEqual([1]);
    expect(await kit.post(paths.position, { pair: "4NONE_USDT" })).toMatchObject({ state: 3016 });
    expect(await kit.post(paths.position, { pair: "5BTC_USD" })).toMatchObject({ state: 3016 });
    expect(await kit.post(paths.position, { side: 3 })).toMatchObject({ state: 3000 });
  });
});

describe("mode and leverage", () => {
  it("are set for the next orders, and shown in positions", async () => {
    const { kit } = await openDoor();
    expect(await kit.post(paths.changeMode, mode)).toEqual({ state: 0, result: "success", cmd: "changeMode" });
    for (const order_side of [1, 2]) {
      await kit.post(paths.open, orderBody({ order_type: 1, order_side }));
    }
    expect((await kit.post(paths.position, {})).result).toMatchObject([
      { sd: 1, l: "20", md: 2 },
      { sd: 2, l: "5", md: 2 },
    ]);
  });

  it("stay while orders wait: 2034; without cover: 2027; of an unknown pair: 3016", async () => {
    const { kit } = await openDoor();
    expect(await kit.post(paths.changeMode, { ...mode, pair: "4NONE_USDT" })).toMatchObject({ state: 3016 });
    const { kit: poor } = await openTenant(kit, "70");
    await poor.post(paths.open, orderBody({ order_type: 1 }));
    expect(await poor.post(paths.changeMode, { ...mode, mode: 1, leverage_long: 1 })).toMatchObject({ state: 2027 });
    await kit.post(paths.open, orderBody());
    expect(await kit.post(paths.changeMode, mode)).toMatchObject({ state: 2034 });
  });
});

describe("margin", () => {
  it("is added to a fixed position and taken out down to where it began; success has no result", async () => {
    const { kit } = await openDoor();
    await kit.post(paths.changeMode, mode);
    await kit.post(paths.open, orderBody({ order_type: 1 }));
    const margin = async (): Promise<number> =>
      Number(((await kit.post(paths.position, {})).result as { mg: string }[])[0]?.mg);
    const before = await margin();
    const change = { pair: "4BTC_USDT", margin: "10", side: 1 };
    expect(await kit.post(paths.changeMargin, change)).toEqual({ state: 0 });
    expect(await margin()).toBeCloseTo(before + 10, 8);
    expect(await kit.post(paths.changeMargin, { ...change, margin: "-10" })).toEqual({ state: 0 });
    expect(await kit.post(paths.changeMargin, { ...change, margin: "-10" })).toMatchObject({ state: 2027 });
    expect(await kit.post(paths.changeMargin, { ...change, margin: "1000000" })).toMatchObject({ state: 2027 });
    expect(await kit.post(paths.changeMargin, { ...change, margin: "0" })).toMatchObject({ state: 3000 });
    expect(await kit.post(paths.changeMargin, { ...change, side: 2 })).toMatchObject({
      state: 3103,
      cmd: "changeMargin",
    });
    expect(await kit.post(paths.changeMargin, { ...change, pair: "4NONE_USDT" })).toMatchObject({ state: 3016 });
  });

  it("of a cross position cannot be changed: 2034", async () => {
    const { kit } = await openDoor();
    await kit.post(paths.open, orderBody({ order_type: 1 }));
    const change = { pair: "4BTC_USDT", margin: "10", side: 1 };
    expect(await kit.post(paths.changeMargin, change)).toMatchObject({ state: 2034 });
  });
});
