import { expect, it } from "vitest";
import { pair, setScene } from "../scene.spec-kit.js";

const order = { pair, amount: "0.01", order_side: 1, order_type: 2, price: "20000", order_from: 6 };
const mode = { pair, mode: 1, leverage_long: 10, leverage_short: 10 };

/** Leaves keys out. */
function without(body: object, ...keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));
}

/**
 * What deployed clients were seen to send, and what it is answered with before a service that takes the documents' forms alone.
 *
 * @spec field notes 23 and 26
 */
const variants: readonly (readonly [what: string, path: string, body: unknown, state: number])[] = [
  ["leverage as text", "/v3/cbu/changeMode", { ...mode, leverage_long: "10", leverage_short: "10" }, 0],
  ["a mode as text", "/v3/cbu/changeMode", { ...mode, mode: "1" }, 0],
  ["leverage beyond the documents", "/v3/cbu/changeMode", { ...mode, leverage_long: "101" }, 3000],
  ["a market order without a price", "/v3/cbu/order/open", { ...without(order, "price"), order_type: 1 }, 0],
  ["the same with its type as text", "/v3/cbu/order/open", { ...without(order, "price"), order_type: "1" }, 0],
  ["a limit order without a price", "/v3/cbu/order/open", without(order, "price"), 3002],
  ["an order without an amount", "/v3/cbu/order/open", without(order, "amount"), 3002],
  ["an amount as number", "/v3/cbu/order/open", { ...order, amount: 0.01 }, 0],
  ["a price as number", "/v3/cbu/order/open", { ...order, price: 20_000 }, 0],
  ["an order side as text", "/v3/cbu/order/open", { ...order, order_side: "1" }, 0],
  ["a client id as number", "/v3/cbu/order/open", { ...order, client_oid: 77 }, 0],
  ["an amount that is no number", "/v3/cbu/order/open", { ...order, amount: "much" }, 3000],
  ["an amount in exponents", "/v3/cbu/order/open", { ...order, amount: "1e-2" }, 3000],
  ["an order id as number", "/v3/cbu/order/detail", { order_id: 12_345 }, 2040],
  ["no order id", "/v3/cbu/order/detail", {}, 3002],
  ["an empty order id", "/v3/cbu/order/detail", { order_id: "" }, 3002],
  ["order ids as numbers", "/v3/cbu/order/listBatch", { order_ids: [12_345] }, 0],
  ["a page as text", "/v3/cbu/order/list", { order_side: 1, page: "1", size: "1" }, 0],
  ["a history without page and size", "/v3.1/cquery/base_u/orderHistory", {}, 0],
  ["a change log without page and size", "/v3.1/cquery/base_u/dealLog", { pair }, 0],
  ["no JSON", "/v3/cbu/assets", "{", 3000],
  ["a list", "/v3/cbu/assets", [], 3000],
];

it("takes what deployed clients send, and gives the service the documents' form of it", async () => {
  const { ask } = await setScene();
  const found: unknown[] = [];
  for (const [what, path, body] of variants) {
    const headers = { "content-type": "application/json" };
    const told = await ask(path, { method: "POST", headers, body });
    found.push([what, told.status, told.body["state"]]);
  }
  expect(found).toEqual(variants.map(([what, , , state]) => [what, 200, state]));
});

it("lists the orders of all sides where none is named, from the mirror or from the service", async () => {
  const { ask, accelerator, sandbox } = await setScene();
  await ask("/v3/cbu/order/open", { body: { ...order, order_type: 1 } });
  const sides: readonly [number, string][] = [
    [1, "20000"],
    [2, "90000"],
    [3, "90000"],
  ];
  for (const [order_side, price] of sides) {
    const placed = await ask("/v3/cbu/order/open", { body: { ...order, order_side, price } });
    expect(placed.body, `${order_side}`).toMatchObject({ state: 0 });
  }
  const listed = async (body: object): Promise<unknown[]> => {
    const { source, body: told } = await ask("/v3/cbu/order/list", { body });
    const { p, t, o } = told["result"] as { p: number; t: number; o: { sd: number; oi: string }[] };
    return [source, p, t, ...o.map(({ sd }) => sd)];
  };
  await expect.poll(async () => (await listed({ pair }))[0]).toBe("mirror");
  expect(await listed({ pair })).toEqual(["mirror", 1, 3, 3, 2, 1]);
  expect(await listed({ pair, page: 2, size: "2" })).toEqual(["mirror", 2, 3, 1]);
  // What is late to come is asked for.
  sandbox.faults.add({ kind: "delay", channel: "private", ms: 20_000, count: 1_000 });
  await ask("/v3/cbu/order/open", { body: { ...order, order_side: 1, price: "20001" } });
  expect(await listed({ pair })).toEqual(["venue", 1, 4, 1, 3, 2, 1]);
  expect(await listed({ page: 1, size: 3 })).toEqual(["venue", 1, 4, 1, 3, 2]);
  await accelerator.close();
});

it("takes questions without a body, and the token as API key in a batch query's form", async () => {
  const token = "a-token-that-nobody-guesses";
  const { ask, accelerator } = await setScene({ token });
  const headers = { "svc-api-key": token };
  const empty = await fetch(`${accelerator.url}/v3/cbu/assets`, { method: "POST", headers });
  expect(await empty.json()).toMatchObject({ state: 0, cmd: "assets" });
  const cmds = JSON.stringify([{ cmd: "bc/orderHistory", body: {}, index: 7 }]);
  const told = await ask("/v1.1/cquery", { body: new URLSearchParams({ cmds, apikey: token, sign: "0" }).toString() });
  expect(told.body).toEqual({ result: { count: 0, page: 1, items: [] }, cmd: "bc/orderHistory", index: 7 });
  const refused = await ask("/v1.1/cquery", { body: new URLSearchParams({ cmds, apikey: "another" }).toString() });
  expect(refused).toMatchObject({ status: 401, body: { error: { code: "token-refused" } } });
});

const twoCommands = [1, 2].map((index) => ({ cmd: "bc/dealLog", body: {}, index }));
const form = (value: object): string => new URLSearchParams({ cmds: JSON.stringify(value) }).toString();

const wrong: readonly (readonly [what: string, path: string, body: unknown, reason: RegExp])[] = [
  ["no command", "/v1.1/cquery", "sign=0", /^The form must have a command in "cmds"$/],
  ["an empty list of commands", "/v1.1/cquery", form([]), /"cmds"|command/],
  ["two commands", "/v1.1/cquery", form(twoCommands), /^The form has 2 commands: send one at once$/],
  [
    "a command that is none",
    "/v1.1/cquery",
    form([{ cmd: "bc/none", body: {}, index: 1 }]),
    /^The command must be one of bc\/\w+, /,
  ],
  [
    "a limit order without a price",
    "/v3/cbu/order/open",
    without(order, "price"),
    /^"price" must be there: only a market order goes without$/,
  ],
  [
    "an order without an amount",
    "/v3/cbu/order/open",
    without(order, "amount"),
    /^"amount" must be there, and not be empty$/,
  ],
  ["a side that is none", "/v3/cbu/order/open", { ...order, order_side: 9 }, /order_side.*one of 1, 2, 3, 4/],
  [
    "a pair that is no name of one",
    "/v3/cbu/order/list",
    { pair: "nonsense", order_side: 1 },
    /^The pair is no name of a pair, such as 4BTC_USDT$/,
  ],
];

it("says in a header what exactly is wrong", async () => {
  const { ask } = await setScene({ credential: undefined });
  for (const [what, path, body, reason] of wrong) {
    const told = await ask(path, { body });
    expect([told.status, told.headers.get("x-depthwire-reason")], what).toEqual([200, expect.stringMatching(reason)]);
  }
  const told = await ask("/v1.1/cquery?cmd=bcNone");
  expect(told.headers.get("x-depthwire-reason")).toMatch(/^"cmd" must be one of \w+, /);
});
