import { describe, expect, it } from "vitest";
import { askAt, openBefore, pair, type Scene, setScene, type Told } from "../scene.spec-kit.js";
import { publishedAddresses, publishedOperations } from "./operations.js";

const limitOrder = { pair, amount: "0.01", order_side: 1, order_type: 2, price: "20000", order_from: 6 };

/** Asks until the mirror answers. */
async function mirrored({ ask }: Scene, path: string, body?: unknown): Promise<Told> {
  await expect.poll(async () => (await ask(path, body === undefined ? {} : { body })).source).toBe("mirror");
  return ask(path, body === undefined ? {} : { body });
}

describe("a documented path, unsigned", () => {
  it("answers public reads as the venue does, in the same envelope", async () => {
    const { sandbox, ask } = await setScene();
    for (const path of [
      "/v3.1/cquery/buValue",
      "/v3.1/cquery/buUnit",
      "/v1.1/cquery?cmd=bcValue",
      "/v3/mdata/pairList",
    ]) {
      const told = await ask(path);
      expect(told, path).toMatchObject({ status: 200, source: "venue" });
      expect(told.body, path).toEqual((await askAt(sandbox.restUrl, path)).body);
    }
  });

  it("answers the account's reads without a signature", async () => {
    const { ask } = await setScene();
    expect((await ask("/v3/cbu/assets", { body: {} })).body).toMatchObject({
      state: 0,
      result: expect.arrayContaining([expect.objectContaining({ c: "USDT" })]),
    });
    expect((await ask("/v3.1/transfer/mainAssets", { body: { select: 1 } })).body).toMatchObject({ state: 0 });
  });

  it("signs the batch query's form, and echoes the client's index", async () => {
    const { ask } = await setScene();
    const cmds = JSON.stringify([{ cmd: "bc/orderHistory", body: { page: 1, size: 10 }, index: 7 }]);
    const told = await ask("/v1.1/cquery", { body: new URLSearchParams({ cmds, apikey: "x", sign: "y" }).toString() });
    expect(told.body).toEqual({ result: { count: 0, page: 1, items: [] }, cmd: "bc/orderHistory", index: 7 });
    const two = JSON.stringify([1, 2].map((index) => ({ cmd: "bc/dealLog", body: {}, index })));
    const refused = await ask("/v1.1/cquery", { body: new URLSearchParams({ cmds: two }).toString() });
    expect(refused.body.error).toMatchObject({ code: "3033" });
  });

  it("has every address of both documents, and no other", async () => {
    const { ask } = await setScene();
    for (const { method, path, operations } of publishedAddresses(publishedOperations())) {
      if (operations.every(({ compiled }) => compiled.operation.purpose === "read")) {
        const told = await ask(path, method === "POST" ? { body: {} } : {});
        expect([404, 405], path).not.toContain(told.status);
      }
    }
    const unknown = await ask("/v3/cbu/order/opne", { body: {} });
    expect(unknown).toMatchObject({
      status: 404,
      body: { msg: expect.stringContaining("did you mean POST /v3/cbu/order/open?") },
    });
  });

  it("refuses wrong parameters as the venue would", async () => {
    const { ask } = await setScene();
    const told = await ask("/v3/cbu/order/open", { body: { ...limitOrder, order_side: 9 } });
    expect(told).toMatchObject({
      status: 200,
      body: { state: 3000, msg: "Requested parameter incorrect", cmd: "open" },
    });
    expect(told.headers.get("x-depthwire-reason")).toContain("order_side");
    const unknown = await ask("/v3/cbu/order/detail", { body: { order_id: "12345" } });
    expect(unknown.body).toMatchObject({ state: 2040, cmd: "detail" });
  });
});

describe("the mirror", () => {
  it("answers depth that was asked for once, exactly as the venue does", async () => {
    const scene = await setScene({}, { depthIntervalMs: 60_000 });
    const path = `/v2/mdata/depth?pair=${pair}&size=5`;
    expect((await scene.ask(path)).source).toBe("venue");
    const told = await mirrored(scene, path);
    expect(Number(told.headers.get("x-depthwire-age-ms"))).toBeGreaterThanOrEqual(0);
    const result = told.body["result"] as { asks: unknown[]; bids: unknown[] };
    expect(result.asks).toHaveLength(5);
    expect(result.bids).toHaveLength(5);
    expect(told.body).toMatchObject({ cmd: "depth", ver: "2.0", result: { pair } });
  });

  it("answers each size of a book by itself, and each new state anew", async () => {
    const scene = await setScene();
    const path = (size: number): string => `/v2/mdata/depth?pair=${pair}&size=${size}`;
    await mirrored(scene, path(1));
    const asks = async (size: number): Promise<readonly object[]> =>
      ((await scene.ask(path(size))).body["result"] as { asks: object[] }).asks;
    expect([(await asks(1)).length, (await asks(3)).length, (await asks(1)).length]).toEqual([1, 3, 1]);
    const time = async (): Promise<unknown> =>
      ((await scene.ask(path(1))).body["result"] as { update_time: unknown }).update_time;
    const before = await time();
    await expect.poll(time).not.toBe(before);
  });

  it("lets the first reads of a start ask the venue: nobody waits until the account is known", async () => {
    const { ask, sandbox } = await setScene({ credential: undefined });
    sandbox.faults.add({ kind: "late", path: "/v3/cbu/order/list", ms: 5_000, count: 4 });
    const { url } = await openBefore(sandbox);
    const told = await askAt(url, "/v3/cbu/assets", { body: {} });
    expect(told).toMatchObject({ status: 200, source: "venue", body: { state: 0 } });
    const health = await askAt(url, "/health");
    expect(health.body["notReady"]).toEqual([expect.objectContaining({ what: "account" })]);
    expect((await askAt(url, "/account")).source).toBe("venue");
    expect((await ask("/health")).status).toBe(200);
  });

  it("takes no call of the venue's, however often it is asked", async () => {
    const scene = await setScene({}, { requestsPerWindow: 30 });
    await mirrored(scene, "/v3/cbu/assets", {});
    const answers = await Promise.all(Array.from({ length: 200 }, () => scene.ask("/v3/cbu/assets", { body: {} })));
    expect(answers.map(({ source, body }) => `${source} ${body["state"]}`)).toEqual(Array(200).fill("mirror 0"));
  });

  it("has what was written: an acknowledged order, and an acknowledged cancel, are in the next read", async () => {
    const scene = await setScene({}, { requestsPerWindow: 30 });
    const { ask } = scene;
    const list = { pair, order_side: 1 };
    await mirrored(scene, "/v3/cbu/order/list", list);
    for (let round = 0; round < 5; round++) {
      const placed = await ask("/v3/cbu/order/open", { body: limitOrder });
      expect(placed.body).toMatchObject({ state: 0, order_id: expect.any(String), status: 1 });
      const orderId = placed.body["order_id"];
      const open = await ask("/v3/cbu/order/list", { body: list });
      expect(open.body).toMatchObject({
        result: { p: 1, t: 1, o: [{ oi: orderId, pi: pair, p: "20000", q: "0.01", s: 1 }] },
      });
      expect((await ask("/v3/cbu/order/close", { body: { order_id: orderId } })).body).toMatchObject({ state: 0 });
      expect((await ask("/v3/cbu/order/list", { body: list })).body).toMatchObject({ result: { t: 0, o: [] } });
    }
    expect((await mirrored(scene, "/v3/cbu/order/list", list)).body).toMatchObject({ result: { t: 0 } });
  });

  it("is passed over where the push of an acknowledged order is late: the venue is asked", async () => {
    const scene = await setScene();
    const { ask, sandbox } = scene;
    const list = { pair, order_side: 1 };
    await mirrored(scene, "/v3/cbu/order/list", list);
    sandbox.faults.add({ kind: "delay", channel: "private", ms: 5_000, count: 1_000 });
    const placed = await ask("/v3/cbu/order/open", { body: limitOrder });
    const told = await ask("/v3/cbu/order/list", { body: list });
    expect(told).toMatchObject({ source: "venue", body: { result: { t: 1, o: [{ oi: placed.body["order_id"] }] } } });
  });

  it("lets no read join one that was asked before an acknowledged order", async () => {
    const { ask, sandbox } = await setScene();
    const list = { pair, order_side: 1 };
    await ask("/orders");
    sandbox.faults.add({ kind: "delay", channel: "private", ms: 10_000, count: 1_000 });
    await ask("/v3/cbu/order/open", { body: limitOrder });
    sandbox.faults.add({ kind: "late", when: "after", path: "/v3/cbu/order/list", ms: 3_000 });
    const early = ask("/v3/cbu/order/list", { body: list });
    await expect.poll(() => sandbox.faults.applied()["late"]).toBe(1);
    await ask("/v3/cbu/order/open", { body: { ...limitOrder, price: "20001" } });
    const late = await ask("/v3/cbu/order/list", { body: list });
    expect(late).toMatchObject({ source: "venue", body: { result: { t: 2 } } });
    expect((await early).body).toMatchObject({ result: { t: 1 } });
  });

  it("answers an order with every field that the venue's answer has", async () => {
    const scene = await setScene();
    const placed = await scene.ask("/v3/cbu/order/open", { body: { ...limitOrder, client_oid: "77" } });
    const body = { order_id: placed.body["order_id"] };
    const told = await mirrored(scene, "/v3/cbu/order/detail", body);
    expect(Object.keys(told.body["result"] as object)).toEqual(
      expect.arrayContaining([
        "oi",
        "coi",
        "pi",
        "sd",
        "p",
        "q",
        "dp",
        "eq",
        "f",
        "fb",
        "fb0",
        "fz",
        "r",
        "s",
        "t",
        "ui",
        "of",
      ]),
    );
    expect(told.body).toMatchObject({ result: { coi: "77", fz: expect.any(String) } });
  });

  it("is not passed off as fresh when the venue is gone", async () => {
    const scene = await setScene();
    await mirrored(scene, "/v3/cbu/assets", {});
    await scene.sandbox.close();
    await expect.poll(async () => (await scene.ask("/v3/cbu/assets", { body: {} })).status).toBe(503);
    const refused = await scene.ask("/v3/cbu/assets", { body: {} });
    expect(refused.body).toMatchObject({ error: { code: "stale", msg: expect.stringContaining("?allow-stale=1") } });
    const allowed = await scene.ask("/v3/cbu/assets?allow-stale=1", { body: {} });
    expect(allowed).toMatchObject({
      status: 200,
      source: "mirror",
      body: { state: 0, result: expect.arrayContaining([expect.objectContaining({ c: "USDT" })]) },
    });
    expect(allowed.headers.get("x-depthwire-stale")).not.toBeNull();
  });
});

describe("calls to the venue", () => {
  it("are shared by equal reads in flight", async () => {
    const { sandbox, ask } = await setScene();
    sandbox.faults.add({ kind: "late", path: "/v3.1/cquery/buFundRate", ms: 2_000, count: 60 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask("/v3.1/cquery/buFundRate")));
    expect(answers.every(({ status, source }) => status === 200 && source === "venue")).toBe(true);
    // One call where all sixty come within two seconds; a starved machine may need another.
    expect(sandbox.faults.applied()["late"]).toBeLessThanOrEqual(5);
  });

  it("wait for their turn: nobody sees 2091", async () => {
    const { sandbox, ask } = await setScene();
    sandbox.faults.add({ kind: "refusal", code: 2091, path: "/v3/cbu/order/open", count: 2 });
    const answers = await Promise.all(
      ["", "1", "2"].map((clientId) =>
        ask("/v3/cbu/order/open", { body: { ...limitOrder, ...(clientId === "" ? {} : { client_oid: clientId }) } }),
      ),
    );
    expect(answers.map(({ body }) => body["state"])).toEqual([0, 0, 0]);
    expect(sandbox.faults.pending()).toEqual([]);
    expect(answers[2]?.body["client_oid"]).toBe("2");
  });

  it("say so in words of their own where others use up the key for too long", async () => {
    const { sandbox, ask } = await setScene({ patienceMs: 1_000 });
    sandbox.faults.add({ kind: "refusal", code: 2091, path: "/v3/cbu/order/open", count: 1_000 });
    // On a starved machine a second may be over while the order waits, or the answer is on its way: that is told as such, and asked again.
    let told = await ask("/v3/cbu/order/open", { body: limitOrder });
    for (let tries = 1; told.body.error?.code !== "queue-full" && tries < 20; tries++) {
      told = await ask("/v3/cbu/order/open", { body: limitOrder });
    }
    expect(told).toMatchObject({ status: 503, body: { error: { code: "queue-full" } } });
    expect(told.headers.get("retry-after")).not.toBeNull();
  });

  it("are made once for an order that names itself, however often it is repeated", async () => {
    const { ask } = await setScene();
    const body = { ...limitOrder, client_oid: "4711" };
    const first = await ask("/v3/cbu/order/open", { body });
    const again = await ask("/v3/cbu/order/open", { body });
    expect(first.body).toMatchObject({ state: 0, client_oid: "4711" });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("x-depthwire-repeated")).toBe("true");
    expect((await ask("/v3/cbu/order/open", { body: { ...body, price: "20001" } })).status).toBe(409);
    expect((await ask("/v3/cbu/order/list", { body: { pair, order_side: 1 } })).body).toMatchObject({
      result: { t: 1 },
    });
  });

  it("are refused where nothing may be changed", async () => {
    const { ask } = await setScene({ access: "read-only" });
    const told = await ask("/v3/cbu/order/open", { body: limitOrder });
    expect(told).toMatchObject({ status: 403, body: { error: { code: "read-only" } } });
    expect((await ask("/v3/cbu/assets", { body: {} })).body).toMatchObject({ state: 0 });
  });

  it("withdraw nothing where no token is wanted", async () => {
    const token = "a-token-that-nobody-guesses";
    const body = { coin_symbol: "USDT", amount: 100, addr: "not-an-address" };
    const open = await setScene();
    const refused = await open.ask("/v3.1/transfer/transferOut", { body });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "token-refused" } } });
    const closed = await setScene({ token });
    const asked = await closed.ask("/v3.1/transfer/transferOut", { body, headers: { "x-depthwire-token": token } });
    // The service itself looks at it.
    expect(asked).toMatchObject({ status: 200, body: { state: expect.any(Number) } });
  });

  it("are refused where there is no key, public ones apart", async () => {
    const { ask } = await setScene({ credential: undefined });
    expect(await ask("/v3/cbu/assets", { body: {} })).toMatchObject({
      status: 503,
      body: { error: { code: "no-credential" } },
    });
    expect((await ask("/v3/cbu/timestamp")).status).toBe(200);
  });

  it("keep to the trader's limits", async () => {
    const { ask } = await setScene({ trader: { limits: { maxOrderValue: "100" } } });
    const told = await ask("/v3/cbu/order/open", { body: limitOrder });
    expect(told).toMatchObject({
      status: 422,
      body: { error: { code: "limit-exceeded", msg: expect.stringContaining("100") } },
    });
  });
});
