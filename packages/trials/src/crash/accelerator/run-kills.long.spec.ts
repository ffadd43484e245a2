import { describe, expect, it } from "vitest";
import { judge } from "./judge.js";
import { Notes } from "./notes.js";
import { runAcceleratorKills } from "./run-kills.js";

/** More of them: `ACCELERATOR_KILLS=200`. */
const kills = Number(process.env["ACCELERATOR_KILLS"] ?? 2);
const maxMsEach = 60_000;
const quiet = (): void => {};
const nothing = { sentTwice: 0, forgotten: 0, eventsLost: 0, repeatsUnmarked: 0 };

describe("accelerators that are killed amid orders", () => {
  it(
    "send nothing twice, forget nothing that they answered, and lose no event",
    async () => {
      const { summary, failures } = await runAcceleratorKills({ kills, seed: 3, lanes: 1, store: "kept" }, quiet);
      // Whether a few kills met a trade or a repetition is chance.
      expect(failures.filter((failure) => !failure.startsWith("nothing was placed"))).toEqual([]);
      expect(summary).toMatchObject({ kills, ...nothing });
      expect(summary["orders"]).toBeGreaterThan(0);
    },
    (kills + 1) * maxMsEach,
  );

  it("are found out where they keep nothing", async () => {
    const { summary, failures } = await runAcceleratorKills({ kills: 1, seed: 3, lanes: 1, store: "none" }, quiet);
    expect(summary["eventsLost"]).toBeGreaterThan(0);
    expect(failures).not.toEqual([]);
  }, 120_000);
});

describe("the judge", () => {
  const truth = [{ orderId: "1", price: "30000.10", fillIds: ["7"] }];
  const placed = { kind: "placed", orderId: "1" } as const;
  const order = { order: { orderId: "1", status: "filled" } };
  const fill = { orderId: "1", fillId: "7" };

  /** What client and reader noted: all is well but for the changes. */
  function notesOf(end: Notes["orders"][number]["end"], events: readonly (readonly [string, string, object])[]): Notes {
    const notes = new Notes();
    notes.orders.push({ key: "order-1", body: "{}", price: "30000.1", end });
    for (const [id, kind, data] of events) {
      notes.events.set(id, { id, kind, text: JSON.stringify(data) });
    }
    return notes;
  }

  const right = [
    ["a-1", "order", order],
    ["a-2", "fill", fill],
  ] as const;

  const count = (notes: Notes, orders = truth): Record<string, number> =>
    Object.fromEntries(Object.entries(judge(notes, orders)).map(([kind, found]) => [kind, found.length]));

  it("finds nothing where all is well", () => {
    expect(count(notesOf(placed, right))).toEqual(nothing);
  });

  it("finds an order that is there twice, not at all, against its answer, or without one", () => {
    const notes = notesOf(placed, right);
    expect(count(notes, [...truth, { orderId: "2", price: "30000.1", fillIds: [] }])).toMatchObject({ sentTwice: 1 });
    expect(count(notes, [])).toMatchObject({ forgotten: 1 });
    expect(count(notesOf({ kind: "refused", text: "422" }, right))).toMatchObject({ forgotten: 1 });
    expect(count(notesOf({ kind: "unknown", text: "504" }, right))).toMatchObject({ forgotten: 1 });
    expect(count(notesOf(undefined, right))).toMatchObject({ forgotten: 1 });
  });

  it("finds events that never came, and those that came again under another id", () => {
    expect(count(notesOf(placed, []))).toMatchObject({ eventsLost: 2 });
    expect(count(notesOf(placed, [...right, ["a-3", "fill", fill]]))).toMatchObject({ repeatsUnmarked: 1 });
    expect(count(notesOf(placed, [...right, ["a-3", "order", order]]))).toMatchObject({ repeatsUnmarked: 1 });
  });
});
