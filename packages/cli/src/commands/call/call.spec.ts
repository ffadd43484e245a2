import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { allOperations } from "../../operations/find-operation.js";
import { exitCodes } from "../../program/exit-codes.js";
import { type AccountScene, lowPrice, openAccountScene, pair, resultOf } from "../../trading/account-scene.spec-kit.js";

describe("without a service", () => {
  it("lists every operation of both documents under its family", async () => {
    const { out, exitCode } = await runCommandLine(["call"]);
    expect(exitCode).toBe(exitCodes.done);
    for (const { name } of allOperations()) {
      expect(out).toMatch(new RegExp(`(?:^|\\s)${name.replace(".", "\\.")}(?:\\s|$)`, "m"));
    }
    expect(allOperations().length).toBeGreaterThan(50);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("explains each operation and each of its fields in a sentence", async () => {
    for (const { name, operation } of allOperations()) {
      const { out } = await runCommandLine(["call", name, "--help"]);
      expect(out).toContain(`depthwire call ${name}`);
      expect(out).toContain(operation.path);
      expect(out.split("\n")[2], name).toMatch(/^[A-Z].*\.$/);
      for (const [field, { presence }] of Object.entries(operation.params.fields)) {
        if (presence === "required" || presence === "optional") {
          expect(out, name).toMatch(new RegExp(`^ {2}${field}  .+, ${presence}.*\\n {6}[A-Z].*$`, "m"));
        }
      }
    }
    const { out } = await runCommandLine(["call", "placeOrder", "--help"]);
    expect(out).toContain(
      "side  open-long | open-short | close-long | close-short, required\n      What it does to a position.",
    );
  });

  it("shows its own help where no operation is named", async () => {
    const { out } = await runCommandLine(["call", "--help"]);
    expect(out).toContain("Usage: depthwire call");
  });

  it.each([
    [["placeOder"], "unknown-operation", /Did you mean usdt\.placeOrder\?/],
    [["getDepth", "pair=x"], "unknown-operation", /Say which: usdt\.getDepth, spot\.getDepth/],
    [["usdt.placeOrder", "piar=4BTC_USDT"], "unknown-field", /Did you mean pair\?/],
    [["usdt.getDepth"], "usage", /needs pair/],
    [["usdt.getDepth", "pair"], "usage", /name=value/],
    [["usdt.getDepth", "pair=4BTC_USDT", "size=many"], "usage", /whole number/],
    [["usdt.getKlines", "pair=4BTC_USDT", "period=1mi"], "usage", /Did you mean 1min\?/],
    [["usdt.getOrders", "orderIds=[1"], "usage", /JSON/],
    [["usdt.getDepth", "pair=@nowhere"], "file-unusable", /ENOENT/],
  ])("refuses what is wrong with the nearest right name: %j", async (words, code, said) => {
    const { exitCode, envelopes, err } = await runCommandLine(["call", ...words, "--json"]);
    expect(envelopes).toMatchObject([{ error: { code } }]);
    expect(err).toMatch(said);
    expect(exitCode).toBe(code === "file-unusable" ? exitCodes.failed : exitCodes.usage);
  });
});

describe("at a service", () => {
  let scene: AccountScene;
  beforeAll(async () => {
    scene = await openAccountScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  it("calls public and signed operations of every family", async () => {
    const lines = ["usdt.getDepth pair=4BTC_USDT size=2", "coin.getContracts", "spot.ping", "wallet.getMainAssets"];
    for (const line of [...lines, "getPositions", "coin.listOrderHistory page=1 size=5"]) {
      const end = await scene.run(["call", ...line.split(" "), "--json"]);
      expect(end.err).toBe("");
      expect(end.exitCode).toBe(exitCodes.done);
      expect(resultOf(end)).toHaveProperty("result");
    }
    const { out } = await scene.run(["call", "usdt.getDepth", `pair=${pair}`, "size=1"]);
    expect(JSON.parse(out)).toMatchObject({ pair, asks: [{}], bids: [{}] });
  });

  it("asks before it changes something, and gives ids every digit, from files too", async () => {
    const order = ["placeOrder", `pair=${pair}`, "side=open-long", "type=limit", "quantity=0.01", `price=${lowPrice}`];
    expect(await scene.run(["call", ...order])).toMatchObject({ exitCode: exitCodes.refusedHere });
    const placed = resultOf(await scene.run(["call", ...order, "clientOrderId=11", "--yes", "--json"]))["result"];
    expect(placed).toMatchObject({ status: "open", clientOrderId: "11" });
    const { orderId } = placed as { readonly orderId: string };
    await writeFile(join(scene.home, "ids"), `["${orderId}"]\n`);
    const found = await scene.run(["call", "getOrders", "orderIds=@ids", "--json"]);
    expect(resultOf(found)).toMatchObject({ result: [{ orderId }] });
    const { err, exitCode } = await scene.run(["call", "cancelOrder", `orderId=${orderId}`], { answers: ["y"] });
    expect(err).toContain(`Call usdt.cancelOrder\n  orderId  "${orderId}"`);
    expect(exitCode).toBe(exitCodes.done);
    // A cancellation takes effect a little later, which moves the balance that a transfer further below is recognised by.
    const status = async () =>
      resultOf(await scene.run(["call", "getOrder", `orderId=${orderId}`, "--json"]))["result"];
    await expect.poll(status, { timeout: 10_000 }).toMatchObject({ status: "cancelled" });
  });

  it("shows the body that is sent: with an id that is made up, or the one that is given", async () => {
    const order = ["placeOrder", `pair=${pair}`, "side=open-long", "type=limit", "quantity=0.01", `price=${lowPrice}`];
    const bodyOf = async (...words: readonly string[]) =>
      resultOf(await scene.run(["call", ...order, ...words, "--dry-run", "--json"]))["body"];
    expect(await bodyOf()).toMatch(/"client_oid":"[1-9]\d+"/);
    expect(await bodyOf("clientOrderId=12")).toContain('"client_oid":"12"');
  });

  it("names the nearest pair where the service refuses one, and repeats its own refusals", async () => {
    expect((await scene.run(["call", "usdt.getDepth", "pair=4BTC_UDST"])).err).toMatch(/Did you mean 4BTC_USDT/);
    const refused = await scene.run(["call", "getOrder", "orderId=1", "--json"]);
    expect(refused.exitCode).toBe(exitCodes.refusedByVenue);
    expect(refused.envelopes).toMatchObject([{ error: { code: "venue-refused" } }]);
  });

  it("makes calls without an id once: what became of one is found by its traces", async () => {
    const transfer = ["call", "transferFunds", "amount=1", "coin=USDT", "direction=wallet-to-contract", "--json"];
    const help = (await scene.run(["call", "transferFunds", "--help"])).out;
    const direction = /direction {2}(\S+) \|/.exec(help)?.[1] ?? "";
    const line = transfer.map((word) => (word.startsWith("direction=") ? `direction=${direction}` : word));
    scene.sandbox.faults.add({ kind: "cut-request", path: "/v3/assets/transfer/cbu", when: "after" });
    scene.sandbox.faults.add({ kind: "cut-request", path: "/v3/cbuassets/transfer", when: "after" });
    const end = await scene.run([...line, "--yes"]);
    scene.sandbox.faults.clear();
    expect(end.err).toBe("");
    expect(end.exitCode).toBe(exitCodes.done);
  });
});
