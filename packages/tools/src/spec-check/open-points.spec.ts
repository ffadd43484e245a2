import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { InventoryRow } from "../spec-inventory/row.js";

/** One row of the table: where a point is decided and which test holds it. */
interface OpenPoint {
  readonly id: string;
  /** `limits.frequency` is the member of a constant. */
  readonly constant: string;
  readonly file: string;
  readonly title: string;
  readonly test: string;
}

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const read = (path: string): string => readFileSync(root + path, "utf8");
const document = read("docs/spec/open-points.md");
const points = readPoints(document);

/** Reads the rows; a row that is not written as agreed is an error of its own. */
function readPoints(text: string): OpenPoint[] {
  const rows = text.split("\n").filter((line) => /^\| (?!id |-)/.test(line));
  return rows.map((row) => {
    const cells = row.slice(2, -2).split(" | ");
    const [, constant = "", file = ""] = /^`([\w.]+)` in `([\w./-]+)`$/.exec(cells[4] ?? "") ?? [];
    const [, title = "", test = ""] = /^"(.+)" in `([\w./-]+)`$/.exec(cells[5] ?? "") ?? [];
    if (cells.length !== 6 || constant === "" || title === "") {
      throw new Error(`not a row of the table: ${row}`);
    }
    return { id: cells[0] ?? "", constant, file, title, test };
  });
}

/** Whether a source declares the name, and the member where one is named. */
function declares(source: string, constant: string): boolean {
  const [name = "", member] = constant.split(".");
  const declared = new RegExp(`\\b(?:const|function|class|type|interface) ${name}\\b`).exec(source);
  if (declared === null || member === undefined) {
    return declared !== null;
  }
  return new RegExp(`\\b${member}\\b\\s*[:(]`).test(source.slice(declared.index));
}

describe("the table of open points", () => {
  it("has every point once, in kebab case", () => {
    const ids = points.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(40);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  });

  it.each(points)("$id names a constant that exists", ({ constant, file }) => {
    expect(existsSync(root + file), file).toBe(true);
    expect(declares(read(file), constant), `${constant} in ${file}`).toBe(true);
  });

  it.each(points)("$id names a test that exists", ({ title, test }) => {
    expect(test).toMatch(/\.spec\.ts$/);
    expect(existsSync(root + test), test).toBe(true);
    expect(read(test).includes(title), `"${title}" in ${test}`).toBe(true);
  });

  it("cites sections that the documents have", () => {
    const inventory = JSON.parse(read("docs/spec/inventory.json")) as InventoryRow[];
    const sections = new Set(inventory.map(({ document: from, section }) => `${from}, ${section}`));
    const cited = [...document.matchAll(/document [12], [^;|]+/g)].map(([citation]) => citation.trim());
    expect(cited.length).toBeGreaterThan(20);
    const unknown = cited.filter((citation) => ![...sections].some((section) => section.startsWith(citation)));
    expect(unknown).toEqual([]);
  });
});

describe("the reader of the table", () => {
  it("sees what is missing", () => {
    const source = "export const limits = { frequency: { max: 30 } };";
    expect(declares(source, "limits")).toBe(true);
    expect(declares(source, "limits.frequency")).toBe(true);
    expect(declares(source, "limits.batch")).toBe(false);
    expect(declares(source, "limit")).toBe(false);
    expect(() => readPoints("| a | b |")).toThrow(/not a row/);
  });
});
