import { execFile, spawnSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { type Account, Credential, connect } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type CommandEnd, runCommandLine } from "../../command-scene.spec-kit.js";
import { askDuckdb } from "../../export/read-tables.spec-kit.js";
import { recordSandbox, scratchDirectory } from "../../recording-scene.spec-kit.js";
import type { InspectedRecording } from "../../recordings/inspect-recording.js";

let home: string;
let recording: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const sandbox = await startSandbox({ port: 0, pairs: 2, seed: 5, depthIntervalMs: 10, tickIntervalMs: 5 });
  home = await scratchDirectory((end) => ends.push(end));
  recording = join(home, "recording");
  await recordSandbox(sandbox, { directory: recording, states: 60, maxSegmentMs: 200 });
  await recordFill(sandbox, join(home, "account"));
  await sandbox.close();
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

/** Records an account that trades once. */
async function recordFill(sandbox: Sandbox, directory: string): Promise<void> {
  const { restUrl, pushUrl } = sandbox;
  const venue = connect({ addresses: [pushUrl], restAddress: restUrl, record: { directory, flushAfterMs: 5 } });
  const account = venue.account(new Credential(sandbox.credential));
  await account.ready;
  const tagPrices = await venue.rest.usdt.getTagPrices();
  const price = String(Math.floor(Number(tagPrices["4BTC_USDT"]?.tagPrice) * 1.05));
  const order = { pair: "4BTC_USDT", side: "open-long", type: "market", quantity: "0.01", price } as const;
  const filled = firstFill(account);
  await account.trader.place(order);
  await filled;
  await venue.close();
}

async function firstFill({ events }: Account): Promise<void> {
  for await (const { kind } of events) {
    if (kind === "fill") {
      return;
    }
  }
}

async function scratch(): Promise<string> {
  return scratchDirectory((end) => onTestFinished(end));
}

function exportTo(target: string, ...more: string[]): Promise<CommandEnd> {
  return runCommandLine(["export", "recording", "--to", target, ...more], { workingDirectory: home });
}

async function inspected(directory: string): Promise<InspectedRecording> {
  const { envelopes } = await runCommandLine(["inspect", directory, "--json"], { workingDirectory: home });
  return envelopes[0]?.data as InspectedRecording;
}

describe("export into a directory", () => {
  it("writes every table that has rows, with the counts of inspect", async () => {
    const target = join(await scratch(), "tables");
    const { exitCode, envelopes } = await exportTo(target, "--json");
    expect(exitCode).toBe(0);
    const { channels } = await inspected("recording");
    const sum = (key: "levels" | "deals" | "klines"): number => channels.reduce((all, one) => all + one[key], 0);
    const rows = new Map(
      envelopes.filter(({ kind }) => kind === "item").map(({ data }) => [output(data), rowsOf(data)]),
    );
    expect(rows.get("book-updates")).toBe(sum("levels"));
    expect(rows.get("trades")).toBe(sum("deals"));
    expect(rows.get("klines")).toBe(sum("klines"));
    expect([...rows.keys()]).not.toContain("fills");
    expect((await readdir(target)).sort()).toEqual([...rows.keys()].map((name) => `${name}.parquet`).sort());
    expect(envelopes.at(-1)).toMatchObject({ kind: "result", data: { files: rows.size, unreadable: 0 } });
  });

  it("has the columns that tools want, and is_snapshot on snapshots alone", async () => {
    const target = await scratch();
    await exportTo(target, "--what", "book-updates");
    const path = join(target, "book-updates.parquet");
    const described = await askDuckdb(`select list(column_name || ' ' || column_type) from (describe from '${path}')`);
    expect(described).toEqual([
      [
        "exchange VARCHAR",
        "symbol VARCHAR",
        "timestamp BIGINT",
        "local_timestamp BIGINT",
        "is_snapshot BOOLEAN",
        "side VARCHAR",
        expect.stringMatching(/^price DECIMAL\(18,\d\)$/),
        expect.stringMatching(/^amount DECIMAL\(18,\d\)$/),
      ],
    ]);
    const messages = `select count(distinct (symbol, local_timestamp))::int from '${path}'`;
    const { channels } = await inspected("recording");
    const snapshots = channels.reduce((all, one) => all + one.snapshots, 0);
    expect(await askDuckdb(`${messages} where is_snapshot`)).toEqual([snapshots]);
    const late = `select count(*)::int from '${path}' where local_timestamp - timestamp not between -1000000 and 60000000`;
    expect(await askDuckdb(late)).toEqual([0]);
  });
});

const output = (data: object | undefined): string => (data as { output: string }).output;
const rowsOf = (data: object | undefined): number => (data as { rows: number }).rows;

describe("export into a file", () => {
  it.each(["csv", "ndjson"])("writes the same rows as %s, exactly", async (ending) => {
    const target = await scratch();
    await exportTo(join(target, `trades.${ending}`));
    await exportTo(join(target, "trades.parquet"));
    const reader = ending === "csv" ? "read_csv" : "read_json";
    const text = `select symbol, "timestamp", side, price::decimal(18, 8), amount::decimal(18, 8) from`;
    const path = join(target, `trades.${ending}`);
    const differ = `(${text} ${reader}('${path}', ${ending === "csv" ? "all_varchar = true" : "format = 'newline_delimited'"}) except all ${text.replace(
      '"timestamp"',
      ending === "csv" ? '"timestamp"::varchar' : '"timestamp"',
    )} '${join(target, "trades.parquet")}')`;
    expect(await askDuckdb(`select count(*)::int from ${differ}`)).toEqual([0]);
    expect(await askDuckdb(`select count(*)::int > 0 from '${join(target, "trades.parquet")}'`)).toEqual([true]);
  });

  it("writes the account's own trades from a recording of it", async () => {
    const target = join(await scratch(), "fills.parquet");
    const { exitCode, err } = await runCommandLine(["export", "account", "--to", target], { workingDirectory: home });
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    const sql = `select count(*)::int, any_value(symbol), any_value(side), sum(amount)::text from '${target}'`;
    expect(await askDuckdb(sql)).toEqual([
      expect.any(Number),
      "4BTC_USDT",
      "open-long",
      expect.stringMatching(/^0\.010*$/),
    ]);
  });

  it("draws what the account had", async () => {
    const target = join(await scratch(), "equity.svg");
    const argv = ["plot", "account", "--what", "equity", "--out", target];
    expect(await runCommandLine(argv, { workingDirectory: home })).toMatchObject({ exitCode: 0, err: "" });
    const svg = await readFile(target, "utf8");
    expect(svg).toContain(">Equity</text>");
    expect(svg).toContain(">USDT</text>");
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  // A check of the whole must not pass because something is missing on its machine.
  const isMissing = process.env["CI"] === undefined && spawnSync("python3", ["--version"]).status !== 0;

  // There is no Python on this machine.
  it.skipIf(isMissing)("writes events for hftbacktest, which Python's own libraries can open", async () => {
    const target = join(await scratch(), "events.npz");
    await exportTo(target, "--pair", "4BTC_USDT");
    const script = `
import ast, struct, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None and archive.namelist() == ["data.npy"]
data = archive.read("data.npy")
length = struct.unpack_from("<H", data, 8)[0]
header = ast.literal_eval(data[10:10 + length].decode())
rows = [struct.unpack_from("<QqqddQqd", data, at) for at in range(10 + length, len(data), 64)]
assert header["shape"] == (len(rows),) and [name for name, _ in header["descr"]][:5] == ["ev", "exch_ts", "local_ts", "px", "qty"]
assert (10 + length) % 64 == 0 and all(a[2] <= b[2] for a, b in zip(rows, rows[1:]))
assert all(row[0] >> 30 == 3 for row in rows)
kinds = [row[0] & 0xff for row in rows]
print(*[kinds.count(kind) for kind in (1, 2, 3, 4)])
`;
    const { stdout } = await promisify(execFile)("python3", ["-c", script, target]);
    const { channels } = await inspected("recording");
    const of = (kind: string) => channels.find((one) => one.pair === "4BTC_USDT" && one.kind === kind);
    const [depth, trades, clears, snapshot] = stdout.trim().split(" ").map(Number);
    expect((depth ?? 0) + (snapshot ?? 0)).toBe(of("depth")?.levels);
    expect({ trades, clears }).toEqual({ trades: of("deals")?.updates, clears: 2 });
  });

  it("writes a DuckDB database", async () => {
    const target = join(await scratch(), "market.duckdb");
    const { exitCode } = await runCommandLine(["export", "recording", "--duckdb", target], { workingDirectory: home });
    expect(exitCode).toBe(0);
    const { out } = await runCommandLine(["query", "select count(*) as n from book_updates", target, "--json"]);
    const { channels } = await inspected("recording");
    expect(JSON.parse(out.split("\n")[0] ?? "")).toMatchObject({
      data: { n: String(channels.reduce((all, one) => all + one.levels, 0)) },
    });
  });
});

describe("what goes wrong", () => {
  it("a file that is there is not replaced unless it is wanted", async () => {
    const target = join(await scratch(), "trades.csv");
    await writeFile(target, "mine");
    const refused = await exportTo(target, "--json");
    expect(refused.exitCode).toBe(7);
    expect(refused.envelopes).toMatchObject([{ kind: "error", error: { code: "file-exists" } }]);
    expect(await readFile(target, "utf8")).toBe("mine");
    expect((await exportTo(target, "--force")).exitCode).toBe(0);
    expect(await readFile(target, "utf8")).toMatch(/^exchange,symbol,/);
  });

  it("a damaged recording is exported up to the damage, which is said with file and offset", async () => {
    const target = await scratch();
    const damaged = join(target, "damaged");
    await cp(recording, damaged, { recursive: true });
    // How many frames a segment has depends on the machine: the fullest has some before its end.
    const names = (await readdir(damaged))
      .filter((name) => name.endsWith(".dwrec"))
      .sort()
      .slice(0, -1);
    const sizes = await Promise.all(names.map(async (name) => (await readFile(join(damaged, name))).length));
    const fullest = names[sizes.indexOf(Math.max(...sizes))] ?? "";
    const bytes = await readFile(join(damaged, fullest));
    const late = Math.floor((bytes.length * 2) / 3);
    bytes.fill(0xff, late, late + 64);
    await writeFile(join(damaged, fullest), bytes);
    const argv = ["export", damaged, "--to", join(target, "book-updates.parquet"), "--json"];
    const { exitCode, envelopes, err } = await runCommandLine(argv, { workingDirectory: home });
    expect(exitCode).toBe(3);
    const [place] = (await inspected(damaged)).damaged;
    expect(err).toContain(`${fullest} at byte ${place?.offset}`);
    expect(envelopes.at(-1)).toMatchObject({
      kind: "error",
      error: { code: "recording-damaged", details: { damaged: [{ file: fullest, offset: place?.offset }] } },
    });
    const whole = (await inspected("recording")).channels.reduce((all, one) => all + one.levels, 0);
    const [rows] = await askDuckdb(`select count(*)::int from '${join(target, "book-updates.parquet")}'`);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(whole);
  });

  it("wrong names are answered with the nearest right ones", async () => {
    const target = await scratch();
    expect(await exportTo(target, "--what", "book-update")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("Did you mean book-updates?"),
    });
    expect(await exportTo(target, "--pair", "4BTC_USD")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("Did you mean 4BTC_USDT?"),
    });
    expect((await exportTo(join(target, "all.csv"))).err).toContain("A file holds one table");
    expect((await exportTo(join(target, "events.npz"))).err).toContain("is of one pair");
    expect((await runCommandLine(["export", "recording"], { workingDirectory: home })).exitCode).toBe(2);
    const absent = await runCommandLine(["export", "nothing", "--to", target], { workingDirectory: home });
    expect(absent).toMatchObject({ exitCode: 2, err: expect.stringContaining("no such directory") });
  });

  it("an export that is cut off leaves nothing under the final name", async () => {
    const target = await scratch();
    const stop = AbortSignal.abort();
    const argv = ["export", "recording", "--to", join(target, "trades.csv")];
    const { exitCode } = await runCommandLine(argv, { workingDirectory: home, signal: stop });
    expect(exitCode).toBe(130);
    expect(await readdir(target)).toEqual([]);
  });

  it("a recording without a row of a table gives an empty table where it was asked for", async () => {
    const target = await scratch();
    await mkdir(join(target, "sub"));
    const path = join(target, "sub", "fills.parquet");
    expect((await exportTo(path)).exitCode).toBe(0);
    expect(await askDuckdb(`select count(*)::int from '${path}'`)).toEqual([0]);
    expect((await stat(path)).size).toBeGreaterThan(0);
    expect(basename(path)).toBe("fills.parquet");
  });
});
