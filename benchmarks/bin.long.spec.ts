import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { lacksNatsServer } from "@depthwire/testkit/servers";
import { describe, expect, test } from "vitest";

/** The built program: `npm test` builds first. */
function bench(...args: string[]) {
  const file = fileURLToPath(new URL("./dist/bin.js", import.meta.url));
  return spawnSync(process.execPath, [file, ...args], { encoding: "utf8" });
}

describe("bench", () => {
  test("the last line is the report as one JSON object", () => {
    const { status, stdout } = bench("--case", "signing", "--passes", "1", "--json");
    expect(status).toBe(0);
    const report = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    expect(report).toMatchObject({ case: "signing", unit: "signatures/s" });
    expect(report.cases).toHaveLength(1);
    expect(report.ratios["node:crypto"]).toBeCloseTo(report.ours / report.peers["node:crypto"], 1);
  });

  test("every case without foreign contestants can be measured, and says what it reached", () => {
    const { status, stdout } = bench(
      "--case",
      "threads,sockets,latency,tick-to-order,books,scale,replay",
      "--short",
      "--passes",
      "1",
      "--json",
    );
    expect(status).toBe(0);
    const { cases } = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as {
      cases: { goals: { id: string; got?: number }[] }[];
    };
    const goals = cases.flatMap((one) => one.goals);
    expect(goals.map(({ id }) => id.replace(/-.*/, ""))).toEqual(
      expect.arrayContaining(["threads", "sockets", "latency", "tick", "books", "scale", "replay"]),
    );
    expect(goals.filter(({ got }) => typeof got !== "number")).toEqual([]);
  }, 240_000);

  test.skipIf(lacksNatsServer)(
    "the case relay can be measured (skipped where nats-server is missing)",
    () => {
      const { status, stdout, stderr } = bench("--case", "relay", "--short", "--passes", "1", "--json");
      expect([status, stderr]).toEqual([0, expect.stringContaining("joined late: done")]);
      const { goals } = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as {
        goals: { id: string; got?: number }[];
      };
      expect(goals).toHaveLength(6);
      expect(goals).toContainEqual(expect.objectContaining({ id: "relay-lost", got: 0 }));
    },
    240_000,
  );

  test("instructions are not counted where there is no valgrind, and the report says so", () => {
    const file = fileURLToPath(new URL("./dist/bin.js", import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [file, "--counts", "--json"], {
      encoding: "utf8",
      env: { PATH: "" },
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")).toEqual({
      instructionsPerMessage: {},
      notes: ["nothing was counted: valgrind is not installed"],
    });
  });

  test("where there is no valgrind the gate goes by ratios, and says so", () => {
    const file = fileURLToPath(new URL("./dist/bin.js", import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, "--gate", "--json"], {
      encoding: "utf8",
      env: { PATH: "" },
    });
    const report = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as { passed: boolean; notes: string[] };
    expect(report).toMatchObject({ method: "ratios" });
    expect(report.notes).toEqual([expect.stringContaining("valgrind is not installed")]);
    // A busy machine may well miss a ratio: what counts is that the exit code says so.
    expect([status, stderr.includes("bench: a message costs more")]).toEqual(report.passed ? [0, false] : [1, true]);
  }, 240_000);

  test.each([
    [["--case", "pipelin"], 'bench: there is no case "pipelin"; there are: pipeline, foreign, snapshots'],
    [["--passes", "0"], "a whole number from 1 on"],
    [["--messages", "many"], "a whole number from 1 on"],
    [["--fast"], "unknown option"],
  ])("%j is refused with exit code 2", (args, message) => {
    const { status, stdout, stderr } = bench(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});
