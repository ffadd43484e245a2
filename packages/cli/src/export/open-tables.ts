import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Confine } from "../program/context.js";
import { Refused } from "../program/refused.js";
import { loadDuckdb, sqlName, sqlText, viewNameOf } from "./duckdb.js";

/** Exported tables that can be asked. */
export interface OpenTables {
  readonly connection: DuckDBConnection;
  /** Names of the views. */
  readonly names: readonly string[];
  close(): void;
}

/** How tables are opened. */
export interface OpenTablesOptions {
  readonly workingDirectory: string;
  readonly confine?: Confine | undefined;
  /** How much DuckDB may use, and nothing goes to the disk; undefined: its own default. */
  readonly memory?: string | undefined;
}

/** A file, and the view's or database's name for it. */
interface TableFile {
  /** Its name as it was given: the link's, where it is one. */
  readonly name: string;
  readonly path: string;
}

/** How DuckDB reads a file, by its ending. Decimals of the text formats become exact ones where they look like decimals. */
const readers: Readonly<Record<string, (path: string) => string>> = {
  ".parquet": (path) => `read_parquet(${sqlText(path)})`,
  ".csv": (path) => `read_csv(${sqlText(path)})`,
  ".ndjson": (path) => `read_json(${sqlText(path)}, format = 'newline_delimited')`,
  ".jsonl": (path) => `read_json(${sqlText(path)}, format = 'newline_delimited')`,
};

const databaseEnding = ".duckdb";
const databaseName = "recorded";
/** Where the guide puts exports. */
const usualDirectory = "tables";

/**
 * Opens exports: each file is a view that is named like it. Nothing but these files can be read, and none can be written.
 *
 * @param typed files and directories; without any those of the usual place
 * @throws Refused `usage`, `file-unusable`, `peer-missing`, `path-outside`
 */
export async function openTables(typed: readonly string[], options: OpenTablesOptions): Promise<OpenTables> {
  const { memory } = options;
  const files = await filesOf(typed, options);
  const { DuckDBInstance } = await loadDuckdb();
  const instance = await DuckDBInstance.create(
    ":memory:",
    memory === undefined ? {} : { memory_limit: memory, temp_directory: "" },
  );
  const connection = await instance.connect();
  const close = (): void => {
    connection.closeSync();
    instance.closeSync();
  };
  try {
    const names = await openFiles(connection, files);
    const allowed = files.map(({ path }) => sqlText(path)).join(", ");
    await connection.run(`set allowed_paths = [${allowed}]`);
    await connection.run("set enable_external_access = false");
    await connection.run("set lock_configuration = true");
    return { connection, names, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function openFiles(connection: DuckDBConnection, files: readonly TableFile[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name: file, path } of files) {
    if (extname(file) === databaseEnding) {
      await connection.run(`attach ${sqlText(path)} as ${databaseName} (read_only)`);
      await connection.run(`use ${databaseName}`);
      const answer = await connection.runAndReadAll("select table_name from duckdb_tables() order by 1");
      names.push(...answer.getRowsJson().map(([name]) => String(name)));
    } else {
      const name = viewNameOf(basename(file, extname(file)));
      const from = readers[extname(file)]?.(path) ?? "";
      await connection
        .run(`create view memory.main.${sqlName(name)} as select * from ${from}`)
        .catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error);
          throw new Refused("file-unusable", `${path} cannot be read: ${message}`, "Export it again.");
        });
      names.push(name);
    }
  }
  return names;
}

async function filesOf(
  typed: readonly string[],
  { workingDirectory, confine = async (path) => path }: OpenTablesOptions,
): Promise<readonly TableFile[]> {
  const usual = existsSync(join(workingDirectory, usualDirectory)) ? usualDirectory : ".";
  const places = (typed.length === 0 ? [usual] : typed).map((path) => resolve(workingDirectory, path));
  const files: string[] = [];
  for (const place of places) {
    await confine(place);
    if (!existsSync(place)) {
      throw new Refused("usage", `There is no ${place}`, "Name exported files, or a directory of them.");
    }
    const isDirectory = (await stat(place)).isDirectory();
    const found = isDirectory ? (await readdir(place)).sort().map((name) => join(place, name)) : [place];
    files.push(...found.filter(isReadable));
  }
  if (files.length === 0) {
    const remedy = "Export some first: depthwire export DIR --to tables.";
    throw new Refused("usage", `There is no exported table in ${places.join(", ")}`, remedy);
  }
  return Promise.all(files.map(async (name) => ({ name, path: await confine(name) })));
}

function isReadable(path: string): boolean {
  const ending = extname(path);
  return ending === databaseEnding || readers[ending] !== undefined;
}
