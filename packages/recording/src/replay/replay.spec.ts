import { Credential } from "@depthwire/core";
import { fakeClock } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { specWires } from "../../../stream/src/spec-kit/wire.spec-kit.js";
import { MemoryStore } from "./memory-store.spec-kit.js";
import { pairs, RecordedVenue, realTimer, type ToldView, told } from "./recorded-venue.spec-kit.js";
import { replay } from "./replay.js";

describe.each(specWires.slice(0, 3))("a replay over %s", (_what, wire) => {
  let venue: RecordedVenue;

  beforeEach(async () => {
    venue = new RecordedVenue(wire);
    await venue.startLive("run-1");
  });

  afterEach(() => venue.close());

  test("gives the views of venue.live, at any moment of it", async () => {
    const moments = new Map<number, ToldView[]>();
    for (let moment = 0; moment < 40; moment++) {
      await venue.chatter(70);
      await venue.clock.advanceAndSettle(1);
      moments.set(venue.clock.epochMs(), venue.liveViews());
      await venue.clock.advanceAndSettle(1);
    }
    await venue.recording.close();
    expect(venue.store.segments.length).toBeGreaterThanOrEqual(3);
    const player = await replay(venue.store);
    const engine = venue.replayEngine(player);
    const replayed = pairs.map((pair) => engine.book(pair));
    for (const [until, wanted] of moments) {
      expect(await player.run({ until })).toBe("until");
      expect(replayed.map(({ latest }) => told(latest))).toEqual(wanted);
    }
    expect(await player.run()).toBe("ended");
    const { applied, gaps, snapshots } = engine.statistics();
    const wanted = venue.live.statistics();
    expect({ applied, gaps, snapshots }).toEqual({ applied: wanted.applied, gaps: 0, snapshots: wanted.snapshots });
  });

  test("from any time begins with the checkpoint and ends like live", async () => {
    await venue.chatter(3_000);
    const wanted = venue.liveViews();
    await venue.recording.close();
    for (const from of [1_200, 2_300, 2_999].map((ms) => venue.clock.epochMs() - 3_000 + ms)) {
      const player = await replay(venue.store, { from });
      const engine = venue.replayEngine(player);
      const replayed = pairs.map((pair) => engine.book(pair));
      const began = player.ports.clock.epochMs();
      expect(from - began).toBeLessThan(1_100);
      expect(await player.run()).toBe("ended");
      expect(replayed.map(({ latest }) => told(latest))).toEqual(wanted);
      expect(engine.statistics()).toMatchObject({ gaps: 0, snapshots: pairs.length });
    }
  });

  test("goes through gaps and lost connections with the books of live", async () => {
    await venue.chatter(300);
    venue.update(pairs[0], 2);
    await venue.clock.advanceAndSettle(500);
    expect(venue.books[0]?.latest.status).toBe("gapped");
    venue.snapshot(pairs[0], 500);
    await venue.chatter(300);
    venue.socketOf(pairs[1]).end();
    await venue.clock.advanceAndSettle(6_000);
    expect(venue.books[1]?.latest.status).toBe("stale");
    venue.network.last.open();
    await venue.clock.advanceAndSettle(1);
    venue.snapshot(pairs[0], 900);
    venue.snapshot(pairs[1], 900);
    await venue.chatter(300);
    expect(venue.books.map(({ latest }) => latest.status)).toEqual(["live", "live", "live"]);
    const wanted = venue.liveViews();
    await venue.recording.close();
    const player = await replay(venue.store);
    const engine = venue.replayEngine(player);
    const replayed = pairs.map((pair) => engine.book(pair));
    await player.run();
    expect(replayed.map(({ latest }) => told(latest))).toEqual(wanted);
    expect(engine.statistics()).toMatchObject({ gaps: 1, connectionsLost: 1, reconnects: 1 });
  });

  test("of some of the pairs, on other connections than then, gives their views", async () => {
    await venue.chatter(1_500);
    const wanted = venue.liveViews();
    await venue.recording.close();
    const player = await replay(venue.store);
    const engine = venue.replayEngine(player);
    const replayed = [pairs[2], pairs[1]].map((pair) => engine.book(pair));
    await player.run();
    expect(replayed.map(({ latest }) => told(latest))).toEqual([wanted[2], wanted[1]]);
  });

  test("goes on where the next run of the recording program began", async () => {
    await venue.chatter(200);
    venue.recording.flush();
    await venue.live.close();
    // Killed: the recording was not closed, and its last entry is torn.
    venue.store = venue.store.copy();
    const name = venue.store.segments.at(-1) ?? "";
    await venue.store.truncate(name, venue.store.bytesOf(name).length - 3);
    await venue.clock.advanceAndSettle(10_000);
    await venue.startLive("run-2");
    await venue.chatter(200);
    const wanted = venue.liveViews();
    await venue.recording.close();
    const player = await replay(venue.store);
    const engine = venue.replayEngine(player);
    const replayed = pairs.map((pair) => engine.book(pair));
    await player.run();
    expect(replayed.map(({ latest }) => told(latest))).toEqual(wanted);
  });

  test("shows a loop every state, however slow it is", async () => {
    await venue.chatter(700);
    await venue.recording.close();
    const player = await replay(venue.store);
    const engine = venue.replayEngine(player);
    const seen: number[] = [];
    const deals: string[] = [];
    void (async () => {
      for await (const { status, seq } of engine.book(pairs[0])) {
        if (status === "live") {
          // As a store or a network would take its time.
          await new Promise((resolve) => setImmediate(resolve));
          seen.push(seq);
        }
      }
    })();
    void (async () => {
      for await (const { kind } of engine.deals(pairs[0])) {
        deals.push(kind);
      }
    })();
    await player.run();
    const last = venue.seqs.get(pairs[0]) ?? 0;
    expect(seen).toEqual(Array.from({ length: last - 99 }, (_, index) => 100 + index));
    expect(seen.length).toBeGreaterThan(30);
  });

  test("passes states over where that was asked for, and counts them", async () => {
    await venue.chatter(700);
    await venue.recording.close();
    const player = await replay(venue.store);
    const engine = venue.replayEngine(player);
    const seen: number[] = [];
    void (async () => {
      for await (const { status, seq } of engine.book(pairs[0])) {
        if (status === "live") {
          seen.push(seq);
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    })();
    expect(await player.run({ conflate: true })).toBe("ended");
    await expect.poll(() => seen.at(-1)).toBe(venue.seqs.get(pairs[0]));
    const states = (venue.seqs.get(pairs[0]) ?? 0) - 99;
    expect(seen.length).toBeLessThan(states);
    expect(engine.statistics().viewsConflated).toBeGreaterThanOrEqual(states - seen.length);
  });

  test("lets a loop wait for the replay's own clock", async () => {
    await venue.chatter(200);
    await venue.recording.close();
    const player = await replay(venue.store);
    const { clock } = player.ports;
    let turns = 0;
    void (async () => {
      for await (const _ of venue.replayEngine(player).book(pairs[0])) {
        turns++;
        await new Promise<void>((resolve) => clock.after(50, resolve));
      }
    })();
    const real = { ...venue.clock, monotonicMs: () => performance.now(), after: realTimer };
    expect(await player.run({ clock: real })).toBe("ended");
    expect(turns).toBeGreaterThan(8);
  });

  test("names a loop that never comes back, and goes on when it does", async () => {
    await venue.chatter(200);
    await venue.recording.close();
    const player = await replay(venue.store);
    const engine = venue.replayEngine(player);
    let release = (): void => {};
    let seen = 0;
    void (async () => {
      for await (const { status } of engine.book(pairs[0])) {
        seen += status === "live" ? 1 : 0;
        if (seen === 3) {
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        }
      }
    })();
    const real = { ...venue.clock, monotonicMs: () => performance.now(), after: realTimer };
    await expect(player.run({ clock: real, patienceMs: 500 })).rejects.toMatchObject({
      code: "replay-stalled",
      details: { loop: `book ${pairs[0]}`, waitedMs: 500 },
    });
    release();
    expect(await player.run({ clock: real })).toBe("ended");
    expect(seen).toBe((venue.seqs.get(pairs[0]) ?? 0) - 99);
  });

  test("pauses for its signal while it waits for a loop", async () => {
    await venue.chatter(200);
    await venue.recording.close();
    const player = await replay(venue.store);
    const abort = new AbortController();
    void (async () => {
      for await (const _ of venue.replayEngine(player).book(pairs[0])) {
        await new Promise(() => {});
      }
    })();
    setTimeout(() => abort.abort(), 5);
    expect(await player.run({ signal: abort.signal })).toBe("aborted");
  });

  test("refuses to wait for loops of which it is not told", async () => {
    await venue.chatter(50);
    await venue.recording.close();
    const player = await replay(venue.store);
    const { loops: _loops, ...ports } = player.ports;
    const engine = venue.replayEngine({ ...player, ports: ports as never });
    engine.book(pairs[0]);
    await expect(player.run()).rejects.toMatchObject({ code: "option-invalid", details: { option: "conflate" } });
    expect(await player.run({ conflate: true })).toBe("ended");
  });

  test("keeps to its speed, and pauses when it is told to", async () => {
    await venue.chatter(1_000);
    await venue.recording.close();
    const player = await replay(venue.store);
    const real = fakeClock();
    const abort = new AbortController();
    const run = player.run({ speed: 10, clock: real, signal: abort.signal });
    await real.advanceAndSettle(0);
    for (let elapsed = 0; elapsed < 50; elapsed++) {
      await real.advanceAndSettle(1);
    }
    const { clock: replayed } = player.ports;
    expect(replayed.monotonicMs()).toBeGreaterThan(480);
    expect(replayed.monotonicMs()).toBeLessThanOrEqual(500);
    abort.abort();
    expect(await run).toBe("aborted");
    expect(real.pending()).toBe(0);
    expect(await player.run()).toBe("ended");
  });

  test("ends at damage with its place, after all that came before", async () => {
    await venue.chatter(500);
    await venue.recording.close();
    const name = venue.store.segments[0] ?? "";
    const bytes = venue.store.bytesOf(name);
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] as number) ^ 4;
    const player = await replay(venue.store);
    const book = venue.replayEngine(player).book(pairs[0]);
    await expect(player.run()).rejects.toMatchObject({ code: "recording-corrupt", details: { file: name } });
    expect(book.latest.status).toBe("live");
    expect(book.latest.seq).toBeGreaterThan(105);
  });

  test("refuses a speed without a venue.clock, and no speed at all", async () => {
    await venue.recording.close();
    const player = await replay(venue.store);
    const wrong = (option: string) => ({ code: "option-invalid", details: { option } });
    await expect(player.run({ speed: 1 })).rejects.toMatchObject(wrong("clock"));
    await expect(player.run({ speed: 0, clock: venue.clock })).rejects.toMatchObject(wrong("speed"));
  });

  test("of nothing is refused: somebody named the wrong place", async () => {
    await expect(replay(new MemoryStore())).rejects.toMatchObject({
      code: "recording-absent",
      details: { found: "no segment" },
    });
    await venue.recording.close();
  });

  test("logs in where live did, with whatever credential", async () => {
    const credential = (apiKey: string) => new Credential({ apiKey, apiSecret: "none-of-anybody" });
    const session = venue.live.login(credential("live-key"));
    venue.network.last.open();
    await venue.clock.advanceAndSettle(30);
    venue.network.last.bytes(wire.loginAcknowledged());
    expect(session.status.phase).toBe("live");
    const acknowledgedAtMs = venue.clock.epochMs();
    await venue.chatter(50);
    await venue.recording.close();
    const player = await replay(venue.store);
    const replayed = venue.replayEngine(player).login(credential("another-key"));
    await player.run({ until: acknowledgedAtMs - 1 });
    expect(replayed.status.phase).toBe("logging-in");
    await player.run();
    expect(replayed.status.phase).toBe("live");
  });
});
