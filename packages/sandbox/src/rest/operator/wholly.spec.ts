import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { type Door, openDoor, openTenant, paths } from "../../spec-support/rest-door.js";
import type { Answered } from "../../spec-support/rest-kit.js";

const money = { coin: "USDT", amount: "5" };
const tooMuch = { coin: "USDT", amount: "-1000" };

async function answerTo({ kit }: Door, body: object): Promise<{ status: number; state: unknown; before: Answered }> {
  const { account } = await openTenant(kit, "10");
  const show = async (): Promise<Answered> => (await kit.operate("GET", `accounts/${account}`)).body;
  const before = await show();
  const { status, body: answer } = await kit.operate("POST", `accounts/${account}`, body);
  expect(await show()).toEqual(before);
  return { status, state: (answer["error"] as { readonly state: number }).state, before };
}

describe("what the operator wants of an account", () => {
  it.each([
    ["money that is not there, after money", { restricted: true, funds: [money, tooMuch] }, 2027],
    [
      "money twice that is there once",
      {
        funds: [
          { coin: "USDT", amount: "-7" },
          { coin: "USDT", amount: "-7" },
        ],
      },
      2027,
    ],
    ["an amount finer than money", { funds: [money, { coin: "USDT", amount: "0.00000000001" }] }, 3000],
    ["a key that it does not have", { funds: [money], revokeKeys: ["none"] }, 3000],
    ["a key twice", { funds: [money], keys: [{ apiKey: "k" }, { apiKey: "k" }] }, 3000],
    ["an 11th key", { funds: [money], keys: Array.from({ length: 10 }, () => ({})) }, 3028],
    ["an 11th address", { paysFeesInToken: true, keys: [{}, { addresses: Array(11).fill("127.0.0.1") }] }, 3029],
  ])("is done wholly or not at all: %s", async (_what, body, state) => {
    expect(await answerTo(await openDoor(), body)).toMatchObject({ status: 400, state });
  });

  it.each(["0", "-0", "-0.0", "0.000"])(
    "moves nothing when the amount is %s, however a zero is written",
    async (amount) => {
      const { kit } = await openDoor();
      const { account } = await openTenant(kit, "10");
      const show = async (): Promise<Answered> => (await kit.operate("GET", `accounts/${account}`)).body;
      const before = await show();
      const funds = [{ coin: "USDT", amount }];
      expect(await kit.operate("POST", `accounts/${account}`, { funds })).toMatchObject({ status: 200 });
      expect(await show()).toEqual(before);
    },
  );

  it("opens no account when it is refused", async () => {
    const { kit } = await openDoor();
    expect(await kit.operate("POST", "accounts", { funds: [money, tooMuch] })).toMatchObject({ status: 400 });
    expect((await kit.operate("GET", "accounts")).body).toEqual({ accounts: [100_001] });
  });

  it("may take a key away to make room for another", async () => {
    const { kit } = await openDoor();
    const keys = Array.from({ length: 10 }, (_, i) => ({ apiKey: `key-${i}` }));
    const { account } = await openTenant(kit, "10", { keys });
    const body = { revokeKeys: ["key-3"], keys: [{ apiKey: "another" }] };
    expect(await kit.operate("POST", `accounts/${account}`, body)).toMatchObject({ status: 200 });
  });

  it.each([
    ["accounts", { account: 1_000_000_000_000 }],
    ["accounts", { funds: [{ coin: "USDT", amount: "1000000000000001" }] }],
    ["accounts", { funds: [{ coin: "USDT", amount: "-1000000000000001" }] }],
    ["deposits", { account: 1_000_000_000_000, coin: "USDT", amount: "1" }],
    ["deposits", { account: 2000, coin: "USDT", amount: "1000000000000001" }],
    ["markets/4BTC_USDT", { indexPrice: "47743500.1" }],
    ["markets/4BTC_USDT", { indexPrice: "47.7" }],
    ["markets/4BTC_USDT", { indexPrice: "9".repeat(30) }],
  ])("at %s is bounded: %j", async (path, body) => {
    const { kit } = await openDoor();
    expect(await kit.operate("POST", path, body)).toMatchObject({
      status: 400,
      body: { error: { code: "value-invalid" } },
    });
    expect((await kit.operate("GET", "accounts")).body).toEqual({ accounts: [100_001] });
  });

  it("leaves a venue that works at the bounds", async () => {
    const { kit, clock } = await openDoor();
    const rich = { account: 999_999_999_999, funds: [{ coin: "USDT", amount: "1000000000000000" }] };
    expect(await kit.operate("POST", "accounts", rich)).toMatchObject({ status: 200 });
    expect(await kit.operate("POST", "accounts", {})).toMatchObject({
      status: 400,
      body: { error: { code: "value-invalid", msg: expect.stringContaining("the highest, 999999999999, is taken") } },
    });
    expect(await kit.operate("POST", "accounts", { account: 100_002 })).toMatchObject({ status: 200 });
    expect(await kit.operate("GET", "accounts")).toMatchObject({
      body: { accounts: [100_001, 999_999_999_999, 100_002] },
    });
    for (const indexPrice of ["47741600", "47.8"]) {
      expect(await kit.operate("POST", "markets/4BTC_USDT", { indexPrice })).toMatchObject({ status: 200 });
      clock.advance(1000);
      expect(await kit.get("/v3.1/cquery/buTagPrice")).toMatchObject({ state: 0 });
      expect(await kit.post(paths.assets, {})).toMatchObject({ state: 0 });
    }
  });
});

describe("a transfer in the moment in which a deposit is credited", () => {
  it("answers its own id", async () => {
    const { kit, clock } = await openDoor();
    const { account, kit: own } = await openTenant(kit, "10");
    await kit.operate("POST", "deposits", { account, coin: "XRP", amount: "25" });
    clock.moveTo(clock.monotonicMs() + 2000);
    await own.post(paths.transfer, { symbol: "USDT", amount: "1", type: 1 });
    const [first] = /"\d{17,}"/.exec(own.lastText) ?? [];
    await own.post(paths.transfer, { symbol: "USDT", amount: "1", type: 1 });
    const [second] = /"\d{17,}"/.exec(own.lastText) ?? [];
    expect(BigInt(JSON.parse(second ?? "0")) - BigInt(JSON.parse(first ?? "0"))).toBe(1n);
  });
});

describe("a body that is too large", () => {
  it.each(["/_sandbox/accounts", "/_sandbox/faults", "/v3/cbu/order/open"])(
    "at %s is refused, and its connection ends with the answer",
    async (path) => {
      const { kit } = await openDoor();
      const connection = await new Promise((resolve, reject) => {
        const sent = request(kit.url + path, {
          method: "POST",
          agent: false,
          headers: { connection: "keep-alive", "content-type": "application/json" },
        });
        sent.on("response", (response) => {
          response.resume();
          resolve(response.headers.connection);
        });
        sent.on("error", reject);
        sent.end(" ".repeat(70_000));
      });
      expect(connection).toBe("close");
    },
  );
});
