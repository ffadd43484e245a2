import { afterAll, beforeAll, it } from "vitest";
import { Transcript } from "../transcript.spec-kit.js";
import { type AccountScene, lowPrice, openAccountScene, pair } from "./account-scene.spec-kit.js";

let scene: AccountScene;
beforeAll(async () => {
  scene = await openAccountScene({ tickIntervalMs: 60_000, timestampToleranceMs: 600_000 });
  // A minute of the market is ten of ours, so that what is said of prices is the same in every run.
  scene.sandbox.operator.clock.resume(0.1);
});
afterAll(() => scene[Symbol.asyncDispose]());

function transcript(): Transcript {
  return new Transcript({
    [scene.sandbox.restUrl]: "<venue>",
    [scene.credentialFile]: "<key file>",
    [scene.home]: "<home>",
    [scene.sandbox.credential.apiKey]: "<api key>",
  });
}

it("orders, positions, plans and assets: what is said of them, word for word", async () => {
  const told = transcript();
  const say = (...argv: readonly string[]) => told.say(scene.run, argv);
  for (const list of ["orders", "plans", "positions"]) {
    await say(list);
    await say(list, pair);
    await say(list, "--json");
  }
  await told.say(scene.run, ["order", "buy", pair, "0.01", "--at", lowPrice, "--client-id", "11"], { answers: ["n"] });
  await told.say(scene.run, ["order", "buy", pair, "0.01", "--at", lowPrice, "--client-id", "11"], {
    answers: ["YES"],
  });
  await told.say(scene.run, ["order", "sell", pair, "0.02", "--at", "market", "--client-id", "12"], { answers: ["y"] });
  await say("order", "buy", pair, "0.03", "--at", "market", "--client-id", "13", "--yes", "--json");
  await told.say(scene.run, ["order", "sell", pair, "0.01", "--close", "--at", "90000"], { answers: ["no"] });
  await told.say(scene.run, ["order", "buy", pair, "0.01", "--close", "--at", lowPrice], { answers: [""] });
  const leverage = ["order", "buy", pair, "0.01", "--at", lowPrice, "--client-id", "14", "--leverage", "7"];
  await told.say(scene.run, [...leverage, "--mode", "cross"], { answers: [" y "] });
  await say("orders");
  await say("orders", "--json");
  await say("orders", "4ETH_USDT");
  await say("orders", pair, "--history");
  await say("orders", "--history", "--last", "1", "--json");
  await say("positions");
  await say("positions", pair, "--all");
  await say("positions", "--json");
  const plan = ["side=long", "plan=stop-loss", "type=market", "triggerPrice=1000", "price=1000", "quantity=0.01"];
  await told.say(scene.run, ["call", "placePlanOrder", `pair=${pair}`, ...plan], { answers: ["y"] });
  await say("plans");
  await say("plans", "--json");
  await say("cancel", "--plans", "--all", "--yes");
  for (const place of ["contracts", "wallet", "spot"]) {
    await say("assets", place);
  }
  await say("assets", "contracts", "--json");
  await told.say(scene.run, ["cancel", "--all"], { answers: ["n"] });
  await told.say(scene.run, ["cancel", "--all", pair], { answers: ["y"] });
  await say("cancel", "--all", "--yes", "--json");
  await told.say(scene.run, ["flatten"], { answers: ["y"] });
  await say("flatten", pair, "--yes", "--json");
  await told.expectToBe("trading");
});

it("what trading refuses, word for word, in text and for programs", async () => {
  const told = transcript();
  const say = (...argv: readonly string[]) => told.say(scene.run, argv);
  const bid = ["order", "buy", pair, "0.01", "--at", lowPrice, "--client-id", "21"];
  for (const line of [
    [...bid],
    [...bid, "--max-value", "399.99", "--yes"],
    [...bid, "--max-quantity", "0.0099", "--yes"],
    [...bid, "--max-value", "0", "--yes"],
    [...bid, "--max-quantity", "much", "--yes"],
    [...bid, "--wait", "-1", "--yes"],
    [...bid, "--wait", " ", "--yes"],
    [...bid, "--leverage", "0", "--yes"],
    [...bid, "--leverage", "1000", "--yes"],
    [...bid, "--leverage", "x5", "--yes"],
    [...bid, "--open", "--close"],
    ["order", "buy", "BTC_USDT", "1", "--at", "1"],
    ["order", "buy", "5BTC_USD", "1", "--at", "1"],
    ["order", "buy", "4BTC_UDST", "1", "--at", "1", "--yes"],
    ["orders", "BTC_USDT"],
    ["orders", "5BTC_USD"],
    ["orders", "--history", "--last", "0"],
    ["orders", "--history", "--last", "10000"],
    ["positions", "5BTC_USD"],
    ["plans", "4BTC_UDST"],
    ["flatten", "BTC_USDT"],
    ["cancel"],
    ["cancel", "1", "--all"],
    ["cancel", "1", "2", "--yes"],
    ["cancel", "1", "--plans", "--yes"],
    ["cancel", "31", "--client-ids", "--yes"],
    ["resolve", "1", "--pair", pair, "--side", "open-long", "--wait", "0"],
    ["resolve", "1", "--pair", pair, "--side", "open-long", "--tolerance", "x"],
    ["resolve", "1", "--pair", pair, "--side", "open-long", "--signed-at", "yesterday"],
    ["resolve", "1", "--pair", "4BTC_UDST", "--side", "open-long"],
  ]) {
    await say(...line);
  }
  await say(...bid, "--json");
  await say(...bid, "--max-value", "1", "--yes", "--json");
  await say("cancel", "1", "2", "--yes", "--json");
  await told.expectToBe("trading-refusals");
});

it("a halt, what it refuses, and its end, word for word", async () => {
  const told = transcript();
  const say = (...argv: readonly string[]) => told.say(scene.run, argv);
  const bid = ["order", "buy", pair, "0.01", "--at", lowPrice, "--client-id", "41", "--yes"];
  await say("halt", "--show");
  await say("halt", "--show", "--json");
  await say("halt", "--resume");
  await say("halt");
  await scene.run(bid);
  await told.say(scene.run, ["halt", "--reason", "news"], { answers: ["y"] });
  await say("halt", "--show");
  await say(...bid);
  await say("order", "sell", pair, "0.01", "--at", "90000", "--client-id", "42", "--yes");
  await say(...bid, "--json");
  await told.say(scene.run, ["halt", "--cancel-plans"], { answers: ["n"] });
  await say("halt", "--resume");
  await told.say(scene.run, ["halt", "--resume"], { answers: ["y"] });
  await say("halt", "--yes", "--json");
  await say("halt", "--resume", "--yes", "--json");
  scene.sandbox.faults.add({ kind: "http-error", path: "/v3/cbu/order/list", count: 1_000 });
  await told.say(scene.run, ["halt"], { answers: ["n"] });
  scene.sandbox.faults.clear();
  await told.expectToBe("halt");
});

it("requests that are only shown, and orders whose answer is lost, word for word", async () => {
  const told = transcript();
  const say = (...argv: readonly string[]) => told.say(scene.run, argv);
  const bid = ["order", "buy", pair, "0.01", "--at", lowPrice, "--client-id"];
  await say(...bid, "51", "--dry-run");
  await say(...bid, "51", "--dry-run", "--json");
  await say("order", "sell", pair, "0.01", "--at", "1", "--client-id", "52", "--dry-run", "--max-value", "1");
  await say(...bid, "51", "--dry-run", "--max-value", "399");
  await say("call", "getMarkets", "--dry-run");
  await say("call", "coin.listOrderHistory", "page=1", "size=1", "--dry-run");
  await say("call", "getPositions", "--dry-run", "--json");
  const path = "/v3/cbu/order/open";
  scene.sandbox.faults.add({ kind: "cut-request", path, when: "after" });
  await say(...bid, "53", "--yes");
  scene.sandbox.faults.add({ kind: "cut-request", path, when: "after" });
  await say(...bid, "54", "--yes", "--wait", "0", "--json");
  scene.sandbox.faults.add({ kind: "cut-request", path, when: "after" });
  await say(...bid, "55", "--yes", "--wait", "0");
  const resolve = ["--pair", pair, "--side", "open-long", "--tolerance", "0"];
  await say("resolve", "54", ...resolve, "--quantity", "0.01", "--price", lowPrice);
  await say("resolve", "54", ...resolve, "--json");
  await say("resolve", "56", ...resolve);
  scene.sandbox.faults.add({ kind: "http-error", path: "/v3/cbu/order/list", count: 1_000 });
  scene.sandbox.faults.add({ kind: "http-error", path: "/v3/cbu/order/history", count: 1_000 });
  await say("resolve", "57", ...resolve, "--wait", "0.05");
  scene.sandbox.faults.clear();
  await scene.run(["flatten", "--yes"]);
  await told.expectToBe("outcomes");
});
