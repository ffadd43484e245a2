import { createReadStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Column } from "../columns.js";
import type { ExportFormat } from "../formats.js";
import { NpzFile } from "./npz-file.js";
import { createdBy, magicBytes, parquetSchema } from "./parquet-part.js";
import type { Part, RowGroup } from "./part.js";
import { PartFile } from "./part-file.js";
import { csvHeader } from "./text-part.js";

/** Ends the name of a file that is not whole yet. */
export const unfinished = ".part";

const copiedBytes = 1 << 20;

/** A file that was written. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
}

/** What goes into a file. */
export interface FileContent {
  readonly format: ExportFormat;
  /** Those of the table; of no meaning for `hftbacktest`. */
  readonly columns: readonly Column[];
  readonly parts: readonly Part[];
}

/**
 * Puts pieces together to a file. It appears under its name when it is whole.
 *
 * @throws Error of the file system; what `signal` says when it is aborted
 */
export async function writeFile(
  path: string,
  { format, columns, parts }: FileContent,
  signal: AbortSignal,
): Promise<WrittenFile> {
  const beside = `${path}${unfinished}`;
  const file = new PartFile(beside);
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  try {
    if (format === "parquet") {
      await writeParquet(file, columns, parts, signal);
    } else if (format === "hftbacktest") {
      const npz = new NpzFile(file, rows);
      await copyParts(parts, (bytes) => npz.append(bytes), signal);
      npz.finish();
    } else {
      if (format === "csv") {
        file.append(Buffer.from(csvHeader(columns.map(({ name }) => name))));
      }
      await copyParts(parts, (bytes) => file.append(bytes), signal);
    }
    file.close();
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return { rows, bytes: file.bytes };
}

async function copyParts(
  parts: readonly Part[],
  append: (bytes: Uint8Array) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const { path } of parts) {
    for await (const bytes of createReadStream(path, { highWaterMark: copiedBytes })) {
      signal.throwIfAborted();
      append(bytes as Uint8Array);
    }
    // What was copied is not needed twice.
    await rm(path, { force: true });
  }
}

/** Row groups were written by whoever read their rows; here they get their places in the file, and the file its end. */
async function writeParquet(
  file: PartFile,
  columns: readonly Column[],
  parts: readonly Part[],
  signal: AbortSignal,
): Promise<void> {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: parquetSchema(columns), createdBy });
  file.append(bytes.getBytes());
  const rowGroups: RowGroup[] = [];
  let from = magicBytes;
  for (const part of parts) {
    const before = file.bytes;
    await copyParts([part], (copied) => file.append(copied), signal);
    for (const group of part.rowGroups) {
      rowGroups.push(movedBy(group, from));
    }
    from += file.bytes - before;
  }
  bytes.index = 0;
  bytes.offset = from;
  writer.row_groups = rowGroups;
  writer.num_rows = rowGroups.reduce((sum, { num_rows: rows }) => sum + rows, 0n);
  await writer.finish();
  file.append(bytes.getBytes());
}

function movedBy(group: RowGroup, from: number): RowGroup {
  const by = BigInt(from);
  return {
    ...group,
    columns: group.columns.map((chunk) => {
      const { meta_data: data } = chunk;
      const moved = { ...chunk, file_offset: chunk.file_offset + by };
      if (data === undefined) {
        return moved;
      }
      const { data_page_offset: pages, dictionary_page_offset: dictionary } = data;
      const meta = { ...data, data_page_offset: pages + by };
      return {
        ...moved,
        meta_data: dictionary === undefined ? meta : { ...meta, dictionary_page_offset: dictionary + by },
      };
    }),
  };
}
