import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { jobs } from "./jobs.js";
import { runConformance } from "./main.js";
import { bookRules } from "./rules.js";
import type { ScoreCard } from "./score-card.js";

const clients = fileURLToPath(new URL("../clients/", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

async function run(
  ...argv: readonly string[]
): Promise<{ readonly exitCode: number; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const exitCode = await runConformance(argv, (line) => lines.push(line));
  return { exitCode, lines };
}

async function scoreOf(
  client: string,
  ...faults: readonly string[]
): Promise<ScoreCard & { readonly exitCode: number }> {
  const named = faults.flatMap((fault) => ["--fault", fault]);
  const { exitCode, lines } = await run("--client", client, "--together", "12", "--json", ...named);
  return { exitCode, ...(JSON.parse(lines.at(-1) ?? "") as ScoreCard) };
}

/** Faults that harm everybody who believes what comes; each is quick. */
const few = ["lost", "crossed", "zero-quantity", "other-pair", "order-503-after", "fills-doubled"] as const;

describe("clients", () => {
  it("finds nothing wrong with a client over this project's own packages", async () => {
    const card = await scoreOf(`node "${clients}depthwire.mjs"`, "nothing", "cut", "restarted", ...few);
    expect(card).toMatchObject({ exitCode: 0, score: 100, failed: [] });
    expect(card.compared).toBeGreaterThan(50);
  });

  it("finds the same faults with a client that believes everything", async () => {
    const card = await scoreOf(`node "${clients}plain.mjs"`, "nothing", ...few);
    expect(card).toMatchObject({ exitCode: 1, passed: 1, cases: few.length + 1 });
    expect(card.failed.map(({ fault }) => fault).toSorted()).toEqual([...few].toSorted());
    expect(Object.keys(card.findings).toSorted()).toEqual(["fill-doubled", "order-denied", "wrong-book"].toSorted());
  });

  it("sees an order that is sent again", async () => {
    const card = await scoreOf(`node "${clients}diligent.mjs"`, "lost", "restarted", "order-503-after");
    expect(card.failed).toEqual([
      { task: "orders", fault: "order-503-after", what: [expect.stringMatching(/^order-doubled: .* placed 2 times$/)] },
    ]);
  });

  it.skipIf(!hasPython && process.env["CI"] === undefined)(
    "takes a client in Python (skipped where python3 is missing)",
    async () => {
      const card = await scoreOf(`python3 "${clients}plain.py"`, "nothing", "cut", "order-answered", "fills-told");
      expect(card).toMatchObject({ score: 100, failed: [] });
    },
  );

  it("tells that a client has ended, and what it complained of last", async () => {
    const card = await scoreOf(
      'echo talking; echo "no such thing" >&2; exit 3',
      "nothing",
      "order-answered",
      "fills-told",
    );
    expect(card.failed.map(({ what }) => what)).toEqual(
      Array.from({ length: 3 }, () => ["client-ended: no such thing"]),
    );
  });
});

describe("clients that do nothing", () => {
  const doesNothing = (answer: string): string =>
    `node -e 'console.log(JSON.stringify({ ready: true })); require("readline").createInterface({ input: process.stdin }).on("line", (line) => { const { place } = JSON.parse(line); ${answer} })'`;

  it("score nothing by calling every order absent", async () => {
    const client = doesNothing('console.log(JSON.stringify({ order: place.client_oid, state: "not-placed" }))');
    const card = await scoreOf(client, "order-answered", "order-503-before");
    expect(card).toMatchObject({ exitCode: 1, passed: 0, findings: { "order-missing": 2 } });
  });

  it("are shown what was not understood, where two of their threads print at once", async () => {
    const torn = '{"order":"1","state":"placed"}'.repeat(2);
    const tear = 'console.log(JSON.stringify({ order: "1", state: "placed" }).repeat(2)); process.exit(0)';
    const card = await scoreOf(doesNothing(`place; ${tear}`), "order-answered");
    expect(card.failed[0]?.what.at(-1)).toBe(`not understood: 1 of its lines, the last ${JSON.stringify(torn)}`);
  });

  it("are ended with what they started, also where that holds their output", async () => {
    const file = join(tmpdir(), `conformance-${process.pid}-helper`);
    onTestFinished(() => rm(file, { force: true }));
    const card = await scoreOf(`sh -c 'sleep 600 & echo $! > "${file}"; exit 0'`, "order-answered");
    expect(card.failed[0]?.what[0]).toMatch(/^client-ended/);
    const helper = Number(await readFile(file, "utf8"));
    await expect.poll(() => isThere(helper)).toBe(false);
  });

  it("are ended with the command", async () => {
    const file = join(tmpdir(), `conformance-${process.pid}-client`);
    onTestFinished(() => rm(file, { force: true }));
    const bin = fileURLToPath(new URL("../bin/conformance.js", import.meta.url));
    const client = `echo $$ > "${file}"; trap "" INT TERM; while true; do sleep 0.1; done`;
    const command = spawn(process.execPath, [bin, "--client", client, "--fault", "nothing"], { stdio: "ignore" });
    const ended = once(command, "exit");
    const pid = async (): Promise<number> => Number(await readFile(file, "utf8").catch(() => ""));
    await expect.poll(pid, { timeout: 20_000 }).toBeGreaterThan(0);
    command.kill("SIGINT");
    expect(await ended).toEqual([130, null]);
    const started = await pid();
    await expect.poll(() => isThere(started)).toBe(false);
  });
});

/** Whether a process runs: one that nobody has asked for its end does not. */
function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("the command", () => {
  it.each([
    [[], "--client"],
    [["--client", " "], "--client"],
    [["--client", "x", "--fault", "none"], "counter-begins-anew"],
    [["--client", "x", "--task", "book"], "books, orders, fills"],
    [["--client", "x", "--together", "0"], "1 to 64"],
    [["--client", "x", "--old-after", "1"], "4500"],
    [["--speed"], "--speed"],
  ])("refuses %j and says %s", async (argv, says) => {
    const { exitCode, lines } = await run(...argv);
    expect([exitCode, lines.join("\n")]).toEqual([2, expect.stringContaining(says)]);
  });

  it("lists every fault, and says its version", async () => {
    expect((await run("--list")).lines[0]?.split("\n")).toHaveLength(jobs.length);
    expect((await run("--version")).lines[0]).toMatch(/^\d+\.\d+\.\d+$/);
    expect(await run("--help")).toMatchObject({ exitCode: 0, lines: [expect.stringContaining("CONFORMANCE_TASK")] });
  });
});

it("has a case for each rule of live books, and more than thirty faults with names of their own", async () => {
  const { bookFaults } = await import("./books/book-faults.js");
  const rules = new Set(Object.values(bookFaults).flatMap((fault) => fault.rules));
  expect([...rules].toSorted((one, other) => one - other)).toEqual(Object.keys(bookRules).map(Number));
  expect(new Set(jobs.map(({ fault }) => fault)).size).toBe(jobs.length);
  expect(jobs.length).toBeGreaterThan(30);
});
