import { Refused } from "../program/refused.js";

/** The module, loaded where it is needed. */
export type Duckdb = typeof import("@duckdb/node-api");

/** @throws Refused `peer-missing` with the line that installs it */
export async function loadDuckdb(load: () => Promise<Duckdb> = () => import("@duckdb/node-api")): Promise<Duckdb> {
  try {
    return await load();
  } catch (error) {
    const { code } = { ...(error as { readonly code?: unknown }) };
    if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") {
      throw new Refused(
        "peer-missing",
        "DuckDB is not installed",
        "Install it with: npm install @duckdb/node-api@1.5.5-r.5",
      );
    }
    throw error;
  }
}

/** A text as SQL writes it. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as SQL writes it. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The table or view of an output: `book-updates` is `book_updates`. */
export function viewNameOf(output: string): string {
  return output.replaceAll(/[^A-Za-z0-9_]+/g, "_");
}
