import type { ChannelKind } from "@depthwire/schema";
import type { HeardEvent, TakenDepth } from "../../recordings/market/recorded-market.js";
import type { Rows } from "../table-buffer.js";

/** What every table is told. Plain data: it crosses threads. */
export interface TableOptions {
  /** What stands in the column `exchange`; undefined: the deployment's name as channels say it. */
  readonly exchange: string | undefined;
  /** Levels a side of snapshots of books. */
  readonly levels: number;
}

/** Fills the rows of one table. */
export interface TableFiller {
  depth?(taken: TakenDepth): void;
  event?(heard: HeardEvent): void;
}

/** A table that recordings can be exported to. */
export interface Table {
  /** As it is typed, and the name of its file. */
  readonly name: string;
  /** What it has, for `--help`. */
  readonly has: string;
  /** Channels that it is made from. */
  readonly kinds: readonly ChannelKind[];
  /** Names of its columns, in order. */
  columnsOf(options: TableOptions): readonly string[];
  fillerOf(rows: Rows, options: TableOptions): TableFiller;
}

/** What stands in the column `exchange` where nothing says it. */
export const usualExchange = "svc";

/** What stands in the column `exchange`. */
export function exchangeOf({ exchange }: TableOptions, serviceName: string | undefined): string {
  return exchange ?? serviceName ?? usualExchange;
}

const maxTimeMs = Number.MAX_SAFE_INTEGER / 1_000;

/** Epoch microseconds of the venue's time; where it sent none, or nonsense, when the message was received. */
export function venueUs(epochMs: number, localUs: number): number {
  return epochMs >= 0 && epochMs <= maxTimeMs ? epochMs * 1_000 : localUs;
}
