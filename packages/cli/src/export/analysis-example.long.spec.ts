import { execFile, spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { connect } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inspectRecording } from "../recordings/inspect-recording.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const example = join(root, "docs/examples/analysis");
const pairs = ["4BTC_USDT", "4ETH_USDT"];
const run = promisify(execFile);

let folder: string;
let directory: string;

/** Some seconds of two books with their trades and candles, in several segments. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-analysis-"));
  directory = join(folder, "recording");
  const sandbox = await startSandbox({ port: 0, pairs, seed: 11, depthIntervalMs: 10, tickIntervalMs: 5 });
  const record = { directory, flushAfterMs: 5, maxSegmentMs: 300 };
  const venue = connect({ addresses: [sandbox.pushUrl], record });
  for (const pair of pairs) {
    venue.klines(pair, "1min");
  }
  const books = pairs.map((pair) => venue.book(pair));
  let deals = 0;
  let states = 0;
  const trading = (async () => {
    for await (const item of venue.deals(pairs[0] as string)) {
      deals += item.kind === "deal" ? 1 : 0;
      if (deals >= 20) {
        return;
      }
    }
  })();
  for await (const { status } of books[0] as NonNullable<(typeof books)[0]>) {
    states += status === "live" ? 1 : 0;
    if (states >= 80 && books.every(({ latest }) => latest.status === "live")) {
      break;
    }
  }
  await trading;
  await venue.close();
  await sandbox.close();
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the example of an analysis", () => {
  it("goes from a recording to tables, answers and pictures", async () => {
    const commands = join(folder, "bin");
    await mkdir(commands);
    const program = join(commands, "depthwire");
    await writeFile(
      program,
      `#!/bin/sh\nexec "${process.execPath}" "${join(root, "packages/cli/bin/depthwire.js")}" "$@"\n`,
    );
    await chmod(program, 0o755);
    const into = join(folder, "analysis");
    const env = { ...process.env, PATH: `${commands}${delimiter}${process.env["PATH"]}` };
    const { stdout } = await run("sh", [join(example, "analyse.sh"), directory, into], { env });
    expect(stdout).toContain("rows of book-updates in ");
    const answer = (name: string): Promise<string> => readFile(join(into, `${name}.txt`), "utf8");
    expect(await answer("candles")).toMatch(/^symbol +second +open +high +low +close +volume +trades\n/);
    expect(await answer("candles")).toMatch(/\n4BTC_USDT {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +\d/);
    expect(await answer("spread")).toMatch(/\n4BTC_USDT +\d.*\n4ETH_USDT +\d/);
    const levels = [...(await answer("book")).matchAll(/^(4\w+) +(ask|bid) +([\d.]+) +[\d.]+$/gm)];
    expect(levels).toHaveLength(12);
    const bitcoin = levels.filter(([, pair]) => pair === "4BTC_USDT").map(([, , side, price]) => [side, Number(price)]);
    expect(bitcoin.map(([side]) => side)).toEqual(["ask", "ask", "ask", "bid", "bid", "bid"]);
    const prices = bitcoin.map(([, price]) => price as number);
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    for (const picture of ["spread", "lag", "gaps"]) {
      expect(await readFile(join(into, `${picture}.svg`), "utf8")).toMatch(/^<svg .*<\/svg>\n$/s);
    }
  });

  // A check of the whole must not pass because something is missing on its machine.
  const isMissing = process.env["CI"] === undefined && spawnSync("python3", ["--version"]).status !== 0;

  // There is no Python on this machine.
  it.skipIf(isMissing)("has a reader of the format that counts what inspect counts", async () => {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
    const { stdout } = await run("python3", [join(example, "read_recording.py"), directory], { env });
    const { entries, channels } = JSON.parse(stdout) as {
      readonly entries: Readonly<Record<string, number>>;
      readonly channels: Readonly<Record<string, { readonly frames: number; readonly levels: number }>>;
    };
    const found = await inspectRecording(directory, { sequencePolicy: "contiguous" });
    expect(entries).toMatchObject({
      header: found.segments,
      end: found.segments,
      inbound: found.frames,
      checkpoint: found.checkpoints,
    });
    expect(found.segments).toBeGreaterThan(1);
    expect(channels).toEqual(
      Object.fromEntries(found.channels.map(({ channel, frames, levels }) => [channel, { frames, levels }])),
    );
    const first = join(directory, "00000001.dwrec");
    const bytes = await readFile(first);
    const middle = Math.floor(bytes.length / 2);
    await writeFile(first, bytes.fill(0xff, middle, middle + 16));
    const damaged = await run("python3", [join(example, "read_recording.py"), directory], { env }).catch(
      (error: { readonly stderr: string }) => error,
    );
    const [place] = (await inspectRecording(directory, { sequencePolicy: "contiguous" })).damaged;
    expect(damaged.stderr).toContain(`damaged: 00000001.dwrec: block`);
    expect(damaged.stderr).toContain(`at byte ${place?.offset}`);
  });
});
