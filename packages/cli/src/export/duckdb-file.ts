import { mkdtemp, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { loadDuckdb, sqlName, sqlText, viewNameOf } from "./duckdb.js";
import type { ExportResult } from "./export-recording.js";
import { unfinished } from "./files/write-file.js";

/**
 * Exports tables into a DuckDB database, one table each. It appears under its name when it is whole.
 *
 * @param exportTo exports Parquet files into a directory
 * @throws Refused `peer-missing`; what `exportTo` throws
 */
export async function exportIntoDuckdb(
  file: string,
  exportTo: (folder: string) => Promise<ExportResult>,
): Promise<ExportResult> {
  const { DuckDBInstance } = await loadDuckdb();
  const folder = await mkdtemp(join(dirname(file), `.${basename(file)}-`));
  const beside = `${file}${unfinished}`;
  try {
    const result = await exportTo(folder);
    await rm(beside, { force: true });
    const instance = await DuckDBInstance.create(beside);
    const connection = await instance.connect();
    for (const { output, path } of result.files) {
      const table = sqlName(viewNameOf(output));
      await connection.run(`create table ${table} as select * from read_parquet(${sqlText(path)})`);
    }
    connection.closeSync();
    instance.closeSync();
    await rename(beside, file);
    return { ...result, files: result.files.map((one) => ({ ...one, path: file })) };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(beside, { force: true });
    await rm(`${beside}.wal`, { force: true });
  }
}
