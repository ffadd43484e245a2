import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { RestKit } from "../spec-support/rest-kit.js";
import { list, newcomer, outsideAddress, withdraw } from "../spec-support/wallet-steps.js";

let sandbox: Sandbox;
let deployed: Sandbox;
let rest: RestKit;
let tolerant: RestKit;

beforeAll(async () => {
  const options = { pairs: ["4BTC_USDT", "5BTC_USD"], requestsPerWindow: 0, seed: 5 };
  sandbox = await startSandbox(options);
  deployed = await startSandbox({ ...options, profile: "deployed" });
  rest = new RestKit(sandbox);
  tolerant = new RestKit(deployed);
});

afterAll(async () => {
  await sandbox.close();
  await deployed.close();
});

describe("deposits", () => {
  it("come from the operator, and are listed with their confirmations", async () => {
    const { user, account } = await newcomer(rest);
    const made = await rest.operate("POST", "deposits", { account, coin: "XRP", amount: "25.5" });
    expect(made).toMatchObject({ status: 200, body: { deposit: { status: "in-progress", amount: "25.5" } } });
    await rest.operate("POST", "deposits", { account, coin: "BTC", amount: "0.01", outcome: "failed" });
    const page = await list(user, "transferInList");
    expect(page).toMatchObject({ count: 2, page: 1 });
    expect(page.items[1]).toEqual({
      id: expect.any(Number),
      to: expect.stringMatching(new RegExp(`^r.*:${account}$`)),
      to_address: expect.stringMatching(new RegExp(`^r.*:${account}$`)),
      tx_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      coin_symbol: "XRP",
      chain_type: "XRP",
      confirmCount: expect.any(Number),
      amount: "25.5",
      createdAt: expect.any(Number),
      status: expect.any(Number),
    });
    // One block is enough for XRP.
    await expect
      .poll(() => list(user, "transferInList", { filter_type: 2 }), { interval: 200 })
      .toMatchObject({ count: 1, items: [{ coin_symbol: "XRP", confirmCount: 1, status: 2 }] });
    await expect
      .poll(() => list(user, "transferInList", { filter_type: 3 }), { interval: 200 })
      .toMatchObject({ count: 1, items: [{ coin_symbol: "BTC", status: 3 }] });
    const all = await list(user, "transferInList", { filter_type: 0 });
    expect(all.count).toBe(2);
    expect((await list(user, "transferInList", { size: 1 })).count).toBe(2);
    expect((await list(user, "transferInList", { size: 1, page: 2 })).count).toBe(1);
    expect((await list(user, "transferInList", { coin_symbol: "XRP" })).count).toBe(1);
    const { result } = await user.post("/v3.1/transfer/mainAssets", {});
    expect(result).toMatchObject({ assets_list: [{ coin_symbol: "USDT" }, { coin_symbol: "XRP", balance: "25.5" }] });
  });

  it.each([
    [{ coin: "BTC", amount: "1" }, 400, "value-invalid"],
    [{ account: 999, coin: "BTC", amount: "1" }, 400, "value-invalid"],
    [{ account: 2000, coin: "BTC", amount: 1 }, 400, "value-invalid"],
    [{ account: 2000, coin: "BTC", amount: "1", outcome: "lost" }, 400, "value-invalid"],
    [{ account: 2000, coin: "BTC", amount: "1", everyMs: 0 }, 400, "value-invalid"],
    [{ account: 2000, coin: "BTC", amount: "1", from: "me" }, 400, "value-invalid"],
    [{ account: 2000, coin: "BTC", amount: "-1" }, 400, "refused"],
    [{ account: 2000, coin: "NONE", amount: "1" }, 400, "refused"],
    [{ account: 2000, coin: "BTC", amount: "1", chain: "ERC20" }, 400, "refused"],
    ["{", 400, "json-syntax"],
  ])("of the form %j are refused with %d %s", async (body, status, code) => {
    expect(await rest.operate("POST", "deposits", body)).toMatchObject({ status, body: { error: { code } } });
  });
});

describe("withdrawals", () => {
  it("are asked for, held back, decided by the operator, and listed by stage", async () => {
    const { user } = await newcomer(rest);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const answer = await withdraw(user);
      expect(answer).toEqual({ state: 0, result: expect.any(Number), cmd: "transferOut" });
    }
    const { result } = await user.post("/v3.1/transfer/mainAssets", {});
    expect(result).toMatchObject({ assets_list: [{ balance: "698.5", freeze: "301.5", USDValue: "1000.00" }] });
    const pending = await list(user, "transferOutList", { filter_type: 0 });
    expect(pending.count).toBe(3);
    expect(pending.items[0]).toEqual({
      id: expect.any(Number),
      to_address: outsideAddress,
      tx_id: "",
      coin_symbol: "USDT",
      chain_type: "ERC20",
      amount_real: "95.5",
      amount: "100.5",
      fee: "5",
      createdAt: expect.any(Number),
      memo: "",
      status: 1,
    });
    // The ids are too large for a number: as text they are whole.
    const text = await (await fetchList(user)).text();
    for (const [, id = ""] of text.matchAll(/"id":(\d+)/g)) {
      ids.push(id);
    }
    expect(await rest.operate("POST", `withdrawals/${ids[0]}`, { decision: "approve" })).toMatchObject({
      status: 200,
      body: { withdrawal: { withdrawalId: ids[0], status: "in-progress" } },
    });
    await rest.operate("POST", `withdrawals/${ids[1]}`, { decision: "reject" });
    await rest.operate("POST", `withdrawals/${ids[2]}`, { decision: "cancel" });
    const counts = await Promise.all(
      [0, 1, 2, 3, -1, -2].map(async (filter_type) => {
        const page = await list(user, "transferOutList", { filter_type });
        return [filter_type, page.items.map(({ status }) => status)];
      }),
    );
    expect(counts).toEqual([
      [0, []],
      [1, [1]],
      [2, []],
      [3, []],
      [-1, [4]],
      [-2, [3]],
    ]);
    expect((await list(user, "transferOutList")).items.length).toBe(3);
    expect(await rest.operate("POST", `withdrawals/${ids[1]}`, { decision: "approve" })).toMatchObject({
      status: 400,
      body: { error: { code: "refused", state: 2033 } },
    });
  });

  async function fetchList(user: RestKit): Promise<Response> {
    const { hmacMd5 } = await import("../spec-support/rest-kit.js");
    const body = JSON.stringify({ page: 1, size: 50 });
    const time = String(Date.now());
    return fetch(`${user.url}/v3.1/transfer/transferOutList`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "svc-api-key": user.key.apiKey,
        "svc-timestamp": time,
        "svc-api-sign": hmacMd5(user.key.apiSecret, time, body),
      },
    });
  }

  it.each([
    [{ amount: 20 }, 2085],
    [{ amount: 100.1234567 }, 2034],
    [{ amount: 1001 }, 2027],
    [{ addr: "nowhere" }, 2034],
    [{ addr: "" }, 3002],
    [{ coin_symbol: "NONE" }, 2034],
    [{ coin_symbol: "MATIC" }, 2034],
    [{ coin_symbol: "XRP", amount: 30, addr: `r${"a".repeat(30)}` }, 3002],
    [{ coin_symbol: "XRP", amount: 30, addr: `r${"a".repeat(30)}`, memo: "7" }, 2027],
    [{ amount: "100.5" }, 3000],
    [{ amount: true }, 3000],
    [{ amount: null }, 3002],
  ])("of %j are refused with %d", async (body, state) => {
    const { user } = await newcomer(rest);
    expect(await withdraw(user, body)).toMatchObject({ state, msg: expect.any(String) });
    expect((await list(user, "transferOutList")).count).toBe(0);
  });

  it("read a bare decimal exactly: neither digit nor cent is lost on the way", async () => {
    const { user } = await newcomer(rest);
    const body = `{"coin_symbol":"USDT","amount":100.000001,"addr":"${outsideAddress}"}`;
    expect(await user.post("/v3.1/transfer/transferOut", body)).toMatchObject({ state: 0 });
    expect((await list(user, "transferOutList")).items).toMatchObject([
      { amount: "100.000001", amount_real: "95.000001" },
    ]);
    const tooFine = body.replace("100.000001", "100.00000100000000000000001");
    expect(await user.post("/v3.1/transfer/transferOut", tooFine)).toMatchObject({ state: 2034 });
    expect(await user.post("/v3.1/transfer/transferOut", body.replace("100.000001", "1e2"))).toMatchObject({
      state: 0,
    });
  });

  it.each([
    ["withdrawals/11258999068499999", { decision: "approve" }, 404],
    ["withdrawals/one", { decision: "approve" }, 404],
    ["withdrawals/11258999068426241", { decision: "keep" }, 400],
    ["withdrawals/11258999068426241", {}, 400],
  ])("%s %j: %d", async (path, body, status) => {
    expect((await rest.operate("POST", path, body)).status).toBe(status);
  });
});

describe("lists", () => {
  it.each(["transferInList", "transferOutList"])(
    "%s: the documents want page and size, deployments do not",
    async (path) => {
      expect(await rest.post(`/v3.1/transfer/${path}`, {})).toMatchObject({ state: 3002 });
      expect(await rest.post(`/v3.1/transfer/${path}`, { page: 1, size: 51 })).toMatchObject({ state: 3000 });
      expect(await rest.post(`/v3.1/transfer/${path}`, { page: 0, size: 5 })).toMatchObject({ state: 3000 });
      expect(await rest.post(`/v3.1/transfer/${path}`, { page: 1, size: 5, filter_type: 7 })).toMatchObject({
        state: 3000,
      });
      expect(await tolerant.post(`/v3.1/transfer/${path}`, {})).toEqual({
        state: 0,
        result: { count: 0, page: 1, items: [] },
        cmd: path,
      });
    },
  );
});
