import { expect, it } from "vitest";
import { exportRecords } from "../program/export-records.js";
import { usersAlone } from "../scenarios/quiet-market.spec-kit.js";
import { openDoor, openTenant, orderBody, paths, type Tenant } from "../spec-support/rest-door.js";
import type { RestKit } from "../spec-support/rest-kit.js";
import { csvHead, csvLine, exportTables } from "./exports.js";

type Rows = readonly Readonly<Record<string, string>>[];

interface Traded {
  readonly kit: RestKit;
  readonly alice: Tenant;
  readonly bob: Tenant;
}

/** Alice has bought 0.01 BTC of Bob at 47741, with leverage 10. Nobody else trades. */
async function traded(aliceHas = "1000"): Promise<Traded> {
  const { kit } = await openDoor(usersAlone);
  const alice = await openTenant(kit, aliceHas);
  const bob = await openTenant(kit, "1000");
  await bob.kit.post(paths.open, orderBody({ order_side: 2, price: "47741", client_oid: "1" }));
  expect(await alice.kit.post(paths.open, orderBody({ price: "47741" }))).toMatchObject({ state: 0 });
  return { kit, alice, bob };
}

async function rowsOf(kit: RestKit, path: string): Promise<Rows> {
  const { status, body } = await kit.operate("GET", `exports/${path}`);
  expect(status).toBe(200);
  return body["rows"] as Rows;
}

it("exports the fills of everybody, and of one account", async () => {
  const { kit, alice, bob } = await traded();
  const rows = await rowsOf(kit, "fills");
  expect(rows).toMatchObject([
    { account: alice.account, dealPrice: "47741", dealQuantity: "0.01", liquidity: "taker", side: "open-long" },
    { account: bob.account, clientOrderId: "1", liquidity: "maker", side: "open-short" },
  ]);
  expect(await rowsOf(kit, `fills?account=${bob.account}`)).toEqual(rows.slice(1));
  const answer = await fetch(`${kit.url}/_sandbox/exports/fills?format=csv`);
  expect(answer.headers.get("content-type")).toContain("text/csv");
  const [head, ...lines] = (await answer.text()).trimEnd().split("\n");
  expect(head).toBe(exportTables["fills"]?.columns.join(","));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${bob.account},`);
});

it("exports orders, waiting and finished ones, of everybody and of one account", async () => {
  const { kit, alice, bob } = await traded();
  await bob.kit.post(paths.open, orderBody({ order_side: 2, price: "48000", client_oid: "2" }));
  const rows = await rowsOf(kit, "orders");
  expect(rows).toMatchObject([
    { account: bob.account, clientOrderId: "1", status: "filled", price: "47741", dealQuantity: "0.01" },
    { account: alice.account, side: "open-long", status: "filled" },
    { account: bob.account, clientOrderId: "2", status: "open", price: "48000", dealQuantity: "0" },
  ]);
  expect(await rowsOf(kit, `orders?account=${alice.account}`)).toEqual(rows.slice(1, 2));
});

it("exports client ids as they were given, and every field in a file too", async () => {
  const { kit, bob } = await traded();
  const ids = ["my-order-7", "007", "123456789012345678901234567890"];
  for (const client_oid of ids) {
    const order = { order_side: 2, price: "48000", client_oid };
    expect(await bob.kit.post(paths.open, orderBody(order))).toMatchObject({ state: 0 });
  }
  const rows = await rowsOf(kit, `orders?account=${bob.account}`);
  expect(rows.map(({ clientOrderId }) => clientOrderId)).toEqual(["1", ...ids]);
  const columns = exportTables["orders"]?.columns ?? [];
  expect(rows.flatMap((row) => Object.keys(row).filter((key) => !columns.includes(key)))).toEqual([]);
});

it("exports fills of one moment in the order in which they came", async () => {
  const { kit, alice, bob } = await traded("100000");
  // The better price was offered later: it trades first.
  for (const price of ["47743", "47742"]) {
    await bob.kit.post(paths.open, orderBody({ order_side: 2, price }));
  }
  await alice.kit.post(paths.open, orderBody({ price: "47743", amount: "0.02" }));
  const rows = await rowsOf(kit, `fills?account=${bob.account}`);
  expect(rows.map(({ dealPrice }) => dealPrice)).toEqual(["47741", "47742", "47743"]);
});

it("exports the ledger, which adds up to nothing, and equity, which moves with the tag price", async () => {
  const { kit, alice, bob } = await traded();
  const sums = new Map<string, number>();
  for (const { coin, balance } of await rowsOf(kit, "ledger")) {
    sums.set(coin as string, (sums.get(coin as string) ?? 0) + Math.round(Number(balance) * 1e6));
  }
  expect([...sums.values()].map(Math.abs)).toEqual([...sums.keys()].map(() => 0));
  const own = await rowsOf(kit, `ledger?account=${alice.account}`);
  expect(own.every(({ name }) => name?.startsWith(`user/${alice.account}/`))).toBe(true);

  await kit.operate("POST", "markets/4BTC_USDT", { indexPrice: "48741" });
  const equity = await rowsOf(kit, "equity");
  const of = (account: number): object => equity.find((row) => Number(row["account"]) === account) ?? {};
  expect(of(alice.account)).toMatchObject({
    coin: "USDT",
    unrealised: "10",
    balance: "999.713554",
    equity: "1009.713554",
  });
  expect(of(bob.account)).toMatchObject({ unrealised: "-10" });
});

it("exports liquidations", async () => {
  const { kit, alice } = await traded("60");
  expect(await rowsOf(kit, "liquidations")).toEqual([]);
  await kit.operate("POST", "markets/4BTC_USDT", { indexPrice: "40000" });
  expect(await rowsOf(kit, "liquidations")).toMatchObject([
    { account: alice.account, pair: "4BTC_USDT", type: "liquidate", quantity: "0" },
  ]);
});

it.each([
  ["nothing", 404],
  ["toString", 404],
  ["fills?format=xml", 400],
  ["fills?account=1", 400],
])("refuses exports/%s with %d", async (path, status) => {
  const { kit } = await openDoor();
  expect((await kit.operate("GET", `exports/${path}`)).status).toBe(status);
});

it("writes what would end a cell so that it does not", () => {
  const table = { says: "", columns: ["a", "b"], rows: () => Promise.resolve([]) };
  expect(csvHead(table)).toBe("a,b\n");
  expect(csvLine(table, { a: 'x,"y"', b: 1 })).toBe('"x,""y""",1\n');
  expect(csvLine(table, { b: "line\nline" })).toBe(',"line\nline"\n');
});

it.each(["=1+1", "+1", "-2+3", "@x", "\tx", "-"])("writes %j so that no spreadsheet carries it out", (clientId) => {
  const table = { says: "", columns: ["a", "b"], rows: () => Promise.resolve([]) };
  expect(csvLine(table, { a: clientId, b: "-1.5" })).toBe(`'${clientId},-1.5\n`);
  expect(csvLine(table, { a: `${clientId},`, b: -2 })).toBe(`"'${clientId},",-2\n`);
});

it("writes a carriage return at the beginning of a text behind an apostrophe", () => {
  const table = { says: "", columns: ["a"], rows: () => Promise.resolve([]) };
  expect(csvLine(table, { a: "\r=1" })).toBe('"\'\r=1"\n');
});

it("is printed by a command, which says what is wrong", async () => {
  const { kit } = await traded();
  const ask = (...argv: readonly string[]): ReturnType<typeof exportRecords> =>
    exportRecords([...argv, "--venue", kit.url], "depthwire sandbox", undefined);
  const { text, exitCode } = await ask("fills");
  expect([text.trimEnd().split("\n").length, exitCode]).toEqual([3, 0]);
  expect(JSON.parse((await ask("equity", "--format", "json")).text)).toMatchObject({ export: "equity" });
  expect(await ask("fills", "--account", "7")).toMatchObject({ exitCode: 1, text: expect.stringContaining("account") });
  expect(await ask("trades")).toMatchObject({ exitCode: 2, text: expect.stringContaining("fills") });
  const away = await exportRecords(["fills", "--venue", "http://127.0.0.1:9"], "x", undefined);
  expect(away).toMatchObject({ exitCode: 1, text: expect.stringContaining("--venue") });
});
