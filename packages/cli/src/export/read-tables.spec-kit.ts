import { readFile } from "node:fs/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { readParquet, wasmMemory } from "parquet-wasm/node";

/** The one row of an answer. */
export async function askDuckdb(sql: string): Promise<readonly unknown[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const answer = await connection.runAndReadAll(sql);
  const [row = []] = answer.getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return row;
}

/** Rows and the sum of a column's unscaled decimals, as the Rust library reads them: Arrow's memory, by its C data interface. */
export async function sumByArrow(
  path: string,
  column: string,
): Promise<{ readonly rows: number; readonly sum: bigint }> {
  const table = readParquet(new Uint8Array(await readFile(path)));
  const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  const index = schema.slice(1).findIndex(({ name }) => name === column);
  let rows = 0;
  let sum = 0n;
  for (const batch of table.recordBatches()) {
    rows += batch.numRows;
    const exported = batch.toFFI();
    const view = new DataView(wasmMemory().buffer);
    sum += sumOfDecimals(view, childOf(view, exported.arrayAddr(), index));
    exported.free();
  }
  table.free();
  return { rows, sum };
}

/** Of `struct ArrowArray` with pointers of 4 bytes. */
const offsets = { length: 0, offset: 16, buffers: 40, children: 44 } as const;
const decimalBytes = 16;

function childOf(view: DataView, array: number, index: number): number {
  return view.getUint32(view.getUint32(array + offsets.children, true) + 4 * index, true);
}

function sumOfDecimals(view: DataView, array: number): bigint {
  const length = Number(view.getBigInt64(array + offsets.length, true));
  const from = Number(view.getBigInt64(array + offsets.offset, true));
  const values = view.getUint32(view.getUint32(array + offsets.buffers, true) + 4, true);
  let sum = 0n;
  for (let row = from; row < from + length; row++) {
    const low = view.getBigUint64(values + row * decimalBytes, true);
    sum += (view.getBigInt64(values + row * decimalBytes + 8, true) << 64n) + low;
  }
  return sum;
}

/** Every row, by hyparquet. */
export async function readRows(path: string): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(path) });
}

/** A column's physical type, scale and precision. */
export async function typeOf(path: string, column: string): Promise<readonly unknown[]> {
  const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  const found = schema.find(({ name }) => name === column);
  return [found?.type, found?.scale, found?.precision];
}
