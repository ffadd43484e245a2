import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { loadDuckdb } from "../../export/duckdb.js";
import { busyMarket, recordSynthetic } from "../../export/synthetic-recording.spec-kit.js";
import { scratchDirectory } from "../../recording-scene.spec-kit.js";

let home: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  home = await scratchDirectory((end) => ends.push(end));
  const pairs = ["4BTC_USDT"];
  await recordSynthetic({ directory: join(home, "recording"), pairs, messages: busyMarket(pairs, 50) });
  await runCommandLine(["export", "recording", "--to", "tables"], { workingDirectory: home });
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

const ask = (...argv: string[]) => runCommandLine(["query", ...argv], { workingDirectory: home });

describe("query", () => {
  it("answers with a table for people, from the usual place", async () => {
    const { out, exitCode } = await ask(
      "select symbol, count(*) as n, max(price) as top from book_updates where amount > 0 and price < 30000 group by 1",
    );
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^symbol +n +top\n─+ {2}─+ {2}─+\n4BTC_USDT +\d+ {2}250\d\d\.\d\n$/);
  });

  it("answers with an item a row, numbers exact, and a result for programs", async () => {
    const { envelopes } = await ask("select price, amount from book_updates limit 2", "tables", "--json");
    expect(envelopes).toMatchObject([
      { kind: "item", data: { price: "1000000.0", amount: "1.00" } },
      { kind: "item", data: { price: "0.5", amount: "1.00" } },
      { kind: "result", data: { rows: 2, columns: ["price", "amount"] } },
    ]);
  });

  it("says what is wrong with a statement, and which tables there are", async () => {
    const { exitCode, err } = await ask("select * from book_update");
    expect(exitCode).toBe(2);
    expect(err).toContain('Did you mean "book_updates"?');
    expect(err).toContain("Tables: book_snapshots, book_updates");
  });

  it("answers one statement, and refuses several", async () => {
    for (const sql of ["select 1; select 2", "select ';' as a; -- one\nselect 2"]) {
      expect(await ask(sql)).toMatchObject({ exitCode: 2, out: "", err: expect.stringContaining("more than one") });
    }
    for (const sql of [
      "select 1;;",
      "select '; select 2' as a; -- ; two\n /* ; three */",
      "pivot (select symbol, 1 as n from book_updates limit 1) on symbol using sum(n)",
    ]) {
      expect(await ask(sql)).toMatchObject({ exitCode: 0 });
    }
  });

  it("reads the named files alone, and writes none", async () => {
    await writeFile(join(home, "secret.csv"), "a\n1\n");
    for (const sql of [
      `select * from read_csv('${join(home, "secret.csv")}')`,
      `copy book_updates to '${join(home, "copy.csv")}'`,
      "set enable_external_access = true",
    ]) {
      const { exitCode, out } = await ask(sql, "tables");
      expect({ sql, exitCode, out }).toEqual({ sql, exitCode: 2, out: "" });
    }
  });

  it("ends what needs more memory or time than it may", async () => {
    const sql = "select count(distinct i) from range(100000000) numbers(i)";
    for (const bound of ["--memory=50MB", "--seconds=0.1"]) {
      const { exitCode, envelopes } = await ask(sql, "tables", bound, "--json");
      expect({ bound, exitCode, envelopes }).toMatchObject({
        exitCode: 7,
        envelopes: [{ error: { code: "query-too-large" } }],
      });
    }
    expect((await ask(sql, "--memory", "much")).exitCode).toBe(2);
    expect((await ask(sql, "--seconds", "0")).exitCode).toBe(2);
  });

  it("refuses files that are not there, or are no tables", async () => {
    expect(await ask("select 1", "nothing")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("There is no"),
    });
    await writeFile(join(home, "broken.parquet"), "PAR1");
    expect(await ask("select 1", "broken.parquet")).toMatchObject({ exitCode: 1 });
  });

  it("names the line that installs DuckDB where it is missing", async () => {
    const missing = Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
    await expect(loadDuckdb(() => Promise.reject(missing))).rejects.toMatchObject({
      code: "peer-missing",
      remedy: expect.stringContaining("npm install @duckdb/node-api@"),
    });
  });
});
