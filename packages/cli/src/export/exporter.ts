import { join } from "node:path";
import type { ChannelKind } from "@depthwire/schema";
import type { HeardEvent, MarketListener, TakenDepth } from "../recordings/market/recorded-market.js";
import { type AllNeeds, type DecimalForms, joinedNeeds } from "./decimal-forms.js";
import type { ExportTerms } from "./export-terms.js";
import { ParquetPart } from "./files/parquet-part.js";
import type { Part, PartWriter } from "./files/part.js";
import { TextPart } from "./files/text-part.js";
import { HftbacktestEvents } from "./hftbacktest.js";
import { rowsHeld, TableBuffer, TableSurvey } from "./table-buffer.js";
import { tableOf } from "./tables/index.js";
import type { Table, TableFiller } from "./tables/table.js";

/** Takes what a recording says, and writes pieces of files. */
export interface Exporter {
  readonly listener: MarketListener;
  /** Ends the pieces. @throws FormMiss where the last rows do not fit their form */
  close(as: "whole" | "abandoned"): readonly Part[];
}

/** Where an exporter writes. */
interface Place {
  readonly forms: DecimalForms;
  readonly folder: string;
  /** Of the stretch: its pieces are named by it. */
  readonly number: number;
}

/** Makes an exporter. */
export function createExporter(terms: ExportTerms, { forms, folder, number }: Place): Exporter {
  const pathOf = (output: string): string => join(folder, `${number}-${output}`);
  if (terms.format === "hftbacktest") {
    const events = new HftbacktestEvents(pathOf);
    return { listener: listenerOf(terms, events.kinds, [events]), close: () => events.close() };
  }
  const tables = tablesOf(terms).map((table) => {
    const writer = partWriter(terms, table.name, pathOf(table.name));
    const capacity = rowsHeld(table.columnsOf(terms.options).length);
    const buffer = new TableBuffer(table.name, capacity, forms, (columns, rows) => writer.write(columns, rows));
    return { writer, buffer, filler: table.fillerOf(buffer, terms.options) };
  });
  const fillers = tables.map(({ filler }) => filler);
  return {
    listener: listenerOf(terms, kindsOf(tablesOf(terms)), fillers),
    close: (as) =>
      tables.map(({ buffer, writer }) => {
        if (as === "whole") {
          buffer.flush();
        }
        return writer.close();
      }),
  };
}

/** Makes what learns the forms that numbers need. */
export function createSurveyor(terms: ExportTerms): {
  readonly listener: MarketListener;
  readonly needs: () => AllNeeds;
} {
  const tables = terms.format === "hftbacktest" ? [] : tablesOf(terms);
  const surveys = tables.map(({ name }) => new TableSurvey(name));
  const fillers = tables.map((table, index) => table.fillerOf(surveys[index] as TableSurvey, terms.options));
  return {
    listener: listenerOf(terms, kindsOf(tables), fillers),
    needs: () => joinedNeeds(surveys.map(({ needs }) => needs)),
  };
}

function tablesOf({ tables }: ExportTerms): readonly Table[] {
  return tables.flatMap((name) => tableOf(name) ?? []);
}

function kindsOf(tables: readonly Table[]): ReadonlySet<ChannelKind> {
  return new Set(tables.flatMap(({ kinds }) => kinds));
}

function partWriter({ format }: ExportTerms, output: string, path: string): PartWriter {
  return format === "csv" || format === "ndjson" ? new TextPart(output, path, format) : new ParquetPart(output, path);
}

function listenerOf(
  { pairs }: ExportTerms,
  kinds: ReadonlySet<ChannelKind>,
  fillers: readonly TableFiller[],
): MarketListener {
  const wanted = pairs === undefined ? undefined : new Set(pairs);
  const isWanted = (pair: string): boolean => wanted === undefined || wanted.has(pair);
  return {
    kinds,
    depth(taken: TakenDepth) {
      if (isWanted(taken.pair)) {
        for (const filler of fillers) {
          filler.depth?.(taken);
        }
      }
    },
    event(heard: HeardEvent) {
      if (isWanted(pairOf(heard))) {
        for (const filler of fillers) {
          filler.event?.(heard);
        }
      }
    },
  };
}

function pairOf({ event }: HeardEvent): string {
  if (event.kind !== "private") {
    return event.pair;
  }
  return event.event.kind === "fill" ? event.event.value.pair : "";
}
