import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { pair } from "../scene.spec-kit.js";
import { filesIn, formsOf, Outlets } from "./outlets.spec-kit.js";
import { tapWire, type WireTap } from "./wire-tap.spec-kit.js";

const bin = fileURLToPath(new URL("../../bin/accelerator.js", import.meta.url));
const passphrase = "canary passphrase 3b1f, with spaces";

interface Scene {
  readonly sandbox: Sandbox;
  readonly tap: WireTap;
  readonly outlets: Outlets;
  readonly url: string;
  /** Where token and keys are. */
  readonly folder: string;
  /** Where orders are remembered. */
  readonly data: string;
  readonly token: string;
  /** Asks, and puts down what is answered. */
  ask(where: string, path: string, asked?: Asked): Promise<string>;
  /** Ends the program. */
  end(): Promise<void>;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Goes away when so much was heard. */
  readonly untilHeard?: string;
}

/** The program with a sealed key, before a sandbox, over a wire that is written down. */
async function setScene(): Promise<Scene> {
  const outlets = new Outlets();
  const above = await mkdtemp(join(tmpdir(), "depthwire-canary-"));
  onTestFinished(() => rm(above, { recursive: true, force: true }));
  const [folder, data, passphraseFile] = ["own", "data", "passphrase"].map((name) => join(above, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(passphraseFile, `${passphrase}\n`, { mode: 0o600 });
  const sandbox = await startSandbox({ pairs: [pair], seed: 7 });
  onTestFinished(() => sandbox.close());
  const tap = await tapWire(sandbox.port);
  const keeping = ["--folder", folder, "--passphrase-file", passphraseFile];
  const { apiKey, apiSecret } = sandbox.credential;
  const put = program(["key", "put", ...keeping], outlets);
  put.child.stdin.end(`${apiKey}\n${apiSecret}\n`);
  expect(await put.ended).toBe(0);
  const venue = ["--venue", `http://127.0.0.1:${tap.port}`, "--push", `ws://127.0.0.1:${tap.port}/cbu`];
  const flags = ["--port", "0", "--data", data, "--pairs", pair, "--json"];
  const running = program([...venue, ...flags, ...keeping], outlets);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  await expect.poll(() => outlets.textOf("standard output")).toContain('"url"');
  const { url } = JSON.parse(/\{.*"url".*\}/.exec(outlets.textOf("standard output"))?.[0] ?? "") as { url: string };
  const token = (await filesIn(folder)).find(({ path }) => path === "token")?.text.trim() ?? "";
  const ask: Scene["ask"] = async (where, path, asked = {}) => {
    const answer = await askOpenly(url + path, { ...asked, headers: { "x-depthwire-token": token, ...asked.headers } });
    outlets.add(where, answer);
    return answer;
  };
  const end = async (): Promise<void> => {
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe(0);
  };
  return { sandbox, tap, outlets, url, folder, data, token, ask, end };
}

/** Runs the program; what it says is put down. */
function program(
  args: readonly string[],
  outlets: Outlets,
): { readonly child: ReturnType<typeof spawn> & { stdin: NodeJS.WritableStream }; readonly ended: Promise<unknown> } {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, NO_COLOR: "1" } });
  child.stdout.on("data", (bytes) => outlets.add("standard output", String(bytes)));
  child.stderr.on("data", (bytes) => outlets.add("standard error", String(bytes)));
  return { child, ended: once(child, "close").then(([code]) => code) };
}

/** Asks as programs do that may say anything: with any host, and until they have heard enough. @returns status, headers and body */
async function askOpenly(address: string, { method = "GET", headers = {}, body, untilHeard }: Asked): Promise<string> {
  const sent = request(address, { method, headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const head = `${response.statusCode} ${response.rawHeaders.join("\n")}\n`;
  if (untilHeard === undefined) {
    return head + (await text(response));
  }
  let heard = "";
  for await (const chunk of response) {
    heard += String(chunk);
    if (heard.includes(untilHeard)) {
      break;
    }
  }
  return head + heard;
}

const json = { "content-type": "application/json" };
const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };

/** Documented paths that are read beside all short ones. */
const documented = ["/v3/cbu/assets", "/v3/cbu/order/list", "/v3.1/cquery/buValue"];

/** Every page of the program's own, some documented ones, and events while something happens. */
async function readEverything({ ask, url, token, outlets }: Scene): Promise<number> {
  const headers = { "x-depthwire-token": token };
  await expect.poll(() => askOpenly(`${url}/health`, { headers })).toContain('"ready":true');
  const description = await (await fetch(url, { headers })).json();
  const { paths } = description as { readonly paths: readonly { readonly method: string; readonly path: string }[] };
  const heard = ask("events", `/events?pairs=${pair}`, { untilHeard: "event: book" });
  const read = paths.filter(
    ({ method, path }) => documented.includes(path) || (method === "GET" && path !== "/events" && !/^\/v\d/.test(path)),
  );
  for (const { method, path } of read) {
    const filled = path.replace(":pair", pair).replace(":period", "1min").replace(":orderId", "1");
    const forPeople = { headers: { accept: "text/html" } };
    await ask("pages", filled, method === "GET" ? forPeople : { method, headers: json, body: '{"order_side":1}' });
  }
  outlets.add("metrics", await ask("pages", "/metrics"));
  await heard;
  return read.length;
}

/** What a caller can do wrong, and what can go wrong behind his back. */
async function meetErrors({ ask, sandbox, token, outlets, url }: Scene): Promise<void> {
  const strangers: readonly Readonly<Record<string, string>>[] = [
    { host: "evil.test" },
    { origin: "http://app.test" },
    { "x-depthwire-token": "another-token-of-somebody" },
    { authorization: `Basic ${token}`, "x-depthwire-token": "" },
  ];
  for (const headers of strangers) {
    expect(await ask("refusals", "/orders", { method: "POST", headers: { ...json, ...headers }, body: "{}" })).toMatch(
      /^40[13] /,
    );
  }
  for (const body of [
    "{",
    "null",
    "[]",
    JSON.stringify({ ...order, quantity: "x" }),
    JSON.stringify({ ...order, pair: "4NONE_USDT" }),
  ]) {
    await ask("refusals", "/orders", { method: "POST", headers: json, body });
    await ask("refusals", "/v3/cbu/order/open", { method: "POST", headers: json, body });
  }
  await ask("refusals", "/nothing/like/this");
  await ask("refusals", "/v1.1/cquery", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "cmds=nonsense",
  });
  for (const code of [3012, 3025, 4003]) {
    sandbox.faults.add({ kind: "refusal", code, path: "/v3/cbu/position" });
    await ask("refusals", "/v3/cbu/position", { method: "POST", headers: json, body: "{}" });
  }
  sandbox.faults.add({ kind: "cut", count: 1 });
  outlets.add("pages", await askOpenly(`${url}/`, { headers: { "x-depthwire-token": token } }));
}

/** Signatures as they went over the wire, where they belong. */
function signaturesIn(sent: string): readonly string[] {
  const found = [...sent.matchAll(/(?:api-sign: ?|sign=|"sign":")([0-9a-f]{32})/gi)].map(([, sign = ""]) => sign);
  return [...new Set(found)];
}

it("lets key, secret, token, passphrase and signatures out nowhere but on the wire and in their own files", async () => {
  const scene = await setScene();
  const { sandbox, outlets, tap, folder, data, token, ask } = scene;
  expect(await readEverything(scene)).toBeGreaterThan(15);
  const placed = await ask("pages", "/orders", { method: "POST", headers: json, body: JSON.stringify(order) });
  const { orderId } = JSON.parse(placed.slice(placed.indexOf("{"))) as { orderId: string };
  await ask("pages", `/orders/${orderId}`);
  await ask("pages", `/orders/${orderId}`, { method: "DELETE", headers: json });
  await ask("pages", "/halt", { method: "POST", headers: json, body: "{}" });
  await meetErrors(scene);
  await sandbox.close();
  await expect.poll(() => ask("refusals", "/health")).toContain('"ready":false');
  await ask("refusals", "/v3.1/cquery/buValue");
  await scene.end();

  const kept = await filesIn(folder);
  for (const { path, text: content } of [...kept.filter((file) => file.path !== "token"), ...(await filesIn(data))]) {
    outlets.add(`file ${path}`, content);
  }
  const { apiKey, apiSecret } = sandbox.credential;
  const login = createHmac("md5", apiSecret)
    .update(JSON.stringify({ apikey: apiKey, sub: "ALL_ALL_login" }))
    .digest("hex");
  const signatures = signaturesIn(tap.sent());
  const secrets = [apiKey, apiSecret, token, passphrase].flatMap(formsOf);
  expect(outlets.holding([...secrets, ...signatures, login])).toEqual([]);

  // There was something to find, and each place had something in it.
  expect(signatures.length).toBeGreaterThan(10);
  expect(tap.sent()).toContain(apiKey);
  expect(tap.sent()).not.toContain(apiSecret);
  expect(outlets.places).toEqual(
    expect.arrayContaining(["standard output", "standard error", "pages", "metrics", "events", "refusals"]),
  );
  expect(outlets.textOf("metrics")).toContain("depthwire_halted 1");
  expect(outlets.places.filter((place) => place.startsWith("file ")).length).toBeGreaterThan(1);
  expect(outlets.holding([orderId])).not.toEqual([]);
  // The token is in one file, which its owner alone may read, like all the others.
  expect(kept.filter((file) => file.text.includes(token)).map(({ path }) => path)).toEqual(["token"]);
  expect(kept.map(({ mode }) => mode)).toEqual(kept.map(() => 0o600));
});
