import { spawnSync } from "node:child_process";
import { connect } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NatsBus } from "./nats-bus.js";
import { NatsLeaseStore } from "./nats-lease-store.js";
import { SpecNatsServer } from "./nats-server.spec-kit.js";
import { openNatsBus } from "./open-bus.js";

const isThere = spawnSync("nats-server", ["-v"]).status === 0;
// Debian's nats-server; CI installs it, so there it must be.
const isNeeded = isThere || process.env["CI"] !== undefined;

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
const bytes = (words: string) => new TextEncoder().encode(words);

describe.skipIf(!isNeeded)("a bus on a real server (skipped where nats-server is missing)", () => {
  const server = new SpecNatsServer();
  let one: NatsBus;
  let other: NatsBus;

  beforeAll(async () => {
    await server.start();
    one = await openNatsBus({ servers: [server.address], name: "one" });
    other = await openNatsBus({ servers: [server.address], name: "other" });
  });

  afterAll(async () => {
    await one.close();
    await other.close();
    await server.remove();
  });

  /** Whatever was sent before is known to the server. */
  const settled = (bus: NatsBus) =>
    new Promise<void>((resolve) => {
      const close = bus.subscribe("settled", () => {
        close();
        resolve();
      });
      bus.publish("settled", new Uint8Array());
    });

  test("messages of one connection arrive in their order, whatever their subject", async () => {
    const heard: string[] = [];
    const close = ["a.raw", "a.beat"].map((subject) =>
      other.subscribe(subject, (message) => heard.push(`${message.subject} ${text(message.bytes)}`)),
    );
    await settled(other);
    for (let number = 0; number < 200; number++) {
      one.publish(number % 3 === 0 ? "a.beat" : "a.raw", bytes(String(number)));
    }
    await expect.poll(() => heard.length).toBe(200);
    expect(heard.map((line) => Number(line.split(" ")[1]))).toEqual(Array.from({ length: 200 }, (_, number) => number));
    for (const end of close) {
      end();
    }
  });

  test("every answer to a request is told, behind what its sender published before", async () => {
    const heard: (string | undefined)[] = [];
    const answer = (bus: NatsBus, words: string) =>
      bus.subscribe("b.echo", ({ respond }) => {
        bus.publish("b.raw", bytes(`before ${words}`));
        respond(bytes(words));
      });
    const close = [
      answer(other, "first"),
      answer(one, "second"),
      one.subscribe("b.raw", (message) => heard.push(text(message.bytes))),
    ];
    await settled(other);
    await settled(one);
    one.request("b.echo", bytes("?"), 5_000, (told) => heard.push(text(told)));
    await expect.poll(() => heard.length).toBe(4);
    expect([...heard].sort()).toEqual(["before first", "before second", "first", "second"]);
    expect(heard.indexOf("before first")).toBeLessThan(heard.indexOf("first"));
    expect(heard.indexOf("before second")).toBeLessThan(heard.indexOf("second"));
    for (const end of close) {
      end();
    }
  });

  test("a request that nobody answers ends", async () => {
    const told: (string | undefined)[] = [];
    one.request("nobody", bytes("?"), 50, (answer) => told.push(text(answer)));
    await expect.poll(() => told).toContain(undefined);
  });

  test("leases: one of six that expect one revision gets it, whatever the round; the others are refused", async () => {
    const connection = await connect({ servers: [server.address] });
    const store = await NatsLeaseStore.open(connection, "leases", 5_000);
    expect(await store.read("s00")).toEqual({ revision: 0, text: undefined });
    let revision = 0;
    for (let round = 1; round <= 20; round++) {
      const texts = Array.from({ length: 6 }, (_, holder) => `holder ${holder} of round ${round}`);
      const answers = await Promise.all(texts.map((words) => store.compareAndSet("s00", revision, words)));
      const won = answers.findIndex((answer) => answer !== undefined);
      expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
      revision = answers[won] ?? 0;
      expect(await store.read("s00")).toEqual({ revision, text: texts[won] });
    }
    await connection.close();
  });

  test("leases: a call that nobody answers ends within its limit", async () => {
    const connection = await connect({ servers: [server.address], maxReconnectAttempts: -1 });
    const store = await NatsLeaseStore.open(connection, "leases", 200);
    await server.kill();
    await expect(store.read("s00")).rejects.toThrow();
    await expect(store.compareAndSet("s00", 1, "a")).rejects.toThrow();
    await connection.close();
    await server.start();
    await expect.poll(() => [one.status, other.status]).toEqual(["connected", "connected"]);
  });

  test("a server that dies is told, and its subscriptions are there again when it is back", async () => {
    const statuses: string[] = [];
    const heard: (string | undefined)[] = [];
    one.onStatus((status) => statuses.push(status));
    one.subscribe("c", (message) => heard.push(text(message.bytes)));
    await settled(one);
    await server.kill();
    await expect.poll(() => one.status).toBe("disconnected");
    one.publish("c", bytes("lost"));
    await server.start();
    await expect.poll(() => one.status).toBe("connected");
    await expect.poll(() => other.status).toBe("connected");
    await settled(one);
    other.publish("c", bytes("heard"));
    await expect.poll(() => heard).toEqual(["heard"]);
    expect(statuses).toEqual(["disconnected", "connected"]);
  });
});
