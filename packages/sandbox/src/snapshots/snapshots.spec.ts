import { describe, expect, it, onTestFinished } from "vitest";
import { open, operate, order, post } from "../spec-support/memory-venue.js";
import { paths } from "../spec-support/rest-door.js";
import { SnapshotError } from "./snapshot-error.js";
import { maxSnapshots } from "./venue-snapshots.js";

describe("snapshots", () => {
  it("are listed, replaced by name, and forgotten", () => {
    const venue = open({});
    venue.snapshots.take("one");
    venue.snapshots.take("two");
    venue.advance(1_000);
    const again = venue.snapshots.take("one");
    expect(venue.snapshots.list().map(({ name }) => name)).toEqual(["two", "one"]);
    expect(again).toEqual({ name: "one", atMs: venue.clock.epochMs(), ticks: 11, bytes: expect.any(Number) });
    venue.snapshots.remove("two");
    expect(venue.snapshots.list().map(({ name }) => name)).toEqual(["one"]);
  });

  it("are refused with a code that says why", () => {
    const venue = open({});
    const { snapshots } = venue;
    const code = (wanted: string, details: object): unknown => expect.objectContaining({ code: wanted, details });
    expect(() => snapshots.goBack("none")).toThrow(code("snapshot-unknown", { name: "none", known: "" }));
    snapshots.take("one");
    for (const act of [snapshots.goBack, snapshots.fork, snapshots.remove]) {
      expect(() => act("none")).toThrow(code("snapshot-unknown", { name: "none", known: "one" }));
      expect(() => act("none")).toThrow(SnapshotError);
    }
    expect(() => snapshots.take("../x")).toThrow(expect.objectContaining({ code: "value-invalid" }));
    for (let i = 1; i < maxSnapshots; i++) {
      snapshots.take(`more-${i}`);
    }
    expect(() => snapshots.take("too-many")).toThrow(code("snapshots-full", { what: "snapshots", max: maxSnapshots }));
    snapshots.take("one");
    expect(snapshots.list()).toHaveLength(maxSnapshots);
  });

  it("are not taken in the middle of what happens", () => {
    const venue = open({});
    const refused: unknown[] = [];
    venue.listen(() => {
      try {
        venue.snapshots.take("now");
      } catch (error) {
        refused.push(error instanceof SnapshotError ? error.details : error);
      }
    });
    venue.advance(100);
    expect(refused[0]).toEqual({ because: "telling" });
    expect(venue.snapshots.list()).toEqual([]);
  });

  it("are nothing for a market that somebody else makes", () => {
    const venue = open({ pairs: ["4BTC_USDT"], feed: { start: () => () => {} } });
    expect(() => venue.snapshots.take("one")).toThrow(expect.objectContaining({ details: { because: "feed" } }));
  });
});

describe("a scenario", () => {
  const steps = [
    { atMs: 100, do: "snapshot", name: "calm" },
    { atMs: 200, do: "halt", forMs: 5_000 },
    { atMs: 1_000, do: "go-back", name: "calm" },
  ];

  it("takes snapshots and goes back; what it has set lasts, and it goes on", async () => {
    const venue = open({ pairs: ["4BTC_USDT"], scenario: { steps } });
    await venue.elapse(999);
    const beforeMs = venue.clock.epochMs();
    await venue.elapse(2);
    expect(venue.clock.epochMs()).toBe(beforeMs - 898);
    expect(JSON.parse(await post(venue, paths.open, order()))).toMatchObject({ state: 2021 });
    await venue.elapse(4_300);
    expect(JSON.parse(await post(venue, paths.open, order()))).toMatchObject({ state: 0 });
    expect((await operate(venue, "GET", "scenario")).body).toMatchObject({ scenario: { begun: 3, state: "over" } });
  });

  it("leaves nothing of what it had set for a time in a snapshot, and ends when the operator goes back", async () => {
    const venue = open({ pairs: ["4BTC_USDT"], scenario: { steps: steps.slice(0, 2) } });
    await venue.elapse(300);
    venue.snapshots.take("halted");
    await venue.elapse(10);
    venue.snapshots.goBack("halted");
    expect((await operate(venue, "GET", "scenario")).body).toMatchObject({ scenario: { state: "stopped" } });
    expect(JSON.parse(await post(venue, paths.open, order()))).toMatchObject({ state: 0 });
    const fork = venue.snapshots.fork("halted");
    onTestFinished(() => fork.close());
    expect(JSON.parse(await post(fork, paths.open, order()))).toMatchObject({ state: 0 });
  });

  it("goes back only to what is there, or what it took before", async () => {
    const venue = open({ pairs: ["4BTC_USDT"] });
    const goBack = { steps: [{ atMs: 5, do: "go-back", name: "calm" }] };
    expect((await operate(venue, "POST", "scenario", goBack)).body).toMatchObject({
      error: { code: "value-invalid", msg: expect.stringContaining("steps[0].name") },
    });
    expect(() => open({ scenario: { steps: steps.toReversed().map((step, i) => ({ ...step, atMs: i })) } })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ option: "scenario.steps[0].name" }) }),
    );
    venue.snapshots.take("calm");
    expect((await operate(venue, "POST", "scenario", goBack)).status).toBe(200);
  });
});
