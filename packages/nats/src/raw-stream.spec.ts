import { emptyHeader, encodeMessage, type RelayHeader } from "@depthwire/relay/internal";
import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { jetstreamManager } from "@nats-io/jetstream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionOf } from "./connection-bus.js";
import type { NatsBus } from "./nats-bus.js";
import { openNatsBus } from "./open-bus.js";
import { keepRawFrames, readMissedFrames } from "./raw-stream.js";
import { rawStream } from "./raw-stream-name.js";

describe.skipIf(lacksNatsServer)("frames that JetStream keeps (skipped where nats-server is missing)", () => {
  const server = new SpecNatsServer();
  let bus: NatsBus;

  beforeAll(async () => {
    await server.start();
    bus = await openNatsBus({ servers: [server.address], name: "recorder" });
    await keepRawFrames(bus, { minutes: 10 });
  });
  afterAll(async () => {
    await bus.close();
    await server.remove();
  });

  const subjectOf = (pair: string) => `dw1.spec.raw.depth.${pair}`;

  function publish(pair: string, term: number, ...numbers: readonly number[]): void {
    for (const relaySeq of numbers) {
      const header: RelayHeader = { ...emptyHeader(), term, relaySeq };
      bus.publish(subjectOf(pair), encodeMessage(header, new TextEncoder().encode(`${term}/${relaySeq}`)));
    }
  }

  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => from + place);

  /** What a reader gets that had come so far. */
  async function missed(pair: string, term: number, relaySeq: number, readAtMs = Date.now()) {
    await bus.flush();
    const got: string[] = [];
    const position = { subject: subjectOf(pair), term, relaySeq, readAtMs };
    const end = await readMissedFrames(bus, position, (message, header) => {
      const text = new TextDecoder().decode(message);
      expect(text.endsWith(`${header.term}/${header.relaySeq}`)).toBe(true);
      got.push(`${header.term}/${header.relaySeq}`);
    });
    return { ...end, got };
  }

  test("a reader that was away gets what it missed, in order, more than a batch too", async () => {
    publish("A", 7, ...range(1, 1_300));
    publish("B", 7, 1, 2, 3);
    expect(await missed("A", 7, 40)).toEqual({
      messages: 1_260,
      gaps: 0,
      spoilt: 0,
      term: 7,
      relaySeq: 1_300,
      got: range(41, 1_300).map((number) => `7/${number}`),
    });
  });

  test("nothing was missed: nothing is read", async () => {
    publish("C", 7, 1, 2, 3);
    expect(await missed("C", 7, 3)).toMatchObject({ messages: 0, gaps: 0, relaySeq: 3 });
  });

  test("another owner begins at 1; what a former one says late is not heard", async () => {
    publish("D", 7, 1, 2, 3);
    publish("D", 9, 1, 2);
    publish("D", 7, 4);
    publish("D", 9, 3);
    expect(await missed("D", 7, 2)).toMatchObject({ gaps: 0, got: ["7/3", "9/1", "9/2", "9/3"] });
  });

  test("what is missing is counted, at its place: within, at the beginning, and where nothing is kept", async () => {
    publish("E", 7, 5, 6, 9);
    expect(await missed("E", 7, 4)).toMatchObject({ gaps: 1, got: ["7/5", "7/6", "7/9"] });
    expect(await missed("E", 7, 2)).toMatchObject({ gaps: 2, got: ["7/5", "7/6", "7/9"] });
    expect(await missed("nothing", 7, 2)).toMatchObject({ gaps: 1, messages: 0 });
  });

  test("what no owner published is counted and not believed, whatever the server was made to store", async () => {
    publish("G", 7, 1, 2, 3, 4);
    await bus.flush();
    const frame = (relaySeq: number, text: string) =>
      encodeMessage({ ...emptyHeader(), term: 7, relaySeq }, new TextEncoder().encode(text));
    // An answer of the server's, an old message once more as the newest, and another pair's where the next one belongs.
    bus.publish(subjectOf("G"), new TextEncoder().encode('{"type":"io.nats.jetstream.api.v1.stream_info_response"}'));
    bus.publish(subjectOf("G"), frame(5, "forged"));
    publish("G", 7, 5, 6);
    publish("G", 7, 2);
    expect(await missed("G", 7, 2)).toMatchObject({ gaps: 1, spoilt: 4, got: ["7/3", "7/4", "7/6"] });
    expect(await missed("G", 7, 6)).toMatchObject({ gaps: 0, spoilt: 4, got: [] });
  });

  test("a reader whose clock is an hour ahead misses nothing", async () => {
    publish("F", 7, 1, 2, 3);
    expect(await missed("F", 7, 1, Date.now() + 3_600_000)).toMatchObject({ gaps: 0, got: ["7/2", "7/3"] });
  });

  test("it is kept as long as was said last", async () => {
    await keepRawFrames(bus, { minutes: 3, maxBytes: 1_000_000 });
    const { config } = await (await jetstreamManager(connectionOf(bus))).streams.info(rawStream);
    expect(config).toMatchObject({ max_age: 3 * 60_000_000_000, max_bytes: 1_000_000, storage: "file" });
  });
});

describe.skipIf(lacksNatsServer)("a server with few readers for all (skipped where nats-server is missing)", () => {
  const account = "accounts { K { jetstream { max_consumers: 10 }, users: [{ user: k, password: k }] } }";
  const server = new SpecNatsServer(`${account}\nno_auth_user: k`);
  beforeAll(() => server.start());
  afterAll(() => server.remove());

  test("a reader of many channels takes its turns, and waits where others have taken what there is", async () => {
    const bus = await openNatsBus({ servers: [server.address], name: "recorder" });
    await keepRawFrames(bus, { minutes: 10, maxBytes: 10_000_000 });
    const channels = Array.from({ length: 40 }, (_, number) => `dw1.spec.raw.depth.P${number}`);
    for (const relaySeq of [1, 2, 3]) {
      for (const subject of channels) {
        bus.publish(subject, encodeMessage({ ...emptyHeader(), term: 7, relaySeq }, new Uint8Array(1)));
      }
    }
    await bus.flush();
    const { consumers } = await jetstreamManager(connectionOf(bus));
    const others = await Promise.all(
      Array.from({ length: 10 }, () => consumers.add(rawStream, { inactive_threshold: 60_000_000_000 })),
    );
    const reads = channels.map((subject) =>
      readMissedFrames(bus, { subject, term: 7, relaySeq: 1, readAtMs: Date.now() }, () => {}),
    );
    for (const { name } of others) {
      await consumers.delete(rawStream, name);
    }
    expect((await Promise.all(reads)).map(({ messages, gaps }) => [messages, gaps])).toEqual(
      channels.map(() => [2, 0]),
    );
    await bus.close();
  });
});

describe.skipIf(lacksNatsServer)("frames kept in memory (skipped where nats-server is missing)", () => {
  const room = "jetstream { max_memory_store: 67108864, max_file_store: 1073741824 }";
  const server = new SpecNatsServer(room, { fileKilobytes: 256 });
  const open = (name: string) => openNatsBus({ servers: [server.address], name });
  beforeAll(() => server.start());
  afterAll(() => server.remove());

  test("a full disk keeps no frame from whoever listens", async () => {
    const [owner, follower] = [await open("owner"), await open("follower")];
    // A stream in files would stop the owner's connection here: half of these frames are more than its disk takes.
    await keepRawFrames(owner, { minutes: 10, maxBytes: 33_554_432, storage: "memory" });
    const frames = 1_000;
    let heard = 0;
    follower.subscribe("dw1.spec.raw.>", () => heard++);
    await follower.flush();
    for (let sent = 0; sent < frames; sent++) {
      owner.publish("dw1.spec.raw.depth.A", new Uint8Array(1_000));
    }
    await owner.flush();
    await expect.poll(() => heard).toBe(frames);
    const { state } = await (await jetstreamManager(connectionOf(owner))).streams.info(rawStream);
    expect(state.messages).toBe(frames);
    await Promise.all([owner.close(), follower.close()]);
  });

  test("who keeps them elsewhere is told that those before are dropped", async () => {
    const owner = await open("owner");
    const keep = (storage: "file" | "memory") => keepRawFrames(owner, { minutes: 10, maxBytes: 1_000_000, storage });
    await keep("memory");
    expect([await keep("memory"), await keep("file"), await keep("file"), await keep("memory")]).toEqual([
      "kept",
      "replaced",
      "kept",
      "replaced",
    ]);
    await owner.close();
  });
});
