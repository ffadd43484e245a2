import { describe, expect, it } from "vitest";
import { openDoor, openTenant, orderBody, paths } from "../../spec-support/rest-door.js";
import type { KeyPair } from "../../spec-support/rest-kit.js";

const all = ["read", "trade", "withdraw"];

describe("POST /_sandbox/accounts", () => {
  it("opens an account with money, flags and a key that works", async () => {
    const { kit } = await openDoor();
    const funds = [
      { coin: "USDT", amount: "500" },
      { coin: "USDT", amount: "20.5", purse: "wallet" },
      { coin: "BTC", amount: "1", purse: "spot" },
      { coin: "USDT", amount: "3", purse: "promotion" },
    ];
    const { status, body } = await kit.operate("POST", "accounts", { funds, paysFeesInToken: true });
    const opened = body["opened"] as KeyPair[];
    expect(status).toBe(200);
    expect(body).toEqual({
      account: 100_002,
      restricted: false,
      paysFeesInToken: true,
      cancelOnDisconnect: false,
      keys: [{ apiKey: opened[0]?.apiKey, permissions: all, addresses: [], revoked: false }],
      refusals: [],
      balances: {
        USDT: {
          wallet: "20.5",
          spot: "0",
          withdrawing: "0",
          free: "500",
          promotion: "3",
          debt: "0",
          margin: "0",
          frozen: "0",
          total: "523.5",
        },
        BTC: {
          wallet: "0",
          spot: "1",
          withdrawing: "0",
          free: "0",
          promotion: "0",
          debt: "0",
          margin: "0",
          frozen: "0",
          total: "1",
        },
      },
      ledgerTotals: { USDT: "0", BTC: "0", BIX: "0" },
      opened: [{ apiKey: expect.stringMatching(/^[0-9a-f]{40}$/), apiSecret: expect.stringMatching(/^[0-9a-f]{40}$/) }],
    });
    expect(await kit.as(opened[0] as KeyPair).post(paths.assets, { coin: "USDT" })).toMatchObject({
      result: [{ b: "500" }],
    });
    // Secrets are told once.
    const shown = JSON.stringify((await kit.operate("GET", "accounts/100002")).body);
    expect(shown).not.toContain(opened[0]?.apiSecret);
    expect((await kit.operate("GET", "accounts")).body).toEqual({ accounts: [100_001, 100_002] });
  });

  it("makes up the same keys in the same order under the same seed", async () => {
    const keysOf = async (seed: number): Promise<unknown> => {
      const { kit } = await openDoor({ seed });
      return (await kit.operate("POST", "accounts", { keys: [{}, {}] })).body["opened"];
    };
    const [first, again, other] = [await keysOf(7), await keysOf(7), await keysOf(8)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(new Set((first as KeyPair[]).flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret])).size).toBe(4);
  });

  it("takes an account's number, and keys that were chosen outside", async () => {
    const { kit } = await openDoor();
    const key = { apiKey: "mine", apiSecret: "secret" };
    const { body } = await kit.operate("POST", "accounts", { account: 1234, keys: [key] });
    expect(body).toMatchObject({ account: 1234, opened: [key] });
    expect(await kit.as(key).post(paths.assets, {})).toMatchObject({ state: 0 });
    expect((await kit.operate("POST", "accounts", { account: 1234 })).status).toBe(400);
    expect((await kit.operate("POST", "accounts", { keys: [key] })).body).toMatchObject({
      error: { code: "refused", state: 3000 },
    });
    expect((await kit.operate("POST", "accounts", { keys: [] })).body).toMatchObject({ keys: [], opened: [] });
  });

  it.each([
    "[]",
    "7",
    "null",
    '{"other":1}',
    '{"account":999}',
    '{"account":"1234"}',
    '{"funds":{}}',
    '{"funds":[{"coin":"usdt","amount":"1"}]}',
    '{"funds":[{"coin":"USDT","amount":1}]}',
    '{"funds":[{"coin":"USDT","amount":"1e3"}]}',
    '{"funds":[{"coin":"USDT","amount":"1","purse":"pocket"}]}',
    '{"keys":[{"permissions":["everything"]}]}',
    '{"keys":[{"addresses":["localhost"]}]}',
    '{"keys":[{"apiKey":""}]}',
    '{"keys":[{"apiKey":"a b"}]}',
    '{"restricted":1}',
    '{"refusals":[{"code":1234}]}',
    '{"refusals":[{"code":4000,"count":0}]}',
    '{"refusals":[{}]}',
  ])("refuses %s and changes nothing", async (text) => {
    const { kit } = await openDoor();
    expect(await kit.operate("POST", "accounts", text)).toMatchObject({
      status: 400,
      body: { error: { code: "value-invalid" } },
    });
    expect((await kit.operate("GET", "accounts")).body).toEqual({ accounts: [100_001] });
  });

  it("refuses what is no JSON", async () => {
    const { kit } = await openDoor();
    expect(await kit.operate("POST", "accounts", "{")).toMatchObject({
      status: 400,
      body: { error: { code: "json-syntax" } },
    });
    expect(await kit.operate("POST", "accounts", " ".repeat(70_000))).toMatchObject({ status: 413 });
  });
});

describe("POST /_sandbox/accounts/{account}", () => {
  it("adds money, takes it away, and says when there is too little", async () => {
    const { kit } = await openDoor();
    const { account } = await openTenant(kit, "10");
    const change = (amount: string): Promise<unknown> =>
      kit.operate("POST", `accounts/${account}`, { funds: [{ coin: "USDT", amount }] });
    expect(await change("5")).toMatchObject({ body: { balances: { USDT: { free: "15" } } } });
    expect(await change("-15")).toMatchObject({ body: { balances: { USDT: { free: "0" } } } });
    expect(await change("-1")).toMatchObject({ status: 400, body: { error: { code: "refused", state: 2027 } } });
  });

  it("restricts an account, and frees it again", async () => {
    const { kit } = await openDoor();
    const { account, kit: own } = await openTenant(kit);
    await kit.operate("POST", `accounts/${account}`, { restricted: true });
    expect(await own.post(paths.open, orderBody())).toMatchObject({ state: 2086 });
    expect(await own.post(paths.assets, {})).toMatchObject({ state: 0 });
    await kit.operate("POST", `accounts/${account}`, { restricted: false });
    expect(await own.post(paths.open, orderBody())).toMatchObject({ state: 0 });
  });

  it("orders refusals: in order, for some operations, a number of times, until they are taken back", async () => {
    const { kit } = await openDoor();
    const { account, kit: own } = await openTenant(kit);
    const other = await openTenant(kit);
    const refusals = [
      { code: 4003, operations: ["usdt.placeOrder"], count: 2 },
      { code: 2003, count: 1 },
      { code: 3011, operations: ["usdt.getPositions"] },
    ];
    expect((await kit.operate("POST", `accounts/${account}`, { refusals })).body).toMatchObject({ refusals });
    const states = async (...asked: readonly string[]): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (const path of asked) {
        found.push((await own.post(path, path === paths.open ? orderBody() : {})).state);
      }
      return found;
    };
    expect(await states(paths.open, paths.assets, paths.assets)).toEqual([4003, 2003, 0]);
    expect(await states(paths.position, paths.position)).toEqual([3011, 3011]);
    expect((await kit.operate("GET", `accounts/${account}`)).body["refusals"]).toEqual([
      { ...refusals[0], count: 1 },
      refusals[2],
    ]);
    expect(await states(paths.open, paths.open)).toEqual([4003, 0]);
    // Nothing was carried out, and nobody else is hit.
    expect(await own.post(paths.orderHistory, { page: 1, size: 9 })).toMatchObject({ result: { count: 1 } });
    expect(await other.kit.post(paths.position, {})).toMatchObject({ state: 0 });
    await kit.operate("POST", `accounts/${account}`, { refusals: [] });
    expect(await states(paths.position)).toEqual([0]);
  });

  it.each(["99", "100009", "abc", "1e3"])("knows no account %s", async (account) => {
    const { kit } = await openDoor();
    for (const method of ["GET", "POST"]) {
      const body = method === "POST" ? {} : undefined;
      expect(await kit.operate(method, `accounts/${account}`, body)).toMatchObject({
        status: 404,
        body: { error: { code: "not-found" } },
      });
    }
  });
});

describe("POST /_sandbox/markets/{pair}", () => {
  it("moves the index and with it the tag price", async () => {
    const { kit } = await openDoor();
    const { status, body } = await kit.operate("POST", "markets/4BTC_USDT", { indexPrice: "50000.5" });
    expect([status, body]).toEqual([200, { pair: "4BTC_USDT", indexPrice: "50000.5" }]);
    const { result } = await kit.get("/v3.1/cquery/buTagPrice");
    expect(result).toMatchObject({ "4BTC_USDT": { close: "50000.5000000000" } });
  });

  it.each([
    ['{"indexPrice":"0"}', 400],
    ['{"indexPrice":"-1"}', 400],
    ['{"indexPrice":"1.23"}', 400],
    ['{"indexPrice":5}', 400],
    ['{"limitOnly":"yes"}', 400],
    ['{"other":1}', 400],
    ["[]", 400],
  ])("answers %s with %d", async (text, status) => {
    const { kit } = await openDoor();
    expect(await kit.operate("POST", "markets/4BTC_USDT", text)).toMatchObject({ status });
    expect(await kit.operate("POST", "markets/4NONE_USDT", {})).toMatchObject({ status: 404 });
  });
});
