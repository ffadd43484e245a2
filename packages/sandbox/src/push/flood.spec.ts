import type { Socket } from "node:net";
import type { Logger } from "@depthwire/core";
import { expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import type { SandboxOptions } from "../options.js";
import { startSandbox } from "../sandbox.js";
import { PushClient } from "../spec-support/push-client.js";

const pair = "4BTC_USDT";
const depth = { sub: `${pair}_depth` };

async function open(options: SandboxOptions): Promise<{ client: PushClient; clock: VirtualClock; told: string[] }> {
  const told: string[] = [];
  const logger: Logger = { log: (_, event, fields) => told.push(`${event} ${fields["perSecond"]}`) };
  const clock = new VirtualClock(1_700_000_000_000);
  const sandbox = await startSandbox({ pairs: [pair], clock, logger, ...options });
  onTestFinished(() => sandbox.close());
  const client = await PushClient.open(sandbox.pushUrl);
  onTestFinished(() => client.close());
  return { client, clock, told };
}

it("repeated subscriptions are answered so often a second, and refused with 3010 beyond it", async () => {
  const { client, clock, told } = await open({ subscriptionsPerSecond: 3 });
  for (let i = 0; i < 5; i++) {
    client.send(depth);
  }
  const answers = [];
  for (let i = 0; i < 5; i++) {
    answers.push(await client.nextJson());
  }
  expect(answers.map(({ t, error }) => error?.code ?? t)).toEqual([0, 0, 0, "3010", "3010"]);
  expect(answers.at(-1)).toMatchObject({ channel: `${pair}_depth` });
  expect(told).toEqual(["subscriptions-refused 3", "subscriptions-refused 3"]);
  // A second later it may again; and what it sent meanwhile did not end it.
  clock.advance(1000);
  client.send(depth);
  expect(await client.nextJson(({ t, error }) => t === 0 || error !== undefined)).toMatchObject({ t: 0 });
});

it("more messages than are taken in a second bring 3010 and a close with 1008, and nothing else is heard", async () => {
  const { client, told } = await open({ messagesPerSecond: 10 });
  for (let i = 0; i < 10; i++) {
    client.send({ ping: i });
  }
  for (let i = 0; i < 50; i++) {
    client.send(depth);
  }
  expect(await client.closed).toBe(1008);
  const answers = client.received.map(({ json }) => json?.pong ?? json?.error?.code ?? json?.t);
  expect(answers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "3010"]);
  expect(told).toEqual(["push-client-closed 10"]);
});

it("a client that asks for the same state over and over gets it a bounded number of times", async () => {
  const { client } = await open({});
  for (let i = 0; i < 5000; i++) {
    client.send(depth);
  }
  expect(await client.closed).toBe(1008);
  expect(client.received.filter(({ json }) => json?.t === 0).length).toBe(100);
});

it.each(["ping", "pong"] as const)("control frames count as messages: too many of kind %s close", async (kind) => {
  const { client, told } = await open({ messagesPerSecond: 10 });
  for (let i = 0; i < 60; i++) {
    client.socket[kind]();
  }
  expect(await client.closed).toBe(1008);
  expect(told).toEqual(["push-client-closed 10"]);
});

it("pings that come in one packet are answered up to the limit, and then the connection is closed with a code", async () => {
  const { client } = await open({ messagesPerSecond: 100 });
  let pongs = 0;
  client.socket.on("pong", () => pongs++);
  const raw = (client.socket as unknown as { readonly _socket: Socket })._socket;
  raw.cork();
  for (let i = 0; i < 120; i++) {
    client.socket.ping();
  }
  raw.uncork();
  expect(await client.closed).toBe(1008);
  expect(pongs).toBe(100);
});

it("a message of very many frames ends its connection: they would not be counted", async () => {
  const { client } = await open({});
  for (let i = 0; i < 100; i++) {
    client.socket.send("", { fin: false });
  }
  expect(await client.closed).toBe(1008);
});
