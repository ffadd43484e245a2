import { type VenueCodeEntry, venueCodes } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { type Door, openDoor, openTenant, orderBody, paths } from "../spec-support/rest-door.js";
import type { Answered, RestKit } from "../spec-support/rest-kit.js";

/** A request that is answered with a code. */
type Trigger = (door: Door) => Promise<Answered>;

async function placed(kit: RestKit, changes: object = {}): Promise<string> {
  const answer = await kit.post(paths.open, orderBody(changes));
  if (answer.state !== 0) {
    throw new Error(JSON.stringify(answer));
  }
  return String(answer["order_id"]);
}

const order =
  (changes: object): Trigger =>
  ({ kit }) =>
    kit.post(paths.open, orderBody(changes));

/** The operator orders the code for the demo account: no request can cause it. */
const ordered =
  (code: number): Trigger =>
  async ({ kit }) => {
    await kit.operate("POST", "accounts/100001", { refusals: [{ code, count: 1 }] });
    const answer = await kit.post(paths.assets, {});
    expect(await kit.post(paths.assets, {})).toMatchObject({ state: 0 });
    return answer;
  };

/** What the operator himself is told. */
const told =
  (body: object): Trigger =>
  async ({ kit }) =>
    ((await kit.operate("POST", "accounts", body)).body["error"] ?? {}) as Answered;

const query = { cmd: "bc/orderHistory", body: { page: 1, size: 10 }, index: 1 };

const batch =
  (count: number): Trigger =>
  async ({ kit }) => {
    const { error } = (await kit.form(Array.from({ length: count }, () => query))) as Answered & {
      error: { code: string; msg: string };
    };
    return { state: Number(error.code), msg: error.msg };
  };

const rich = { funds: [{ coin: "USDT", amount: "50000000" }] };

/** One trigger for each code that REST can answer. */
const triggers: Readonly<Record<number, Trigger>> = {
  2003: ordered(2003),
  2011: async ({ kit }) => {
    const { kit: own } = await openTenant(kit, "0", rich);
    for (let i = 0; i < 100; i++) {
      await placed(own);
    }
    return own.post(paths.open, orderBody());
  },
  2015: async ({ kit }) => {
    const { kit: own } = await openTenant(kit, "0", rich);
    await own.post(paths.changeMode, { pair: "4BTC_USDT", mode: 1, leverage_long: 1, leverage_short: 1 });
    await placed(own, { amount: "99" });
    return own.post(paths.open, orderBody({ amount: "2" }));
  },
  2021: ordered(2021),
  2027: order({ amount: "5" }),
  2033: async ({ kit, clock }) => {
    const orderId = await placed(kit);
    await kit.post(paths.close, { order_id: orderId });
    clock.advance(5);
    return kit.post(paths.close, { order_id: orderId });
  },
  2034: order({ amount: "0.00015" }),
  2040: ({ kit }) => kit.post(paths.close, { order_id: "11258999068426299" }),
  2064: async ({ kit }) => {
    const orderId = await placed(kit);
    await kit.post(paths.close, { order_id: orderId });
    return kit.post(paths.close, { order_id: orderId });
  },
  2065: order({ price: "60000" }),
  2066: order({ price: "30000", order_side: 2 }),
  2067: async ({ kit }) => {
    await kit.operate("POST", "markets/4BTC_USDT", { limitOnly: true });
    return kit.post(paths.open, orderBody({ order_type: 1 }));
  },
  2068: order({ amount: "0.00009" }),
  2069: async ({ kit }) => kit.post(paths.close, { order_id: await placed(kit, { order_type: 1 }) }),
  2078: order({ price: "45000.05" }),
  2085: order({ pair: "4XRP_USDT", price: "0.8", amount: "0.5" }),
  2086: async ({ kit }) => {
    await kit.operate("POST", "accounts/100001", { restricted: true });
    return kit.post(paths.open, orderBody());
  },
  2091: async () => {
    const { kit } = await openDoor({ requestsPerWindow: 3 });
    for (let i = 0; i < 3; i++) {
      expect(await kit.post(paths.assets, {})).toMatchObject({ state: 0 });
    }
    return kit.post(paths.assets, {});
  },
  2092: order({ pair: "4XRP_USDT", price: "0.8", amount: "1" }),
  2131: order({ amount: "101" }),
  3000: order({ order_side: 5 }),
  3002: order({ pair: "" }),
  3011: ordered(3011),
  3012: ({ kit }) => kit.as({ ...kit.key, apiKey: "nobody" }).post(paths.assets, {}),
  3016: order({ pair: "4NONE_USDT" }),
  3024: async ({ kit }) =>
    (await openTenant(kit, "1", { keys: [{ permissions: ["read"] }] })).kit.post(paths.open, orderBody()),
  3025: ({ kit }) => kit.as({ ...kit.key, apiSecret: "x" }).post(paths.assets, {}),
  3026: async ({ kit }) =>
    (await openTenant(kit, "1", { keys: [{ addresses: ["10.0.0.1"] }] })).kit.post(paths.assets, {}),
  3027: async ({ kit }) => {
    await kit.operate("POST", "accounts/100001", { revokeKeys: [kit.key.apiKey] });
    return kit.post(paths.assets, {});
  },
  3028: told({ keys: Array.from({ length: 11 }, () => ({})) }),
  3029: told({ keys: [{ addresses: Array.from({ length: 11 }, (_, i) => `10.0.0.${i}`) }] }),
  3033: batch(2),
  3034: batch(11),
  3035: batch(101),
  3103: ({ kit }) => kit.post(paths.changeMargin, { pair: "4BTC_USDT", margin: "1", side: 1 }),
  4000: ordered(4000),
  4003: ordered(4003),
};

/** Answered by push connections alone. */
const pushOnly = [3009, 3010, 3017];

describe("every code", () => {
  it("of the table and of the field notes has a trigger", () => {
    const known = Object.keys(venueCodes).map(Number);
    const covered = [...Object.keys(triggers).map(Number), ...pushOnly];
    expect(covered.toSorted((a, b) => a - b)).toEqual(known.toSorted((a, b) => a - b));
  });

  it.each(Object.entries(triggers))(
    "%s is answered with its published text, or with what the sandbox means by it",
    async (code, trigger) => {
      const door = await openDoor({ pairs: ["4BTC_USDT", "4XRP_USDT", "5BTC_USD"] });
      const answer = await trigger(door);
      const entry: VenueCodeEntry = venueCodes[Number(code) as keyof typeof venueCodes];
      const text = entry.publishedText ?? entry.sandboxText ?? entry.meaning;
      expect(answer).toMatchObject({ state: Number(code), msg: text });
      expect(text).not.toContain("not known");
    },
  );

  it("whose published text is that of its neighbour is sent with it", async () => {
    const { kit } = await openDoor();
    const text = async (answer: Promise<Answered>): Promise<string | undefined> => (await answer).msg;
    expect(await text(kit.post(paths.open, orderBody({ pair: "4NONE_USDT" })))).toBe("Invalid apikey");
    expect(await text(kit.as({ ...kit.key, apiKey: "x" }).post(paths.assets, {}))).toBe(
      "Interface does not support apikey request method",
    );
    expect(await text(ordered(3011)({ kit } as Door))).toBe("Illegal subscribe event");
  });
});
