import { Argument, InvalidArgumentError, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { secondsOption } from "../../program/option-values.js";
import type { QueryFlags } from "./run.js";

export const query: CommandDescription<QueryFlags> = {
  name: "query",
  group: "recordings",
  summary: "ask exported tables something in SQL, with DuckDB",
  details: `Each file is a view that is named like it: trades.parquet is trades, book-updates.csv is book_updates. Without files, those in the directory tables, else in the present one, are asked. The query can read these files alone, and changes none.

DuckDB is installed apart: npm install @duckdb/node-api@1.5.5-r.5`,
  arguments: () => [
    new Argument("<sql>", "one statement, in quotation marks"),
    new Argument("[files...]", "exports, directories of them, or a DuckDB database"),
  ],
  options: () => [
    secondsOption("--seconds <seconds>", "ends it after that long; no limit by default"),
    new Option("--memory <size>", "how much it may use, such as 500MB; nothing goes to the disk then").argParser(
      (text) => {
        if (!/^\d+(\.\d+)?(KB|MB|GB|KiB|MiB|GiB)$/.test(text)) {
          throw new InvalidArgumentError("It takes a size: 500MB, 2GB.");
        }
        return text;
      },
    ),
  ],
  examples: [
    {
      line: 'query "select symbol, side, count(*) as changes from book_updates group by all order by all" tables',
      does: "how often each side of each book changed; export recording --to tables wrote them",
    },
    { line: 'query "describe book_updates" tables --json', does: "columns and types, for programs" },
  ],
  load: () => import("./run.js"),
};
