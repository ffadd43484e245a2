import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { bin, type Person, type StartedServer, startServer, startServerUntil } from "./mcp-scene.spec-kit.js";

let sandbox: Sandbox;
let folder: string;
/** One that reads only, for all. */
let reader: StartedServer;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    pairs: ["4BTC_USDT", "BTC_USDT"],
    requestsPerWindow: 0,
    depthIntervalMs: 20,
  });
  folder = await mkdtemp(join(tmpdir(), "depthwire-mcp-"));
  await mkdir(join(folder, ".depthwire"), { mode: 0o700 });
  await writeFile(join(folder, ".depthwire", "credential.json"), JSON.stringify(sandbox.credential), { mode: 0o600 });
  const venue = connect({ addresses: [sandbox.pushUrl], shards: 0, record: { directory: join(folder, "recording") } });
  for await (const { status } of venue.book("4BTC_USDT")) {
    if (status === "live") {
      break;
    }
  }
  await venue.close();
  await runCommandLine(["export", "recording", "--to", "tables"], { workingDirectory: folder });
  reader = await startServerUntil((end) => ends.push(end), here(), { workingDirectory: folder });
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const here = (): readonly string[] => ["--venue", sandbox.restUrl];

/** What every tool that reads is called with. */
const reads: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  book: { pair: "4BTC_USDT", levels: 3 },
  instruments: { family: "spot" },
  candles: { pair: "4BTC_USDT", period: "5min", count: 3 },
  positions: {},
  orders: { pair: "4BTC_USDT", history: true, last: 5 },
  assets: { place: "contracts" },
  read: { operation: "usdt.getDepth", fields: { pair: "4BTC_USDT", size: 5 } },
  query: { sql: "-- how often\nselect symbol, count(*) as changes from book_updates group by all", files: ["tables"] },
  recent_events: { channels: ["depth:4BTC_USDT"], events: 2 },
  inspect: { directory: "recording" },
  doctor: {},
};

describe("depthwire mcp", () => {
  it("lists its tools to a client of the official SDK, which calls every one", async () => {
    const { client, call, strayed } = reader;
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(reads).sort());
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    for (const { name } of tools) {
      const { isError, structured, texts } = await call(name, reads[name]);
      expect({ name, isError, exitCode: structured.exitCode, error: structured.data.error }).toEqual({
        name,
        isError: false,
        exitCode: 0,
        error: undefined,
      });
      expect(structured.venue).toContain(sandbox.restUrl);
      expect(texts[0]).toContain(sandbox.restUrl);
    }
    expect(client.getInstructions()).toContain("reads only");
    expect(strayed).toEqual([]);
  });

  it("refuses what it does not have, and what the schema does not allow, and says so", async () => {
    const { call } = reader;
    const unknown = await call("order", { direction: "buy", pair: "4BTC_USDT", quantity: "1" });
    expect(unknown.isError).toBe(true);
    expect(unknown.structured.data.error?.message).toContain("--allow-orders");
    const wrong = await call("inspect", { directory: "recording", extra: "--help" });
    expect(wrong.structured).toMatchObject({
      exitCode: 2,
      data: { error: { code: "usage", message: expect.stringContaining("no argument extra (it takes directory") } },
    });
    const near = await call("inspect", { directoy: "recording" });
    expect(near.structured.data.error?.message).toContain("did you mean directory?");
    const other = await call("instruments", { family: "shares" });
    expect(other.structured.data.error?.message).toMatch(/family is "shares", and must be one of .*spot/);
    const option = await call("inspect", { directory: "--sequence-policy=monotonic" });
    expect(option.isError).toBe(true);
  });

  it("ends a command that says more than fits, and says so", async () => {
    const { call } = reader;
    const sql = "select repeat('x', 1000) as text from range(100000000)";
    const { structured } = await call("query", { sql, files: ["tables"] });
    expect(structured.data).toMatchObject({ cut: expect.stringContaining("Ask for less"), items: expect.any(Array) });
    expect(JSON.stringify(structured).length).toBeLessThan(200_000);
  });

  it("ends a call that the client gives up, and goes on", async () => {
    const { call } = reader;
    const stop = new AbortController();
    const given = { channels: ["private"], events: 200, seconds: 60 };
    const long = call("recent_events", given, stop.signal);
    const other = await call("inspect", { directory: "recording" });
    expect(other.isError).toBe(false);
    stop.abort();
    await expect(long).rejects.toThrow();
    const short = await call("recent_events", { ...given, seconds: 1 });
    expect(short).toMatchObject({ isError: false, structured: { exitCode: 0 } });
  });

  it.each([[[]], [["tools/call"]]])(
    "ends with 0 on Ctrl-C, and has said nothing but the protocol: %j",
    async (methods) => {
      const server = spawn(process.execPath, [bin, "mcp", ...here()], { cwd: folder, env: { HOME: folder } });
      let said = "";
      server.stdout.on("data", (chunk: Buffer) => {
        said += chunk.toString();
      });
      const info = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "spec", version: "1" } };
      const send = (id: number, method: string, params: object): void =>
        void server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      send(1, "initialize", info);
      await once(server.stdout, "data");
      for (const method of methods) {
        send(2, method, { name: "recent_events", arguments: { channels: ["private"], seconds: 60 } });
      }
      server.kill("SIGINT");
      const [code] = (await once(server, "exit")) as [number];
      expect(code).toBe(0);
      const lines = said.trimEnd().split("\n");
      expect(lines.map((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc)).toEqual(lines.map(() => "2.0"));
    },
  );
});

describe("depthwire mcp --allow-orders", () => {
  const allowed = (...words: readonly string[]): readonly string[] => [
    ...here(),
    "--allow-orders",
    "--max-value=5000",
    "--max-orders-per-minute=5",
    ...words,
  ];
  const bid = { direction: "buy", pair: "4BTC_USDT", quantity: "0.1", price: "20000" };
  const openOrders = async (): Promise<readonly string[]> => {
    const { envelopes } = await runCommandLine(["orders", "--json", ...here()], {
      workingDirectory: folder,
      home: folder,
    });
    return envelopes.flatMap(({ kind, data }) => (kind === "item" ? [(data as { orderId: string }).orderId] : []));
  };

  it("asks the person before each order, cancel and halt, and does what they say", async () => {
    const questions: string[] = [];
    let answer: ReturnType<Person> = "decline";
    const person: Person = (question) => {
      questions.push(question);
      return answer;
    };
    const { client, call, strayed } = await startServer(allowed(), { workingDirectory: folder, person });
    const { tools } = await client.listTools();
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
    expect(changing.map(({ name }) => name)).toEqual(["order", "cancel", "halt"]);
    for (answer of [
      "decline",
      { action: "accept", content: { confirm: false } },
      { action: "accept", content: { confirm: "yes" } },
      { action: "accept", content: {} },
    ] as const) {
      const { isError, structured } = await call("order", bid);
      expect(isError).toBe(true);
      expect(structured.data.error?.code).toBe("not-confirmed");
      expect(await openOrders()).toEqual([]);
    }
    answer = "accept";
    const placed = await call("order", bid);
    expect(placed).toMatchObject({
      isError: false,
      structured: { data: { result: { pair: "4BTC_USDT", price: "20000" } } },
    });
    const [orderId = ""] = await openOrders();
    expect(placed.structured.data.result).toMatchObject({ orderId });
    expect(questions.at(-1)).toMatch(/^Buy 0\.1 4BTC_USDT at 20000\n.*value +2000.*venue +http:/s);
    // Four that nobody confirmed and one that was placed: the sixth within the minute is one too many.
    expect((await call("order", bid)).structured.data.error?.code).toBe("limit-exceeded");
    expect((await call("cancel", { ids: [orderId] })).isError).toBe(false);
    expect(await openOrders()).toEqual([]);
    expect(questions.at(-1)).toContain(orderId);
    expect((await call("halt", { reason: "the spec ends" })).structured).toMatchObject({
      data: { result: { halted: true } },
    });
    await runCommandLine(["halt", "--resume", "--yes", ...here()], { workingDirectory: folder, home: folder });
    expect(strayed).toEqual([]);
  });

  it("refuses what is above the limit, and everything where the client cannot ask, unless it was told not to", async () => {
    const mute = await startServer(allowed(), { workingDirectory: folder });
    const refused = await mute.call("order", bid);
    expect(refused.structured.data.error).toMatchObject({
      code: "not-confirmed",
      message: expect.stringContaining("--no-ask"),
    });
    const silent = await startServer(allowed("--no-ask"), { workingDirectory: folder });
    expect((await silent.call("order", bid)).isError).toBe(false);
    expect((await silent.call("cancel", { all_of_pair: "4BTC_USDT" })).isError).toBe(false);
    expect(await openOrders()).toEqual([]);
    // One more than there are places in a minute: what is refused takes none.
    for (let tries = 0; tries < 5; tries++) {
      const large = await silent.call("order", { ...bid, quantity: "10" });
      expect(large.structured.data.error?.message).not.toContain("a minute");
      expect(large.structured.data.error?.code).toBe("limit-exceeded");
    }
  });

  it("reads nothing but what reads, and no files", async () => {
    const { call } = reader;
    const change = await call("read", { operation: "usdt.cancelAllOrders", fields: { pair: "4BTC_USDT" } });
    expect(change.structured.data.error?.message).toContain("only reads");
    const file = await call("read", { operation: "usdt.getDepth", fields: { pair: "@/etc/hostname" } });
    expect(file.structured.data.error?.code).toBe("usage");
    expect(file.texts.join()).not.toContain("cannot be read");
    const slip = await call("read", { operation: "usdt.getDept" });
    expect(slip.structured.data.error?.message).toContain("getDepth");
  });
});

describe("the terms of depthwire mcp", () => {
  it("are a venue on this computer, unless the command line names another", async () => {
    const far = { DEPTHWIRE_VENUE: "https://api.example" };
    const refused = await runCommandLine(["mcp"], { environment: far });
    expect(refused).toMatchObject({ exitCode: 7, err: expect.stringContaining("--venue https://api.example") });
    expect(await runCommandLine(["mcp", "--venue", "https://api.example"], { environment: far })).toMatchObject({
      exitCode: 0,
      out: "",
    });
  });

  it("are limits where orders are allowed", async () => {
    const wrong = [
      [["--allow-orders"], "--max-value AMOUNT"],
      [["--allow-orders", "--max-value", "5"], "--max-orders-per-minute NUMBER"],
      [["--allow-orders", "--max-value", "0", "--max-orders-per-minute", "5"], "above 0"],
      [["--allow-orders", "--max-value", "5", "--max-orders-per-minute", "0"], "from 1"],
      [["--no-ask"], "--allow-orders"],
    ] as const;
    for (const [words, says] of wrong) {
      expect(await runCommandLine(["mcp", ...words])).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining(says),
      });
    }
    const allowed = ["mcp", "--allow-orders", "--max-value", "0.5", "--max-orders-per-minute", "5"];
    expect(await runCommandLine(allowed)).toMatchObject({ exitCode: 0, out: "" });
  });
});
