import { streamSegment } from "@depthwire/recording/internal";
import { type ColumnSource, fileWriter, ParquetWriter } from "hyparquet-writer";
import { openSegment } from "../recordings/market/open-segment.js";
import { planRecording } from "../recordings/market/plan-recording.js";
import type { MarketListener } from "../recordings/market/recorded-market.js";
import { createMarketTools } from "../recordings/market/recorded-market.js";
import { SegmentWalk } from "../recordings/market/segment-walk.js";
import { formsOf } from "./decimal-forms.js";
import type { ExportTerms } from "./export-terms.js";
import { createSurveyor } from "./exporter.js";
import { createdBy, parquetSchema, sourceOf } from "./files/parquet-part.js";
import { type Stretch, stretchesOf } from "./stretches.js";
import { rowsHeld, TableBuffer } from "./table-buffer.js";
import { tableOf } from "./tables/index.js";

/** The rows of one table as the Parquet writer takes them, in memory. */
export interface ReadyColumns {
  readonly rows: number;
  /** Writes them by the writer alone, as an export does in its row groups. */
  write(path: string): void;
}

/**
 * Collects a whole table in memory, to measure what its writing costs without its reading.
 *
 * @throws RecordingError `recording-absent`; RangeError for a table that there is not
 */
export async function collectColumns(
  directory: string,
  terms: ExportTerms,
  stretchBytes?: number,
): Promise<ReadyColumns> {
  const [name = ""] = terms.tables;
  const table = tableOf(name);
  if (table === undefined) {
    throw new RangeError(`there is no table ${name}`);
  }
  const stretches = stretchesOf(await planRecording(directory), stretchBytes);
  const surveyor = createSurveyor(terms);
  for (const stretch of stretches) {
    await walk(stretch, terms, surveyor.listener);
  }
  const forms = formsOf(surveyor.needs());
  const groups: { readonly columnData: ColumnSource[]; readonly rows: number }[] = [];
  let schema: ReturnType<typeof parquetSchema> = [];
  const { kinds } = surveyor.listener;
  for (const stretch of stretches) {
    const capacity = rowsHeld(table.columnsOf(terms.options).length);
    const buffer = new TableBuffer(name, capacity, forms, (columns, rows) => {
      const columnData = columns.map((column) => {
        const source = sourceOf(column, rows);
        return { ...source, data: source.data.slice() };
      });
      groups.push({ columnData, rows });
    });
    await walk(stretch, terms, { kinds, ...table.fillerOf(buffer, terms.options) });
    buffer.flush();
    schema = parquetSchema(buffer.columns);
  }
  return {
    rows: groups.reduce((sum, { rows }) => sum + rows, 0),
    write(path) {
      const writer = new ParquetWriter({ writer: fileWriter(path), schema, createdBy });
      for (const { columnData, rows } of groups) {
        void writer.write({ columnData, rowGroupSize: rows });
      }
      void writer.finish();
    },
  };
}

async function walk({ segments }: Stretch, { rules }: ExportTerms, listener: MarketListener): Promise<void> {
  const tools = createMarketTools(rules);
  for (const segment of segments) {
    const file = await openSegment(segment);
    const segmentWalk = new SegmentWalk(segment, tools, listener);
    for await (const { entries } of streamSegment(file, segment)) {
      for (const entry of entries) {
        segmentWalk.take(entry);
      }
    }
    segmentWalk.end();
    await file.close();
  }
}
