import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { type ClientCapabilities, ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, it, onTestFinished } from "vitest";
import { sceneContext } from "../../context.spec-kit.js";
import type { Surroundings } from "../../program/context.js";
import { stylesFor } from "../../program/styles.js";
import { textTranscript } from "../../transcript.spec-kit.js";
import type { McpFlags } from "./flags.js";
import { createToolServer } from "./server.js";
import { serverTermsOf } from "./terms.js";

const usualFlags: McpFlags = {
  venue: "http://127.0.0.1:8090",
  serviceName: "svc",
  protocol: "documented",
  ask: true,
  files: [],
  querySeconds: 30,
} as unknown as McpFlags;

const orderFlags = { allowOrders: true, maxValue: "500", maxOrdersPerMinute: "2" } as const;

/** What a command line was carried out with. */
interface Carried {
  readonly argv: readonly string[];
  readonly surroundings: Surroundings;
}

/** Says what a command would: items and a result, an error, or words. @returns its exit code */
type Carry = (carried: Carried) => Promise<number> | number;

const says =
  (exitCode: number, ...lines: readonly object[]): Carry =>
  ({ argv, surroundings: { out } }) => {
    for (const line of lines) {
      out.write(`${JSON.stringify({ command: argv[0], ...line })}\n`);
    }
    return exitCode;
  };

const done = says(0, { kind: "result", data: { done: true } });

interface Scene {
  readonly flags?: Partial<McpFlags>;
  readonly carry?: Carry;
  readonly person?: (question: string) => ElicitResult;
  readonly elicitation?: NonNullable<ClientCapabilities["elicitation"]>;
  readonly nowMs?: () => number;
}

async function serve({ flags = {}, carry = done, person, elicitation, nowMs = () => 0 }: Scene = {}) {
  const carried: Carried[] = [];
  const stop = new AbortController();
  const { context, streams } = sceneContext("mcp", "text", {
    screen: { isTerminal: true, size: () => ({ columns: 200, rows: 9 }), onResize: () => () => {} },
    styles: stylesFor({ isTerminal: true, environment: {} }),
    signal: stop.signal,
    environment: { DEPTHWIRE_VENUE: "http://127.0.0.1:1", HOME: "/home/person" },
    home: "/home/person",
    workingDirectory: "/work",
    version: "1.2.3",
    carryOut: async (argv, surroundings) => {
      const one = { argv, surroundings };
      carried.push(one);
      return carry(one);
    },
  });
  const { server, end } = createToolServer(serverTermsOf({ ...usualFlags, ...flags }, context), context, nowMs);
  const asks = elicitation ?? (person === undefined ? undefined : {});
  const client = new Client(
    { name: "spec", version: "1.0.0" },
    { capabilities: asks === undefined ? {} : { elicitation: asks } },
  );
  const questions: unknown[] = [];
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params);
      return person(params.message);
    });
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  const call = async (name: string, given: Readonly<Record<string, unknown>> = {}) =>
    client.callTool({ name, arguments: given });
  const words = async (name: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { structuredContent } = await call(name, given);
    const { data } = structuredContent as { data: { error?: { code: string; message: string } } };
    return `${data.error?.code}: ${data.error?.message}`;
  };
  return { client, call, words, carried, questions, streams, stop, end };
}

const yes = (): ElicitResult => ({ action: "accept", content: { confirm: true } });

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
    ["/home/person", "/work", "1.2.3"],
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

it("before a change the person reads the plan and the question; anything but a yes is a no", async () => {
  const asked: (string | undefined)[] = [];
  const carry: Carry = async ({ surroundings: { input, err } }) => {
    err.write("Buy 1\u0007 4BTC_USDT\n");
    asked.push(input.isTerminal ? await input.ask("Do it? [y/N]") : "nobody");
    return 0;
  };
  const answers: readonly ElicitResult[] = [
    yes(),
    { action: "accept", content: { confirm: false } },
    { action: "accept", content: { confirm: "yes" } },
    { action: "accept" },
    { action: "decline" },
    { action: "cancel" },
  ];
  const left = [...answers];
  const { call, questions } = await serve({
    flags: { ...orderFlags, maxOrdersPerMinute: "9" },
    carry,
    person: () => left.shift() ?? { action: "decline" },
  });
  for (const _ of answers) {
    await call("halt", { reason: "news" });
  }
  expect(asked).toEqual(["yes", "no", "no", "no", "no", "no"]);
  expect(questions[0]).toMatchObject({
    mode: "form",
    message: "Buy 1  4BTC_USDT\n\nDo it? [y/N]",
    requestedSchema: {
      type: "object",
      properties: { confirm: { type: "boolean", title: "Do it", description: "Yes: it is done at once." } },
      required: ["confirm"],
    },
  });
  const unasked = await serve({ flags: { ...orderFlags, ask: false }, carry, person: yes });
  await unasked.call("halt", { reason: "news" });
  expect(asked.at(-1)).toBe("nobody");
  expect(unasked.questions).toEqual([]);
});

it("a client that cannot ask its person changes nothing, and is told what to do", async () => {
  const refusal =
    "not-confirmed: Nothing was done: this client cannot ask its person (it has no elicitation). Use one that can, or start the server with --no-ask where the money is play money.";
  for (const elicitation of [undefined, { url: {} }]) {
    const { words, carried } = await serve({
      flags: orderFlags,
      ...(elicitation === undefined ? {} : { elicitation }),
    });
    expect(await words("halt", { reason: "news" })).toBe(refusal);
    expect(carried).toEqual([]);
  }
  for (const elicitation of [{}, { form: {} }, { form: {}, url: {} }]) {
    const { call, carried } = await serve({ flags: orderFlags, elicitation });
    await call("halt", { reason: "news" });
    expect(carried).toHaveLength(1);
  }
});

it("orders beyond so many a minute are refused until a minute is over; cancels and refused orders do not count", async () => {
  let nowMs = 1_000;
  let carry: Carry = done;
  const { words, carried } = await serve({
    flags: { ...orderFlags, ask: false },
    carry: (one) => carry(one),
    nowMs: () => nowMs,
  });
  const order = () => words("order", { direction: "buy", pair: "4BTC_USDT", quantity: "1" });
  carry = says(7, { kind: "error", error: { code: "limit-exceeded", message: "too much" } });
  for (let index = 0; index < 5; index++) {
    expect(await order()).toBe("limit-exceeded: too much");
  }
  carry = done;
  expect(await order()).toBe("undefined: undefined");
  nowMs += 20_000;
  carry = says(4, { kind: "error", error: { code: "venue-refused", message: "no" } });
  expect(await order()).toBe("venue-refused: no");
  carry = done;
  const full = (seconds: number) =>
    `limit-exceeded: Nothing was done: the server places 2 orders a minute at most. There is a place again in ${seconds} s.`;
  expect(await order()).toBe(full(40));
  await words("cancel", { ids: ["1"] });
  nowMs += 39_999;
  expect(await order()).toBe(full(1));
  const before = carried.length;
  nowMs += 1;
  expect(await order()).toBe("undefined: undefined");
  expect(await order()).toBe(full(20));
  expect(carried).toHaveLength(before + 1);
});

it("changes happen one after another, and reads beside them", async () => {
  const order: string[] = [];
  const open: (() => void)[] = [];
  const { call } = await serve({
    flags: { ...orderFlags, ask: false },
    carry: async ({ argv }) => {
      order.push(`${argv[0]} begins`);
      if (argv[0] !== "doctor") {
        await new Promise<void>((resolve) => open.push(resolve));
      }
      order.push(`${argv[0]} ends`);
      return 0;
    },
  });
  const changes = [call("halt", { reason: "a" }), call("cancel", { ids: ["1"] })];
  await call("doctor");
  await expect.poll(() => order.toSorted()).toEqual(["doctor begins", "doctor ends", "halt begins"]);
  open.shift()?.();
  await expect.poll(() => order).toContain("cancel begins");
  expect(order.indexOf("halt ends")).toBeLessThan(order.indexOf("cancel begins"));
  open.shift()?.();
  await Promise.all(changes);
});

it("its end ends calls that run, and waits for them", async () => {
  let isOver = false;
  const { call, end } = await serve({
    carry: ({ surroundings: { signal } }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isOver = true;
          resolve(130);
        });
      }),
  });
  const called = call("doctor").catch(() => "gone");
  await new Promise((resolve) => setImmediate(resolve));
  await end();
  expect(isOver).toBe(true);
  await called;
});
