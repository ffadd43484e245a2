import { emptyHeader, encodeMessage } from "@depthwire/relay/internal";
import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFramesBehind } from "./frames-behind.js";
import type { NatsBus } from "./nats-bus.js";
import { openNatsBus } from "./open-bus.js";
import { keepRawFrames } from "./raw-stream.js";

describe.skipIf(lacksNatsServer)("frames behind a recording (skipped where nats-server is missing)", () => {
  const server = new SpecNatsServer();
  let bus: NatsBus;
  beforeAll(async () => {
    await server.start();
    bus = await openNatsBus({ servers: [server.address], name: "recorder" });
    await keepRawFrames(bus, { minutes: 10 });
    publish("other", 3, 1, "x");
  });
  afterAll(async () => {
    await bus.close();
    await server.remove();
  });

  const subjectOf = (pair: string) => `dw1.spec.raw.depth.${pair}`;
  const bytes = (text: string) => new TextEncoder().encode(text);

  /** Letters become frames, from a number on. */
  function publish(pair: string, term: number, from: number, letters: string): void {
    for (const [place, letter] of [...letters].entries()) {
      bus.publish(subjectOf(pair), encodeMessage({ ...emptyHeader(), term, relaySeq: from + place }, bytes(letter)));
    }
  }

  /** A moment behind all that was published so far. Nothing else is published in its millisecond. */
  async function now(): Promise<number> {
    await bus.flush();
    const moment = Date.now() + 1;
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(moment);
    return moment;
  }

  const hourMs = 3_600_000;

  /** What is behind a recording that ends with these frames: the position, and the letters. All clocks here are one. */
  async function behind(pair: string, letters: string, recordedAtMs = Date.now()) {
    await bus.flush();
    const frames = [...letters].map(bytes);
    const found = await readFramesBehind(bus, { subject: subjectOf(pair), frames, recordedAtMs }, 0);
    if (found === undefined || found === "nothing") {
      return found;
    }
    const missed = found.missed.map(({ frame }) => new TextDecoder().decode(frame)).join("");
    return `${found.header.term}/${found.header.relaySeq} ${missed}`;
  }

  test("are those behind the last frame, however wrong the recorder's clock is", async () => {
    publish("A", 7, 1, "abcde");
    expect(await behind("A", "bc")).toBe("7/3 de");
    expect(await behind("A", "e")).toBe("7/5 ");
    expect(await behind("A", "bc", Date.now() + hourMs)).toBe("7/3 de");
    expect(await behind("A", "bc", Date.now() - hourMs)).toBe("7/3 de");
  });

  test("of equal frames the one is meant that the same ones stand before; what was no message stands before all", async () => {
    publish("B", 7, 1, "abxcbxd");
    expect(await behind("B", "ab")).toBe("7/2 xcbxd");
    expect(await behind("B", "xcb")).toBe("7/5 xd");
    expect(await behind("B", "!cb")).toBe("7/5 xd");
  });

  test("are all that are kept where the last one is kept no longer, the stream goes back to it, and all was stored behind it", async () => {
    const recordedAtMs = await now();
    publish("C", 7, 40, "abc");
    expect(await behind("C", "z", recordedAtMs)).toBe("7/39 abc");
  });

  test("are not known where the stream does not go back to the last one, whatever was recorded of other channels since", async () => {
    publish("C", 7, 43, "d");
    expect(await behind("C", "z", Date.now() - hourMs)).toBeUndefined();
    expect(await behind("D", "z", Date.now() - hourMs)).toBeUndefined();
  });

  test("are not known where the last one was an owner's answer, and some were published before it", async () => {
    publish("F", 7, 40, "abc");
    const recordedAtMs = await now();
    publish("F", 7, 43, "de");
    expect(await behind("F", "z", recordedAtMs)).toBeUndefined();
  });

  test("are not believed where two differ under one number, nor what is no message, and a repetition counts once", async () => {
    publish("H", 7, 1, "abc");
    bus.publish(subjectOf("H"), bytes("{}"));
    publish("H", 7, 4, "!");
    publish("H", 7, 4, "def");
    publish("H", 7, 1, "a");
    expect(await behind("H", "ab")).toBe("7/2 cef");
    const read = { subject: subjectOf("H"), frames: [bytes("c")], recordedAtMs: Date.now() };
    const found = await readFramesBehind(bus, read, 0);
    expect(found).toMatchObject({ spoilt: 4, missed: [{ header: { relaySeq: 5 } }, { header: { relaySeq: 6 } }] });
  });

  test("are nothing where none is kept, and not known where another owner began, or none could be read", async () => {
    const recordedAtMs = await now();
    expect(await behind("D", "z", recordedAtMs)).toBe("nothing");
    publish("E", 7, 1, "abc");
    expect(await behind("E", "z", recordedAtMs)).toBeUndefined();
    bus.publish(subjectOf("G"), Uint8Array.of(0));
    expect(await behind("G", "z", recordedAtMs)).toBeUndefined();
  });
});
