import type { Json } from "@duckdb/node-api";
import { type OpenTables, openTables } from "../../export/open-tables.js";
import type { RunCommand } from "../../program/command.js";
import type { Output } from "../../program/output.js";
import { Refused } from "../../program/refused.js";
import { timeLimit } from "../../program/time-limit.js";
import { interruptible } from "./interruptible.js";
import { holdsSeveral } from "./statements.js";
import { textTable } from "./text-table.js";

/** What the command line says. */
export interface QueryFlags {
  readonly seconds?: number;
  readonly memory?: string;
}

/** More rows are for programs: a person gets the first of them. */
const shownRows = 200;

/** Asks exported tables something. */
export const run: RunCommand<QueryFlags> = async ({ arguments: [sql, files], options }, context) => {
  const { output, workingDirectory, signal, confine } = context;
  const { seconds, memory } = options;
  const typed = (files ?? []) as readonly string[];
  const tables = await openTables(typed, { workingDirectory, confine, memory });
  const limit = timeLimit(signal, seconds === undefined ? undefined : seconds * 1_000);
  const work = answer(tables, String(sql), output, limit.signal);
  // A step that cannot be interrupted ends later, and what it uses is freed then.
  const closed = work.catch(() => {}).finally(() => tables.close());
  try {
    await interruptible(tables.connection, limit.signal, work);
    await closed;
  } catch (error) {
    signal.throwIfAborted();
    throw asRefused(error, tables.names, limit.signal.aborted ? seconds : undefined);
  } finally {
    limit.end();
  }
  return undefined;
};

async function answer({ connection }: OpenTables, sql: string, output: Output, signal: AbortSignal): Promise<void> {
  // One statement can be several to DuckDB (PIVOT), so both have to find more than one.
  if (holdsSeveral(sql) && (await connection.extractStatements(sql)).count > 1) {
    throw new Refused("usage", "There is more than one statement", "Ask one thing at a time.");
  }
  const found = await connection.stream(sql);
  const names = found.deduplicatedColumnNames();
  const shown: Json[][] = [];
  let rows = 0;
  for await (const chunk of found.yieldRowsJson()) {
    signal.throwIfAborted();
    for (const row of chunk) {
      rows++;
      if (output.isJson) {
        output.item(Object.fromEntries(names.map((name, index) => [name, row[index]])));
      } else if (shown.length < shownRows) {
        shown.push(row);
      }
    }
  }
  signal.throwIfAborted();
  if (!output.isJson) {
    output.write(textTable(names, shown));
  }
  if (rows > shown.length && !output.isJson) {
    output.note(`${rows - shown.length} more rows; --json has all of them.`);
  }
  output.result({ rows, columns: names });
}

/** What is wrong with a statement is the command line's fault. @param passedSeconds undefined: the time was not over */
function asRefused(error: unknown, names: readonly string[], passedSeconds: number | undefined): Refused {
  if (error instanceof Refused) {
    return error;
  }
  const remedy = "Ask for less: fewer rows, columns or groups.";
  if (passedSeconds !== undefined) {
    return new Refused("query-too-large", `The query was ended: it took longer than ${passedSeconds} s`, remedy);
  }
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith("Out of Memory Error")) {
    return new Refused("query-too-large", "The query was ended: it needs more memory than it may use", remedy);
  }
  return new Refused("usage", `${message.trim()}\nTables: ${names.join(", ")}.`, undefined, { tables: names });
}
