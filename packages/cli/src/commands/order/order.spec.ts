import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { exitCodes } from "../../program/exit-codes.js";
import { type AccountScene, lowPrice, openAccountScene, pair, resultOf } from "../../trading/account-scene.spec-kit.js";

let scene: AccountScene;
beforeAll(async () => {
  scene = await openAccountScene();
});
afterAll(() => scene[Symbol.asyncDispose]());
afterEach(async () => {
  scene.sandbox.faults.clear();
  await scene.run(["flatten", "--yes"]);
});

const bid = ["order", "buy", pair, "0.01", "--at", lowPrice];

async function openCount(): Promise<unknown> {
  return resultOf(await scene.run(["orders", "--json"]))["orders"];
}

describe("an order", () => {
  it("is placed after a yes to what will happen: pair, side, quantity, price, value, venue and account", async () => {
    const { err, out, exitCode } = await scene.run(bid, { answers: ["y"] });
    expect(err).toContain(`Buy 0.01 ${pair} at ${lowPrice}`);
    expect(err).toMatch(/value +400 USDT/);
    expect(err).toContain(`${scene.sandbox.restUrl} (this computer)`);
    expect(err).toContain(scene.credentialFile);
    expect(err).toContain("opens or enlarges a long position");
    expect(out).toMatch(/^Order \d+ \(client id \d+\): 0.01 4BTC_USDT, open, nothing traded yet$/m);
    expect(exitCode).toBe(exitCodes.done);
    expect(await openCount()).toBe(1);
  });

  it.each([
    ["an answer other than yes", { answers: ["n"] }],
    ["no answer", { answers: [] }],
    ["nobody who could answer", {}],
  ])("is not placed after %s", async (_what, options) => {
    const { exitCode, envelopes } = await scene.run([...bid, "--json"], options);
    expect(exitCode).toBe(exitCodes.refusedHere);
    expect(envelopes).toMatchObject([{ kind: "error", error: { code: "not-confirmed" } }]);
    expect(await openCount()).toBe(0);
  });

  it("at the market is worth about its value at the tag price, both without idle zeros", async () => {
    const { err } = await scene.run(["order", "buy", pair, "0.01", "--at", "market"], { answers: ["n"] });
    expect(err).toMatch(/value +about \d+(\.\d*[1-9])? USDT, at the tag price \d+(\.\d*[1-9])?\n/);
  });

  it("opens and closes positions on both sides, which are listed with what they gained", async () => {
    for (const direction of ["buy", "sell"]) {
      const placed = await scene.run(["order", direction, pair, "0.01", "--at", "market", "--yes", "--json"]);
      expect(resultOf(placed)).toMatchObject({ status: "filled", dealQuantity: "0.01", coin: "USDT" });
    }
    const { out } = await scene.run(["positions"]);
    expect(out).toMatch(/pair +side +quantity +opened at +tag price +profit +margin +lev/);
    expect(out).toMatch(/4BTC_USDT +long +0.01/);
    expect(out).toMatch(/4BTC_USDT +short +0.01/);
    await scene.run(["order", "buy", pair, "0.01", "--close", "--at", "market", "--yes"]);
    const items = (await scene.run(["positions", "--json"])).envelopes.filter(({ kind }) => kind === "item");
    expect(items).toMatchObject([{ data: { side: "long", quantity: "0.01" } }]);
  });

  it("sets the leverage of its side first, if it is told to, and leaves the other as it is", async () => {
    const both = [`pair=${pair}`, "mode=fixed", "longLeverage=20", "shortLeverage=7"];
    await scene.run(["call", "setModeAndLeverage", ...both, "--yes"]);
    const { err, exitCode } = await scene.run([...bid, "--leverage", "5"], { answers: ["yes"] });
    expect(err).toContain("set first: long 5, short 7, fixed");
    expect(exitCode).toBe(exitCodes.done);
    const rows = (await scene.run(["positions", pair, "--all", "--json"])).envelopes.map(({ data }) => data);
    expect(rows).toContainEqual(expect.objectContaining({ side: "long", leverage: "5", mode: "fixed" }));
    expect(rows).toContainEqual(expect.objectContaining({ side: "short", leverage: "7" }));
  });

  it.each([
    [["buy", "4BTC_UDST", "1", "--at", "1"], "unknown-pair", /Did you mean 4BTC_USDT/, exitCodes.usage],
    [["buy", "BTC_USDT", "1", "--at", "1"], "usage", /USDT-margined contracts alone/, exitCodes.usage],
    [["buy", pair, "1", "--at", "cheap"], "value-invalid", /price/, exitCodes.usage],
    [["buy", pair, "0.00001", "--at", lowPrice], "market-rule", /smallest quantity/, exitCodes.usage],
    [["hold", pair, "1", "--at", "1"], "usage", /buy, sell/, exitCodes.usage],
    [["buy", pair, "1"], "usage", /--at/, exitCodes.usage],
  ])("that cannot be is refused: %j", async (words, code, message, exitCode) => {
    const end = await scene.run(["order", ...words, "--yes", "--json"]);
    expect(end.exitCode).toBe(exitCode);
    expect(end.envelopes).toMatchObject([{ kind: "error", error: { code } }]);
    expect(end.err).toMatch(message);
  });
});

describe("limits", () => {
  it.each([
    [["--max-value", "399.99"], 'limit "max-value", value "400"'],
    [["--max-quantity", "0.009"], 'limit "max-quantity", value "0.01"'],
  ])("of the command line refuse a larger order: %j", async (limits, words) => {
    const { err, exitCode } = await scene.run([...bid, "--yes", ...limits]);
    expect(err).toContain(words);
    expect(exitCode).toBe(exitCodes.refusedHere);
  });

  it("of value hold a sale below the market to what it fills at there", async () => {
    const line = ["order", "sell", pair, "0.01", "--at", "1", "--max-value", "100", "--yes", "--json"];
    const { exitCode, envelopes } = await scene.run(line);
    expect(envelopes).toMatchObject([{ error: { code: "limit-exceeded", details: { limit: "max-value" } } }]);
    expect(exitCode).toBe(exitCodes.refusedHere);
  });

  it("that are kept hold for order and call, and no option loosens them", async () => {
    const keep = (...words: readonly string[]) => runCommandLine(["key", "limits", ...words], { home: scene.home });
    await keep("--max-value", "300");
    const call = ["call", "placeOrder", `pair=${pair}`, "side=open-long", "type=market", "quantity=0.01", "price=0"];
    for (const line of [[...bid, "--max-value", "1000"], call]) {
      const { exitCode, envelopes } = await scene.run([...line, "--yes", "--json"]);
      expect(envelopes).toMatchObject([{ error: { code: "limit-exceeded", details: { bound: "300" } } }]);
      expect(exitCode).toBe(exitCodes.refusedHere);
    }
    await keep("--none");
    expect(await scene.run([...bid, "--yes"])).toMatchObject({ exitCode: exitCodes.done });
  });
});

describe("an order whose answer is lost", () => {
  const path = "/v3/cbu/order/open";

  it("is found out about, and never sent again", async () => {
    scene.sandbox.faults.add({ kind: "cut-request", path, when: "after" });
    const end = await scene.run([...bid, "--yes", "--json"]);
    expect(end.exitCode).toBe(exitCodes.done);
    expect(end.err).toContain("Finding out what became of the order");
    expect(await openCount()).toBe(1);
  });

  it("ends with 5, the client id and the command that resolves it, where that cannot be told", async () => {
    scene.sandbox.faults.add({ kind: "cut-request", path, when: "after" });
    const { exitCode, envelopes, err } = await scene.run([
      ...bid,
      "--client-id",
      "77",
      "--wait",
      "0",
      "--yes",
      "--json",
    ]);
    expect(exitCode).toBe(exitCodes.outcomeUnknown);
    expect(err).toMatch(/Never send it again\. Find out what became of it: depthwire resolve 77 --pair 4BTC_USDT/);
    const details = { command: "", ...envelopes[0]?.error?.details };
    const [, ...words] = details.command.split(" ");
    const resolved = await scene.run([...words.slice(0, words.indexOf("--venue")), "--json"]);
    expect(resultOf(resolved)).toMatchObject({ verdict: "placed", orders: [{ clientOrderId: "77", status: "open" }] });
  });

  it("that never arrived is said to be not placed, once it can arrive no more", async () => {
    const words = ["78", "--pair", pair, "--side", "open-long", "--tolerance", "0"];
    expect(resultOf(await scene.run(["resolve", ...words, "--json"]))).toMatchObject({ verdict: "not-placed" });
  });
});

describe("what is only shown", () => {
  it("is the exact request, with key and signature hidden, and nothing is sent", async () => {
    const { out, exitCode } = await scene.run([...bid, "--client-id", "5", "--dry-run"]);
    const { apiKey } = scene.sandbox.credential;
    expect(exitCode).toBe(exitCodes.done);
    expect(out).toContain(`POST ${scene.sandbox.restUrl}/v3/cbu/order/open`);
    expect(out).toContain('"client_oid":"5"');
    expect(out).toMatch(/String to sign: \d{13}\{"pair"/);
    expect(out).not.toContain(apiKey);
    expect(out).not.toMatch(/api-sign: [0-9a-f]{32}/);
    expect(await openCount()).toBe(0);
    const { envelopes } = await scene.run([...bid, "--dry-run", "--show-signature", "--json"]);
    expect(JSON.stringify(envelopes)).toContain(apiKey);
    expect(resultOf({ envelopes } as never)).toMatchObject({ sent: false, headers: { "svc-api-key": apiKey } });
  });

  it.each([
    [["--at", lowPrice, "--max-value", "399.99"], "max-value"],
    [["--at", "market", "--max-quantity", "0.009"], "max-quantity"],
  ])("is held against the limits that need no request: %j", async (words, limit) => {
    const { exitCode, envelopes } = await scene.run(["order", "buy", pair, "0.01", ...words, "--dry-run", "--json"]);
    expect(envelopes).toMatchObject([{ error: { code: "limit-exceeded", details: { limit } } }]);
    expect(exitCode).toBe(exitCodes.refusedHere);
  });

  it("is held against limits that are kept, by call too", async () => {
    const keep = (...words: readonly string[]) => runCommandLine(["key", "limits", ...words], { home: scene.home });
    await keep("--max-value", "300");
    const fields = [`pair=${pair}`, "side=open-long", "type=limit", "quantity=0.01", `price=${lowPrice}`];
    const ends = [
      await scene.run([...bid, "--dry-run"]),
      await scene.run(["call", "placeOrder", ...fields, "--dry-run"]),
    ];
    await keep("--none");
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([exitCodes.refusedHere, exitCodes.refusedHere]);
  });

  it.each([
    ["buy", "market"],
    ["sell", "1"],
  ])("says what is not checked: %s at %s", async (direction, price) => {
    const line = ["order", direction, pair, "0.01", "--at", price, "--dry-run"];
    const { err, exitCode } = await scene.run([...line, "--max-value", "1"]);
    expect(err).toContain("value limit is checked when it is sent");
    expect(err).toContain("Not checked in a dry run: the market's rules");
    expect(exitCode).toBe(exitCodes.done);
    expect((await scene.run(line)).err).not.toContain("value limit");
  });

  it("asks nobody: it works without a service", async () => {
    const options = { home: scene.home, workingDirectory: scene.home };
    const venue = ["--venue", "http://127.0.0.1:1", "--credential", scene.credentialFile];
    expect(await runCommandLine([...bid, "--dry-run", ...venue], options)).toMatchObject({ exitCode: exitCodes.done });
    const sent = await runCommandLine([...bid, "--yes", ...venue], options);
    expect(sent.exitCode).toBe(exitCodes.unreachable);
  });
});
