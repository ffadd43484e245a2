import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { sceneContext } from "../../context.spec-kit.js";
import type { Context } from "../../program/context.js";
import { scratchDirectory } from "../../recording-scene.spec-kit.js";
import { confineTo } from "./confine-to.js";
import type { McpFlags } from "./flags.js";
import { OrderRate } from "./order-rate.js";
import { run } from "./run.js";
import { serverTermsOf } from "./terms.js";

const flags = {
  venue: "http://127.0.0.1:8090",
  serviceName: "svc",
  protocol: "prefix",
  ask: true,
  files: [],
  querySeconds: 30,
} as unknown as McpFlags;

function typing(isTerminal: boolean) {
  const stream = new PassThrough();
  const stop = new AbortController();
  const scene = sceneContext("mcp", "text", {
    input: { isTerminal, stream } as unknown as Context["input"],
    signal: stop.signal,
  });
  return { stream, stop, ...scene };
}

const asks = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const hello = asks(1, "initialize", {
  protocolVersion: "2025-03-26",
  capabilities: {},
  clientInfo: { name: "spec", version: "1" },
});

it("speaks the protocol over its input and output until the client goes", async () => {
  const { stream, context, streams } = typing(false);
  const served = run({ arguments: [], options: flags }, context);
  stream.write(hello);
  stream.write(asks(2, "tools/list"));
  await expect.poll(() => streams.text().out.split("\n").length).toBe(3);
  stream.end();
  expect(await served).toBeUndefined();
  const answers = streams
    .text()
    .out.trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number; result: object });
  expect(answers).toMatchObject([
    { id: 1, result: { serverInfo: { name: "depthwire", version: "0.0.0" } } },
    { id: 2, result: { tools: expect.arrayContaining([expect.objectContaining({ name: "book" })]) } },
  ]);
  expect(streams.text().err).toBe("");
});

it("says at a terminal what it is for, and ends with Ctrl-C, also one that came before", async () => {
  const { context, streams, stop } = typing(true);
  const served = run({ arguments: [], options: flags }, context);
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await served;
  expect(streams.text().err).toBe(
    'This speaks the Model Context Protocol: a client starts it, such as with {"command": "depthwire", "args": ["mcp"]}. Ctrl-C ends it.\n',
  );
  const early = typing(false);
  early.stop.abort();
  await run({ arguments: [], options: flags }, early.context);
  expect(early.streams.text()).toEqual({ out: "", err: "" });
});

it("tools read the working directory and the named ones, links followed, and no keys", async () => {
  const root = await realpath(await scratchDirectory(onTestFinished));
  for (const folder of ["bots/sub", "more", "other", "bots/.Depthwire", "keys"]) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await writeFile(join(root, "bots", "key.json"), "{}");
  await symlink(join(root, "other"), join(root, "bots", "way-out"));
  await symlink(join(root, "more"), join(root, "bots", "way-in"));
  const { context } = sceneContext("mcp", "text", { workingDirectory: join(root, "bots"), home: root });
  const open = await confineTo(
    { ...flags, files: ["../more"], folder: "../keys", credential: "key.json" } as McpFlags,
    context,
  );
  const read = async (path: string): Promise<string> => {
    try {
      return (await open(path)).slice(root.length);
    } catch (error) {
      const { code, message, remedy } = error as { code: string; message: string; remedy?: string };
      return `${code}: ${message.replaceAll(root, "")}${remedy === undefined ? "" : `. ${remedy}`}`;
    }
  };
  const outside = "it leads out of the directories that the server may read";
  const remedy = "Whoever starts the server can name more of them: depthwire mcp --files DIR.";
  const paths = [
    ".",
    "sub/new",
    "way-in/a",
    "../more",
    "../more/x/y",
    "..",
    "../other",
    "way-out/a",
    "../bots-of-another",
    "/etc",
  ];
  expect(await Promise.all(paths.map(read))).toEqual([
    "/bots",
    "/bots/sub/new",
    "/more/a",
    "/more",
    "/more/x/y",
    ...["..", "../other", "way-out/a", "../bots-of-another", "/etc"].map(
      (path) => `path-outside: ${path} is not read: ${outside}. ${remedy}`,
    ),
  ]);
  for (const path of [".depthwire/x", ".Depthwire", "key.json", "../keys", "../keys/a"]) {
    expect(await read(path)).toBe(`path-outside: ${path} is not read: it is where keys are`);
  }
  await expect(confineTo({ ...flags, files: ["key.json"] } as McpFlags, context)).rejects.toMatchObject({
    code: "usage",
    message: "--files key.json: there is no such directory",
  });
  const everywhere = await confineTo({ ...flags, files: [] } as McpFlags, { ...context, workingDirectory: "/" });
  await expect(everywhere(join(root, "bots"))).rejects.toMatchObject({ code: "path-outside" });
});

it("another venue has to be named where the server is started", () => {
  const { context } = sceneContext("mcp", "text", { environment: { DEPTHWIRE_VENUE: "https://venue.test/" } });
  const { venue: _venue, ...unnamed } = flags;
  expect(() => serverTermsOf(unnamed as McpFlags, context)).toThrow(
    expect.objectContaining({
      code: "not-loopback",
      message: "The server was not started: https://venue.test stands in the environment and is not on this computer",
      remedy:
        "Name it on the server's command line if an agent is to use it: depthwire mcp --venue https://venue.test.",
    }),
  );
  expect(serverTermsOf({ ...flags, venue: "https://venue.test" }, context)).toMatchObject({
    place: "https://venue.test (not on this computer)",
    orders: undefined,
  });
  const orders = { ...flags, allowOrders: true, maxValue: "0.5", maxOrdersPerMinute: "3" } as McpFlags;
  expect(serverTermsOf(orders, context).orders).toEqual({ maxValue: "0.5", maxOrdersPerMinute: 3, asks: "each" });
  expect(serverTermsOf({ ...orders, ask: false }, context).orders).toMatchObject({ asks: "never" });
});

it("a place for an order is there again a minute after it was taken, or when it is given back", () => {
  let nowMs = 0;
  const rate = new OrderRate(2, () => nowMs);
  expect([rate.take(), rate.take(), rate.take()]).toEqual([0, 0, 60_000]);
  nowMs = 59_999.5;
  expect(rate.take()).toBe(1);
  rate.giveBack();
  expect([rate.take(), rate.take()]).toEqual([0, 1]);
  nowMs = 60_000;
  expect([rate.take(), rate.take()]).toEqual([0, 59_999.5]);
  expect(new OrderRate(0, () => 0).take()).toBe(0);
});
