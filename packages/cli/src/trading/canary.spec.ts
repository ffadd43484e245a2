import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommandLine } from "../command-scene.spec-kit.js";
import { type AccountScene, lowPrice, openAccountScene, pair } from "./account-scene.spec-kit.js";

let scene: AccountScene;
beforeAll(async () => {
  scene = await openAccountScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const order = ["placeOrder", `pair=${pair}`, "side=open-long", "type=limit", "quantity=0.01", `price=${lowPrice}`];
const bid = ["order", "buy", pair, "0.01", "--at", lowPrice];

/** Every command here that signs, in ways that end well and badly. */
const lines: readonly (readonly string[])[] = [
  ["call", "getPositions"],
  ["call", ...order, "--yes"],
  ["call", ...order, "--dry-run", "--show-signature"],
  ["call", "coin.listOrderHistory", "page=1", "size=1", "--dry-run"],
  ["call", "getOrder", "orderId=1"],
  [...bid, "--yes"],
  [...bid],
  [...bid, "--dry-run"],
  ["orders"],
  ["orders", "--history"],
  ["plans"],
  ["positions", "--all"],
  ["assets", "wallet"],
  ["cancel", "--all", pair, "--yes"],
  ["halt", "--yes"],
  ["halt", "--show"],
  [...bid, "--yes"],
  ["halt", "--resume", "--yes"],
  ["flatten", "--yes"],
  ["resolve", "1", "--pair", pair, "--side", "open-long", "--tolerance", "0", "--wait", "0.05"],
  ["sign", "--body", "{}", "--explain"],
  ["sign", "--scheme", "prefix-login", "--explain"],
  ["sign", "--scheme", "batch-query", "--commands", "[]", "--compare", "x"],
];

it("no command shows the secret, in text or as JSON, nor keeps it anywhere but where keys are kept", async () => {
  const { apiKey, apiSecret } = scene.sandbox.credential;
  const home = { home: scene.home, workingDirectory: scene.home };
  let said = "";
  const say = async (words: readonly string[], input = ""): Promise<number> => {
    const { out, err, exitCode } = await runCommandLine(words, { ...home, input });
    said += out + err;
    return exitCode;
  };
  expect(await say(["key", "put"], `${apiKey}\n${apiSecret}\n`)).toBe(0);
  for (const line of lines) {
    const words = [...line, "--venue", scene.sandbox.restUrl];
    await say(words);
    await say([...words, "--json"]);
  }
  await say(["key", "list", "--json"]);
  await say(["call", "getPositions", "--venue", scene.sandbox.restUrl.replace(/\d+$/, "1")]);
  scene.sandbox.faults.add({ kind: "html", count: 100 });
  await say([...bid, "--yes", "--wait", "0", "--venue", scene.sandbox.restUrl]);
  scene.sandbox.faults.clear();
  expect(said.length).toBeGreaterThan(10_000);
  expect(said).not.toContain(apiSecret);
  const folder = join(scene.home, ".depthwire");
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files.filter((entry) => !entry.parentPath.endsWith("keys"))) {
    const text = await readFile(join(parentPath, name), "utf8");
    expect(text).not.toContain(apiSecret);
    expect(text).not.toContain(apiKey);
  }
});
