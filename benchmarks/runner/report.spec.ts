import { describe, expect, test } from "vitest";
import { atLeast, atMost, boundBy } from "../cases/goals.js";
import { geometricMean, measure, median } from "./measure.js";
import { benchmarkReport, caseReport, partReport, reportText } from "./report.js";

describe("measure", () => {
  test("takes the median of the passes, entrants in turn", () => {
    const order: string[] = [];
    const entrant = (name: string, times: readonly number[]) => {
      const left = [...times];
      const run = (): number => {
        order.push(name);
        return left.shift() ?? 1000;
      };
      return { name, operations: 100, run };
    };
    // The first time warms up and does not count.
    const rates = measure([entrant("a", [1000, 50, 100, 1000]), entrant("b", [1000, 10, 20, 10])], {
      passes: 3,
      minMs: 10,
    });
    expect(order).toEqual(["a", "b", "a", "b", "b", "a", "a", "b"]);
    expect(rates).toEqual(
      new Map([
        ["a", 1000],
        ["b", 10_000],
      ]),
    );
  });

  test("repeats what is too short to be measured", () => {
    let runs = 0;
    const run = (): number => {
      runs++;
      return 1;
    };
    expect(measure([{ name: "short", operations: 5, run }], { passes: 1, minMs: 10 })).toEqual(
      new Map([["short", 5000]]),
    );
    // Four times as long to warm up, then the pass.
    expect(runs).toBe(50);
  });

  test("median and geometric mean", () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
    expect(geometricMean([2, 8])).toBeCloseTo(4);
  });
});

describe("report", () => {
  const part = (name: string, ours: number, naive: number, ccxt: number) =>
    partReport(name, new Map(Object.entries({ ours, naive, ccxt })));
  const pipeline = caseReport("pipeline", "messages/s", [part("small", 100, 50, 25), part("large", 400, 8, 25)]);

  test("versions of the peers stand below a case", () => {
    expect(reportText([{ ...pipeline, versions: { ccxt: "4.5.84", zlib: "1.3" } }])).toMatch(
      /\n {2}against ccxt 4\.5\.84, zlib 1\.3$/,
    );
  });

  test("a goal says whether it is met, and one that is missed what bounds it", () => {
    const goals = [
      boundBy(atLeast("fast", 2, "times", 3), "nothing"),
      boundBy(atMost("short", 5, "ms", 9), "the disk"),
    ];
    expect(
      reportText([{ ...pipeline, goals }])
        .split("\n")
        .slice(-2),
    ).toEqual(["  met    fast: at least 2 times, got 3", "  MISSED short: at most 5 ms, got 9; bounded by the disk"]);
  });

  test("a case is the geometric mean of its parts", () => {
    expect(pipeline).toMatchObject({
      case: "pipeline",
      ours: 200,
      peers: { naive: 20, ccxt: 25 },
      ratios: { naive: 10, ccxt: 8 },
    });
    expect(pipeline.parts.map(({ ratios }) => ratios)).toEqual([
      { naive: 2, ccxt: 4 },
      { naive: 50, ccxt: 16 },
    ]);
  });

  test("with exactly one case its keys also stand at the top", () => {
    expect(benchmarkReport([pipeline])).toEqual({ ...pipeline, cases: [pipeline] });
    expect(Object.keys(benchmarkReport([pipeline, pipeline]))).toEqual(["cases"]);
  });

  test("people get a line a part and the mean", () => {
    const lines = reportText([pipeline]).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatch(/together +ours 200 +naive 20 \(10x\) +ccxt 25 \(8x\)/);
  });

  test("a part without ours is refused", () => {
    expect(() => partReport("x", new Map([["naive", 1]]))).toThrow("ours");
  });
});
