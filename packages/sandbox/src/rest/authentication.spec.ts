import { request } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { startSandbox } from "../sandbox.js";
import { openDoor, startMs } from "../spec-support/rest-door.js";
import { type Answered, hmacMd5, type KeyPair, RestKit } from "../spec-support/rest-kit.js";

const assets = "/v3/cbu/assets";

/** Opens an account and one key of it. */
async function openKey(kit: RestKit, key: object): Promise<{ account: number; key: KeyPair }> {
  const { body } = await kit.operate("POST", "accounts", { keys: [key] });
  const { account, opened } = body as Answered & { account: number; opened: KeyPair[] };
  return { account, key: opened[0] as KeyPair };
}

const order = { pair: "4BTC_USDT", amount: "0.01", order_side: 1, order_type: 2, price: "45000", order_from: 6 };

describe("the header scheme", () => {
  const text = '{"coin":"USDT"}';

  it.each([
    ["a right signature", {}, 0],
    ["another secret's signature", { signature: hmacMd5("x", `${startMs}${text}`) }, 3025],
    ["an upper-case signature", { signature: "A".repeat(32) }, 3025],
    ["a signature of another length", { signature: "ab" }, 3025],
    ["no signature", { headers: { "svc-api-sign": undefined } }, 3025],
    ["no timestamp", { headers: { "svc-timestamp": undefined } }, 3025],
    ["a timestamp that was not signed", { headers: { "svc-timestamp": String(startMs + 1) } }, 3025],
    ["no key", { headers: { "svc-api-key": undefined } }, 3012],
    ["an unknown key", { headers: { "svc-api-key": "nobody" } }, 3012],
    ["another body than was signed", { sent: '{"coin": "USDT"}' }, 3025],
    ["a body with one more space at its end", { sent: `${text} ` }, 3025],
    ["a byte-order mark before the body", { sent: `\ufeff${text}` }, 3025],
    ["a timestamp of 30 s ago", { timestamp: startMs - 30_000 }, 0],
    ["a timestamp of more than 30 s ago", { timestamp: startMs - 30_001 }, 3025],
    ["a timestamp 30 s ahead", { timestamp: startMs + 30_000 }, 0],
    ["a timestamp more than 30 s ahead", { timestamp: startMs + 30_001 }, 3025],
    ["a timestamp in seconds", { timestamp: startMs / 1000 }, 3025],
    ["a timestamp that is none", { timestamp: "now" }, 3025],
    ["a negative timestamp", { timestamp: -startMs }, 3025],
  ])("is judged: %s", async (_what, twist, state) => {
    const { kit } = await openDoor();
    expect(await kit.post(assets, text, twist)).toMatchObject({ state });
  });

  it("is over the bytes, whatever they are", async () => {
    const { kit } = await openDoor();
    const bytes = Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d);
    // Rightly signed, and then no JSON: not a matter of the signature.
    expect(await kit.post(assets, bytes)).toMatchObject({ state: 3000 });
    expect(await kit.post(assets, bytes, { signature: hmacMd5("other", String(startMs), bytes) })).toMatchObject({
      state: 3025,
    });
    // What a lossy reader would make of these bytes has the same text, and another signature.
    const lossy = new TextDecoder().decode(bytes);
    expect(await kit.post(assets, lossy, { sent: bytes })).toMatchObject({ state: 3025 });
  });

  it("takes an absent body signed as nothing or as an empty object, and refuses it then, or not", async () => {
    const { kit } = await openDoor({ seed: 1 });
    const asObject = { signature: hmacMd5(kit.key.apiSecret, `${startMs}{}`) };
    const wrong = { signature: hmacMd5(kit.key.apiSecret, `${startMs}[]`) };
    expect(await kit.post(assets, "")).toMatchObject({ state: 3002 });
    expect(await kit.post(assets, "", asObject)).toMatchObject({ state: 3002 });
    expect(await kit.post(assets, "", wrong)).toMatchObject({ state: 3025 });
    const { kit: tolerant } = await openDoor({ seed: 1, profile: "deployed" });
    expect(await tolerant.post(assets, "")).toMatchObject({ state: 0 });
    expect(await tolerant.post(assets, "", asObject)).toMatchObject({ state: 0 });
    expect(await tolerant.post(assets, "", wrong)).toMatchObject({ state: 3025 });
  });

  it("has the service's name in its headers, in any case", async () => {
    const { kit } = await openDoor({ serviceName: "abc" });
    expect(await kit.post(assets, {})).toMatchObject({ state: 0 });
    const svc = new RestKit({ restUrl: kit.url, credential: kit.key, serviceName: "svc" }, kit.key, kit.now);
    expect(await svc.post(assets, {})).toMatchObject({ state: 3012 });
    const headers = {
      "ABC-API-KEY": kit.key.apiKey,
      "Abc-Timestamp": String(startMs),
      "aBC-aPI-sIGN": hmacMd5(kit.key.apiSecret, `${startMs}{}`),
    };
    const answer = await new Promise<string>((resolve, reject) => {
      const sent = request(kit.url + assets, { method: "POST", headers }, (response) => {
        response.once("data", (bytes: Buffer) => resolve(bytes.toString("utf8")));
      });
      sent.once("error", reject);
      sent.end("{}");
    });
    expect(JSON.parse(answer)).toMatchObject({ state: 0 });
  });

  it("judges the timestamp when the whole request is there, however long that took", async () => {
    const { kit, clock } = await openDoor();
    const body = JSON.stringify(order);
    const headers = {
      "svc-api-key": kit.key.apiKey,
      "svc-timestamp": String(startMs),
      "svc-api-sign": hmacMd5(kit.key.apiSecret, `${startMs}${body}`),
    };
    const sendSlowly = (meanwhileMs: number): Promise<string> =>
      new Promise((resolve, reject) => {
        const sent = request(`${kit.url}/v3/cbu/order/open`, { method: "POST", headers }, (response) => {
          response.once("data", (bytes: Buffer) => resolve(bytes.toString("utf8")));
        });
        sent.once("error", reject);
        sent.write(body.slice(0, 10), () => {
          clock.advance(meanwhileMs);
          sent.end(body.slice(10));
        });
      });
    expect(JSON.parse(await sendSlowly(30_000))).toMatchObject({ state: 0 });
    expect(JSON.parse(await sendSlowly(1))).toMatchObject({ state: 3025 });
    // Nothing was placed by the second one.
    expect(await kit.post("/v3/cbu/order/list", { order_side: 1 })).toMatchObject({ result: { t: 1 } });
  });

  it("refuses a body that is too long", async () => {
    const { kit } = await openDoor();
    expect(await kit.post(assets, `{"coin":"${"x".repeat(70_000)}"}`)).toMatchObject({ state: 3000, cmd: "assets" });
  });
});

describe("a signature that was used", () => {
  it("is taken again, unless replays are refused", async () => {
    const { kit } = await openDoor();
    expect([(await kit.post(assets, {})).state, (await kit.post(assets, {})).state]).toEqual([0, 0]);
    const { kit: strict, clock } = await openDoor({ refuseReplays: true });
    expect([(await strict.post(assets, {})).state, (await strict.post(assets, {})).state]).toEqual([0, 3025]);
    // The path is not signed, so that it makes no difference.
    expect(await strict.post("/v3/cbu/position", {})).toMatchObject({ state: 3025 });
    clock.advance(1);
    expect(await strict.post(assets, {})).toMatchObject({ state: 0 });
    // Remembered for as long as the timestamp is taken.
    expect(await strict.post(assets, {}, { timestamp: startMs + 20_000 })).toMatchObject({ state: 0 });
    clock.advance(45_000);
    expect(await strict.post(assets, {}, { timestamp: startMs + 20_000 })).toMatchObject({ state: 3025 });
  });

  it("that was refused for its parameters may be used once more", async () => {
    const { kit } = await openDoor({ refuseReplays: true });
    expect(await kit.post("/v3/cbu/order/close", { order_id: 5 })).toMatchObject({ state: 3000 });
    expect(await kit.post("/v3/cbu/order/close", { order_id: 5 })).toMatchObject({ state: 3000 });
  });
});

describe("a key", () => {
  it.each([
    [["read", "trade", "withdraw"], 0, 0, 0],
    [["read"], 0, 3024, 3024],
    [["trade"], 3024, 0, 0],
    [["withdraw"], 3024, 3024, 3024],
    [[], 3024, 3024, 3024],
  ])("with %j reads: %d, trades: %d, moves money: %d", async (permissions, reads, trades, moves) => {
    const { kit } = await openDoor();
    const { account, key } = await openKey(kit, { permissions });
    const funds = ["contract", "wallet"].map((purse) => ({ coin: "USDT", amount: "1000", purse }));
    await kit.operate("POST", `accounts/${account}`, { funds });
    const own = kit.as(key);
    expect(await own.post(assets, {})).toMatchObject({ state: reads });
    expect(await own.post("/v3/cbu/order/open", order)).toMatchObject({ state: trades });
    const transfer = { amount: "1", symbol: "USDT", type: 0 };
    expect(await own.post("/v3/cbuassets/transfer", transfer)).toMatchObject({ state: moves });
  });

  it.each([
    [["127.0.0.1"], 0],
    [["10.0.0.1", "127.0.0.1"], 0],
    [["10.0.0.1"], 3026],
    [["::1"], 3026],
    [[], 0],
  ])("bound to %j answers %d", async (addresses, state) => {
    const { kit } = await openDoor();
    const { key } = await openKey(kit, { addresses });
    expect(await kit.as(key).post(assets, {})).toMatchObject({ state });
    // A wrong signature says nothing about addresses.
    expect(await kit.as({ ...key, apiSecret: "x" }).post(assets, {})).toMatchObject({ state: 3025 });
  });

  it("that is revoked is unknown; its owner hears 3027 when it was the last one", async () => {
    const { kit } = await openDoor();
    const { account, key } = await openKey(kit, {});
    const { body } = await kit.operate("POST", `accounts/${account}`, { keys: [{}] });
    const { opened } = body as Answered & { opened: KeyPair[] };
    const [second] = opened as [KeyPair];
    await kit.operate("POST", `accounts/${account}`, { revokeKeys: [key.apiKey] });
    expect(await kit.as(key).post(assets, {})).toMatchObject({ state: 3012 });
    expect(await kit.as(second).post(assets, {})).toMatchObject({ state: 0 });
    await kit.operate("POST", `accounts/${account}`, { revokeKeys: [second.apiKey] });
    expect(await kit.as(key).post(assets, {})).toMatchObject({ state: 3027 });
    expect(await kit.as({ ...key, apiSecret: "x" }).post(assets, {})).toMatchObject({ state: 3012 });
  });

  it("sees its own account and no other", async () => {
    const { kit } = await openDoor();
    const { account, key } = await openKey(kit, {});
    const placed = await kit.post("/v3/cbu/order/open", order);
    const own = kit.as(key);
    expect(await own.post("/v3/cbu/order/detail", { order_id: placed["order_id"] })).toMatchObject({ state: 2040 });
    expect(await own.post("/v3/cbu/order/close", { order_id: placed["order_id"] })).toMatchObject({ state: 2040 });
    await kit.operate("POST", `accounts/${account}`, { funds: [{ coin: "USDT", amount: "5" }] });
    expect((await own.post(assets, {})).result).toMatchObject([{ u: account, b: "5" }]);
  });
});

describe("the form scheme", () => {
  const query = { cmd: "bc/orderHistory", body: { page: 1, size: 10 }, index: 7 };
  const times = (count: number): object[] => Array.from({ length: count }, () => query);
  let kit: RestKit;

  beforeAll(async () => {
    const clock = new VirtualClock(startMs);
    const sandbox = await startSandbox({ pairs: ["5BTC_USD"], requestsPerWindow: 0, clock });
    kit = new RestKit(sandbox);
    return () => sandbox.close();
  });

  it("answers with the result, the command and its index", async () => {
    const answer = await kit.form([query]);
    const result = { count: expect.any(Number), page: 1, items: expect.any(Array) };
    expect(answer).toEqual({ result, cmd: "bc/orderHistory", index: 7 });
  });

  it.each([
    ["an unknown key", [query], { apikey: "nobody" }, "3012"],
    ["a wrong signature", [query], { sign: "0".repeat(32) }, "3025"],
    ["a signature over other commands", [query], { cmds: JSON.stringify([{ ...query, index: 8 }]) }, "3025"],
    ["no commands", "", {}, "3002"],
    ["an empty list", [], {}, "3002"],
    ["2 commands", times(2), {}, "3033"],
    ["10 commands", times(10), {}, "3033"],
    ["11 commands", times(11), {}, "3034"],
    ["100 commands", times(100), {}, "3034"],
    ["101 commands", times(101), {}, "3035"],
    ["no JSON", "[", {}, "3000"],
    ["an object", "{}", {}, "3000"],
    ["a command that is none", "[7]", {}, "3000"],
    ["an unknown command", [{ ...query, cmd: "bc/nothing" }], {}, "3000"],
    ["no command", [{ body: {}, index: 1 }], {}, "3002"],
    ["no body", [{ cmd: "bc/orderHistory", index: 1 }], {}, "3002"],
    ["no index", [{ cmd: "bc/orderHistory", body: {} }], {}, "3002"],
    ["no page", [{ ...query, body: { size: 1 } }], {}, "3002"],
    ["a page as text", [{ ...query, body: { page: "1", size: 1 } }], {}, "3000"],
    ["page 0", [{ ...query, body: { page: 0, size: 1 } }], {}, "3000"],
    ["an unknown pair", [{ ...query, body: { pair: "5NONE_USD", page: 1, size: 1 } }], {}, "3016"],
    ["a pair of another family", [{ ...query, body: { pair: "4BTC_USDT", page: 1, size: 1 } }], {}, "3016"],
    ["an unknown order", [{ cmd: "bc/orderDetail", body: { orderId: 5, page: 1, size: 1 }, index: 1 }], {}, "2040"],
  ])("refuses %s", async (_what, commands: string | readonly object[], twist, code) => {
    expect(await kit.form(commands, twist)).toEqual({ error: { code, msg: expect.any(String) } });
  });

  it("needs the permission to read", async () => {
    const { key } = await openKey(kit, { permissions: ["trade"] });
    expect(await kit.as(key).form([query])).toMatchObject({ error: { code: "3024" } });
  });
});
