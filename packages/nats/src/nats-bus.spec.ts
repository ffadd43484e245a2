import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionOf } from "./connection-bus.js";
import type { NatsBus } from "./nats-bus.js";
import { openNatsBus } from "./open-bus.js";

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
const bytes = (words: string) => new TextEncoder().encode(words);

describe.skipIf(lacksNatsServer)("a bus on a real server (skipped where nats-server is missing)", () => {
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

  test("where the next answer is told, nobody can foresee who heard where the former ones were", async () => {
    const subjects: string[] = [];
    const tap = connectionOf(other).subscribe("_INBOX.>", {
      callback: (_, { subject }) => void subjects.push(subject),
    });
    const close = other.subscribe("a.question", ({ respond }) => respond(bytes("answer")));
    await other.flush();
    let answers = 0;
    for (let question = 0; question < 20; question++) {
      one.request("a.question", bytes(""), 10_000, (answer) => {
        answers += answer === undefined ? 0 : 1;
      });
    }
    await expect.poll(() => [answers, subjects.length]).toEqual([20, 20]);
    close();
    tap.unsubscribe();
    const numbers = subjects.map((subject) => Number.parseInt(subject.split(".").at(-1) ?? "", 36));
    expect(new Set(numbers).size).toBe(20);
    // Numbers drawn from 2 to the power of 53 lie far apart.
    const steps = numbers.slice(1).map((number, index) => Math.abs(number - (numbers[index] ?? 0)));
    expect(Math.min(...steps)).toBeGreaterThan(1_000);
    expect(Math.max(...numbers)).toBeGreaterThan(2 ** 48);
  });

  test("the questions of a connection are one asker's, and those of another one another's", async () => {
    const askers: (string | undefined)[] = [];
    const close = other.subscribe("a.asked", ({ asker }) => void askers.push(asker));
    await other.flush();
    const second = await openNatsBus({ servers: [server.address], name: "second" });
    for (const bus of [one, one, second]) {
      bus.request("a.asked", bytes(""), 1_000, () => {});
    }
    one.publish("a.asked", bytes(""));
    await expect.poll(() => askers.length).toBe(4);
    close();
    await second.close();
    expect(new Set(askers).size).toBe(3);
    expect(askers.filter((asker) => asker === undefined)).toHaveLength(1);
  });

  test("what is published last arrives, although the bus is closed behind it", async () => {
    const leaving = await openNatsBus({ servers: [server.address], name: "leaving" });
    const heard: (string | undefined)[] = [];
    const end = other.subscribe("a.last", (message) => heard.push(text(message.bytes)));
    await other.flush();
    leaving.publish("a.last", bytes("flushed"));
    await leaving.flush();
    await expect.poll(() => heard).toEqual(["flushed"]);
    leaving.publish("a.last", bytes("closed"));
    await leaving.close();
    await expect.poll(() => heard).toEqual(["flushed", "closed"]);
    end();
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

  test("what is published while the server is away is counted, and so is each return", () => {
    expect(one.counts).toMatchObject({ dropped: 1, reconnects: 1, forbidden: 0, tooLarge: 0 });
  });

  test("a message beyond the server's limit is not sent, and told; the connection stays", async () => {
    const told: unknown[] = [];
    const end = other.onEvent((event) => told.push(event));
    other.publish("d", new Uint8Array(2 ** 20 + 1));
    await settled(other);
    expect(told).toEqual([{ kind: "too-large", subject: "d", bytes: 2 ** 20 + 1 }]);
    expect(other.status).toBe("connected");
    end();
  });

  test("nobody is answered on a subject that is no inbox: the question names it, the answer has this process's rights", async () => {
    const heard: string[] = [];
    const close = [
      one.subscribe("e.question", ({ respond }) => respond(bytes("answer"))),
      one.subscribe("$KV.dw1_leases.s00", ({ subject }) => heard.push(subject)),
    ];
    await settled(one);
    connectionOf(other).publish("e.question", bytes("?"), { reply: "$KV.dw1_leases.s00" });
    await settled(other);
    const answered: (string | undefined)[] = [];
    other.request("e.question", bytes("?"), 60_000, (answer) => answered.push(text(answer)));
    await expect.poll(() => answered).toEqual(["answer"]);
    expect(heard).toEqual([]);
    for (const end of close) {
      end();
    }
  });
});
