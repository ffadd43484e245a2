import { expect, it } from "vitest";
import { textTranscript } from "../../transcript.spec-kit.js";
import type { McpFlags } from "./flags.js";
import { type Carry, orderFlags, says, serve, yes } from "./tool-server.spec-kit.js";

it("who it is, what it may do, its tools and the forms of what they take and answer stand in one text", async () => {
  const parts: string[] = [];
  for (const flags of [{}, orderFlags, { ...orderFlags, ask: false }]) {
    const { client } = await serve({ flags });
    parts.push(
      `${client.getServerVersion()?.name} ${client.getServerVersion()?.version}`,
      `${client.getInstructions()}`,
    );
    const { tools } = await client.listTools();
    parts.push(tools.map(({ name }) => name).join(" "));
    if (flags === orderFlags) {
      parts.push(JSON.stringify(tools, null, 1));
    }
  }
  const far = await serve({ flags: { venue: "https://venue.test" } });
  parts.push(`${far.client.getInstructions()}`);
  await textTranscript("mcp-tools", parts);
});

it("each tool is a command line, with where, which key and which limits the server was given", async () => {
  const pair = "4BTC_USDT";
  const calls: readonly (readonly [name: string, given: Readonly<Record<string, unknown>>])[] = [
    ["book", { pair }],
    ["book", { pair, levels: 3 }],
    ["recent_events", { channels: ["deals:4BTC_USDT", "orders"] }],
    ["recent_events", { channels: ["deals:4BTC_USDT"], events: 7, seconds: 3 }],
    ["instruments", {}],
    ["instruments", { family: "coin" }],
    ["instruments", { family: "spot" }],
    ["candles", { pair }],
    ["candles", { pair: "5BTC_USD" }],
    ["candles", { pair: "BTC_USDT", period: "1hour", count: 5 }],
    ["positions", {}],
    ["positions", { pair }],
    ["orders", {}],
    ["orders", { pair, history: true, last: 4 }],
    ["orders", { history: false }],
    ["assets", {}],
    ["assets", { place: "spot" }],
    ["read", { operation: "getMarkets" }],
    ["read", { operation: "getDepth", fields: { pair, size: 5, deep: true, list: ["a", "b"] } }],
    ["inspect", { directory: "recording" }],
    ["query", { sql: "select 1" }],
    ["query", { sql: "select 1", files: ["a.parquet", "b"] }],
    ["doctor", {}],
    ["order", { direction: "buy", pair, quantity: "1" }],
    ["order", { direction: "sell", pair, quantity: "1.5", price: "60000", effect: "close", client_id: "77" }],
    ["cancel", { ids: ["1", "2"] }],
    ["cancel", { all_of_pair: pair }],
    ["halt", { reason: "--news" }],
  ];
  const lines: string[] = [];
  for (const flags of [
    { ...orderFlags, maxOrdersPerMinute: "100" },
    {
      ...orderFlags,
      maxOrdersPerMinute: "100",
      ask: false,
      push: "ws://127.0.0.1:9/ws",
      account: "mine",
      credential: "key.json",
      folder: "keys",
      passphraseFile: "words",
      querySeconds: 5,
    } as Partial<McpFlags>,
  ]) {
    const { call, carried } = await serve({ flags, person: yes });
    for (const [name, given] of calls) {
      const before = carried.length;
      const answer = await call(name, given);
      const { argv } = carried[before] ?? { argv: [] };
      const { data } = answer.structuredContent as { data: { error?: object } };
      lines.push(
        `${name} ${JSON.stringify(given)}\n  ${argv.length === 0 ? JSON.stringify(data.error) : argv.join(" ")}`,
      );
    }
  }
  await textTranscript("mcp-command-lines", lines);
});

it("a command runs as one that nobody watches: plain, 80 columns, nothing typed, the server's venue alone", async () => {
  const seen: unknown[] = [];
  const { call } = await serve({
    carry: async ({ surroundings }) => {
      const { input, screen, styles, environment, home, workingDirectory, version, signal } = surroundings;
      seen.push(
        input.isTerminal,
        await input.ask("?"),
        await input.askHidden(["a"]),
        [...(await input.readAll(1))],
        screen.isTerminal,
        screen.size(),
        styles.isColoured,
        environment,
        [home, workingDirectory, version],
        signal.aborted,
      );
      screen.onResize(() => {})();
      return 0;
    },
  });
  await call("doctor");
  expect(seen).toEqual([
    false,
    undefined,
    [],
    [],
    false,
    { columns: 80, rows: 24 },
    false,
    { DEPTHWIRE_VENUE: undefined, HOME: "/home/person" },
    ["/home/person", "/home/person/bots", "1.2.3"],
    false,
  ]);
});

it("an answer says what the exit code means, and keeps the venue's words apart", async () => {
  const answers: string[] = [];
  const carries: readonly Carry[] = [
    says(0, { kind: "item", data: { a: "1" } }, { kind: "item", data: { a: "2" } }, { kind: "result", data: { n: 2 } }),
    says(4, { kind: "error", error: { code: "venue-refused", message: "no\u001b way" }, exitCode: 4 }),
    says(1, { kind: "result", data: { found: "wrong" } }),
    says(1),
    says(0),
    says(99, { kind: "result", data: {} }),
    ({ surroundings: { out, err } }) => {
      err.write("one\u0007\n two \n");
      out.write('{"kind":"item","command":"x","data":{"b":1}}\n{"kind":"result","da');
      return 130;
    },
    ({ surroundings: { err } }) => {
      err.write(`${"x".repeat(5_000)}end\n`);
      return 0;
    },
  ];
  for (const carry of carries) {
    const { call } = await serve({ carry });
    answers.push(JSON.stringify(await call("doctor"), null, 1));
  }
  await textTranscript("mcp-answers", answers);
});

it("a command that says more than fits is ended, and the answer says so", async () => {
  let wasEnded = false;
  const line = `${JSON.stringify({ kind: "item", command: "x", data: { text: "x".repeat(100_000) } })}\n`;
  const { call } = await serve({
    carry: ({ surroundings: { out, signal } }) => {
      for (let index = 0; index < 41; index++) {
        out.write(line);
      }
      expect(signal.aborted).toBe(false);
      for (let index = 0; index < 2; index++) {
        out.write(line);
      }
      wasEnded = signal.aborted;
      return 130;
    },
  });
  const { structuredContent } = await call("doctor");
  expect(wasEnded).toBe(true);
  expect(structuredContent).toMatchObject({
    data: { omitted: 40, cut: "There was more than fits here, and the command was ended. Ask for less." },
  });
});

it("what cannot be asked for is refused in words that an agent can act on", async () => {
  const { words } = await serve();
  const pair = "4BTC_USDT";
  const refused: string[] = [];
  for (const [name, given] of [
    ["order", { direction: "buy", pair, quantity: "1" }],
    ["bok", { pair }],
    ["book", { pare: pair }],
    ["book", { pair, depth: 5 }],
    ["book", { pair: "4btc" }],
    ["book", {}],
    ["book", { pair, levels: 51 }],
    ["doctor", { venue: "elsewhere" }],
    ["instruments", { family: "options" }],
    ["candles", { pair, period: "1m", count: 0 }],
    ["read", { operation: "placeOrder" }],
    ["read", { operation: "getMarketz" }],
    ["read", { operation: "getDepth", fields: { pair: "@secret" } }],
    ["constructor", {}],
  ] as const) {
    refused.push(`${name} ${JSON.stringify(given)}\n  ${await words(name, given)}`);
  }
  await textTranscript("mcp-refusals", refused);
});
