import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { AckPolicy } from "@nats-io/jetstream";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { keptMessages, keptReaders, keptSince, keptStream, newestKept } from "./kept-messages.js";
import type { NatsBus } from "./nats-bus.js";
import { openNatsBus } from "./open-bus.js";
import { keepRawFrames } from "./raw-stream.js";
import { rawStream } from "./raw-stream-name.js";

const text = (data: Uint8Array) => new TextDecoder().decode(data);
const subjectOf = (pair: string) => `dw1.spec.raw.depth.${pair}`;

describe.skipIf(lacksNatsServer)("what a server keeps (skipped where nats-server is missing)", () => {
  const account = "accounts { K { jetstream { max_consumers: 10 }, users: [{ user: k, password: k }] } }";
  const server = new SpecNatsServer(`${account}\nno_auth_user: k`);
  let bus: NatsBus;
  beforeAll(async () => {
    await server.start();
    bus = await openNatsBus({ servers: [server.address], name: "reader" });
    await keepRawFrames(bus, { minutes: 10, maxBytes: 10_000_000 });
  });
  afterAll(async () => {
    await bus.close();
    await server.remove();
  });

  /** Publishes words under a pair's subject; they are kept when this is done. */
  async function publish(pair: string, ...words: readonly string[]): Promise<void> {
    for (const word of words) {
      bus.publish(subjectOf(pair), new TextEncoder().encode(word));
    }
    await bus.flush();
    const manager = await keptStream(bus);
    await expect
      .poll(async () => (await newestKept(manager, subjectOf(pair)))?.data)
      .toEqual(new TextEncoder().encode(words.at(-1)));
  }

  async function read(pair: string, last: number, sinceMs?: number): Promise<readonly string[]> {
    const got: string[] = [];
    const manager = await keptStream(bus);
    for await (const message of keptMessages(bus, manager, { subject: subjectOf(pair), sinceMs, last })) {
      got.push(text(message.bytes));
      expect(Math.abs(message.storedAtMs - Date.now())).toBeLessThan(120_000);
    }
    expect((await manager.getAccountInfo()).consumers).toBe(0);
    return got;
  }

  test("is nothing at first: since when is never, and the newest is none", async () => {
    const manager = await keptStream(bus);
    expect(await keptSince(manager)).toBe(Number.POSITIVE_INFINITY);
    expect(await newestKept(manager, subjectOf("A"))).toBeUndefined();
  });

  test("is read up to the last that is wanted, of one subject alone, and no reader is left behind", async () => {
    await publish("A", "1", "2");
    await publish("B", "other");
    await publish("A", "3", "4");
    const manager = await keptStream(bus);
    const newest = await newestKept(manager, subjectOf("A"));
    expect(text(newest?.data ?? new Uint8Array())).toBe("4");
    const last = newest?.seq ?? 0;
    expect(await read("A", last)).toEqual(["1", "2", "3", "4"]);
    expect(await read("A", last - 1)).toEqual(["1", "2", "3"]);
    expect(await read("A", last - 1, Date.now() - 60_000)).toEqual(["1", "2", "3"]);
    expect(await keptSince(manager)).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  test("is read from a time on", async () => {
    await publish("C", "before");
    const manager = await keptStream(bus);
    const stored = (await manager.streams.getMessage(rawStream, { last_by_subj: subjectOf("C") }))?.time;
    await publish("C", "after");
    const last = (await newestKept(manager, subjectOf("C")))?.seq ?? 0;
    expect(await read("C", last, (stored?.getTime() ?? 0) + 1)).not.toContain("before");
  });

  test("a reader that stops in the middle is gone from the server too", async () => {
    await publish("D", "1", "2", "3");
    const manager = await keptStream(bus);
    const last = (await newestKept(manager, subjectOf("D")))?.seq ?? 0;
    for await (const { bytes } of keptMessages(bus, manager, { subject: subjectOf("D"), sinceMs: undefined, last })) {
      expect(text(bytes)).toBe("1");
      expect(await keptReaders(bus)).toEqual({ readers: 1, maxReaders: 10 });
      break;
    }
    expect(await keptReaders(bus)).toEqual({ readers: 0, maxReaders: 10 });
  });

  test("a reader that cannot be made for another reason than too many says so at once", async () => {
    const manager = await keptStream(bus);
    const add = manager.consumers.add.bind(manager.consumers);
    let tries = 0;
    manager.consumers.add = (stream, config) => {
      tries += 1;
      return add(`${stream}-absent`, { ...config, ack_policy: AckPolicy.None });
    };
    const range = { subject: subjectOf("A"), sinceMs: undefined, last: 1 };
    await expect(keptMessages(bus, manager, range).next()).rejects.toThrow(/stream not found/);
    expect(tries).toBe(1);
  });
});

describe.skipIf(lacksNatsServer)("readers of a server (skipped where nats-server is missing)", () => {
  test("may be as many as anybody wants where it says nothing", async () => {
    const server = new SpecNatsServer();
    await server.start();
    onTestFinished(() => server.remove());
    const bus = await openNatsBus({ servers: [server.address], name: "reader" });
    expect(await keptReaders(bus)).toEqual({ readers: 0, maxReaders: undefined });
    await bus.close();
    expect(await keptReaders(bus)).toBeUndefined();
  });
});
