import { describe, expect, it } from "vitest";
import { type EventHistory, EventLog, type LoggedEvent, rememberedFills } from "./event-log.js";

const event = (n: number, kind = "order"): LoggedEvent => ({ n, kind, text: String(n) });
const numbers = (events: readonly LoggedEvent[]): number[] => events.map(({ n }) => n);
const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function filled(count: number, size: number): EventLog {
  const log = new EventLog("run-a", size);
  for (const n of upTo(count)) {
    log.append("order", { n });
  }
  return log;
}

describe("a window of events", () => {
  it("is read behind any number, a page at a time, and says how many are gone before it", async () => {
    const log = filled(5, 10);
    expect([log.last, log.oldest]).toEqual([5, 1]);
    const page = await log.after(2, 2);
    expect(page).toEqual({
      events: [event(3), event(4)].map((one) => ({ ...one, text: `{"n":${one.n}}` })),
      dropped: 0,
    });
    expect(await log.after(5, 2)).toEqual({ events: [], dropped: 0 });
    const long = filled(7, 3);
    // It is halved when twice its size has come together.
    expect([long.last, long.oldest]).toEqual([7, 5]);
    const behind = await long.after(1, 10);
    expect([numbers(behind.events), behind.dropped]).toEqual([[5, 6, 7], 3]);
    expect(await long.after(4, 1)).toMatchObject({ events: [{ n: 5 }], dropped: 0 });
  });

  it("is resumed behind an id of its own run, and of anything else nobody knows how much was missed", () => {
    const log = filled(7, 3);
    expect(log.idOf(6)).toBe("run-a-6");
    expect(log.resume(log.idOf(6))).toEqual({ after: 6, missed: undefined });
    expect(log.resume(log.idOf(0))).toEqual({ after: 0, missed: undefined });
    for (const none of [undefined, ""]) {
      expect(log.resume(none)).toEqual({ after: 7, missed: undefined });
    }
    for (const other of ["run-b-6", "run-a-8", "run-a--1", "run-a-1.5", "run-a-x", "6", "run-a-"]) {
      const { after, missed } = log.resume(other);
      expect([other, after, missed]).toEqual([
        other,
        other === "run-a-" ? 0 : 4,
        other === "run-a-" ? undefined : { dropped: undefined },
      ]);
    }
  });

  it("wakes once who waits, and makes one item of each event", () => {
    const log = filled(1, 3);
    const woken: string[] = [];
    log.onNext(() => woken.push("one"));
    log.onNext(() => woken.push("gone"))();
    log.append("fill", {});
    log.append("fill", {});
    expect(woken).toEqual(["one"]);
    const [first] = log.latestFills(1);
    expect(log.itemOf(first as LoggedEvent)).toEqual({ id: "run-a-3", kind: "fill", text: "{}" });
    expect(log.itemOf(first as LoggedEvent)).toBe(log.itemOf(first as LoggedEvent));
  });

  it("keeps trades longer than the rest, the newest first, and not without end", () => {
    const log = new EventLog("run-a", 1);
    for (const n of upTo(rememberedFills + 5)) {
      log.append("fill", { n });
      log.append("order", {});
    }
    const fills = log.latestFills(rememberedFills + 100);
    expect(fills).toHaveLength(rememberedFills);
    expect([fills[0]?.text, fills.at(-1)?.text]).toEqual([`{"n":${rememberedFills + 5}}`, '{"n":6}']);
    expect(log.latestFills(2)).toHaveLength(2);
  });
});

describe("with a history", () => {
  function kept(own: Partial<EventHistory> = {}) {
    const asked: [n: number, max: number][] = [];
    const history: EventHistory = {
      run: "kept-run",
      found: [event(8), event(9)],
      foundFills: [event(2, "fill")],
      oldest: 3,
      keep: () => Promise.resolve(),
      after: (n, max) => {
        asked.push([n, max]);
        return Promise.resolve(
          upTo(9, n + 1)
            .slice(0, max)
            .map((one) => event(one)),
        );
      },
      ...own,
    };
    return { log: new EventLog(history, 10), asked };
  }

  it("it goes on with what was found, under the same run, and reads on what is older", async () => {
    const { log, asked } = kept();
    expect([log.last, log.oldest, log.idOf(9), numbers(log.latestFills(5))]).toEqual([9, 8, "kept-run-9", [2]]);
    expect(await log.after(4, 3)).toMatchObject({ events: [{ n: 5 }, { n: 6 }, { n: 7 }], dropped: 0 });
    expect(asked).toEqual([[4, 3]]);
    expect(await log.after(7, 3)).toMatchObject({ events: [{ n: 8 }, { n: 9 }], dropped: 0 });
    expect(asked).toHaveLength(1);
    const { log: short, asked: never } = kept({ oldest: 8 });
    expect(await short.after(4, 3)).toMatchObject({ events: [{ n: 8 }, { n: 9 }], dropped: 3 });
    expect(never).toEqual([]);
  });

  it("what is missing in it is counted, what is behind a hole waits, and what cannot be read is gone", async () => {
    const { log } = kept({ after: () => Promise.resolve([event(6), event(7), event(9)]) });
    const page = await log.after(3, 10);
    expect([numbers(page.events), page.dropped]).toEqual([[6, 7], 2]);
    const { log: later } = kept({ after: () => Promise.resolve([event(9), event(10)]) });
    expect(numbers((await later.after(3, 10)).events)).toEqual([9]);
    const { log: broken } = kept({ after: () => Promise.reject(new Error("no disk")) });
    expect(await broken.after(3, 10)).toEqual({ events: [], dropped: 4 });
  });

  it("nobody is told of what is not kept", async () => {
    let keep = (): void => undefined;
    const beside: unknown[] = [];
    const { log } = kept({
      keep: (_, changes) => {
        beside.push(changes);
        return new Promise((resolve) => {
          keep = resolve;
        });
      },
    });
    log.append("order", {}, ["mark" as never]);
    expect(log.last).toBe(9);
    keep();
    await Promise.resolve();
    expect([log.last, beside]).toEqual([10, [["mark"]]]);
    const { log: broken } = kept({ keep: () => Promise.reject(new Error("no disk")) });
    broken.append("order", {});
    await Promise.resolve();
    await Promise.resolve();
    expect(broken.last).toBe(9);
  });
});
