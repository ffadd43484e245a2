import { describe, expect, it } from "vitest";
import { type Column, cutLine, flow, type Line, layOut, plainText, styledText } from "./layout.js";

interface Fruit {
  readonly name: string;
  readonly price: string;
  readonly origin: string;
}

const columns: readonly Column<Fruit>[] = [
  {
    heading: "name",
    align: "left",
    rank: 0,
    cell: (row) => row.name,
    style: (row) => (row.name === "fig" ? "32" : undefined),
  },
  { heading: "price", align: "right", rank: 1, cell: (row) => row.price },
  { heading: "origin", align: "left", rank: 2, cell: (row) => row.origin },
];
const rows: readonly Fruit[] = [
  { name: "fig", price: "12.50", origin: "Izmir" },
  { name: "pomegranate", price: "3", origin: "Kandahar" },
];

function text(lines: readonly Line[]): string[] {
  return lines.map(plainText);
}

describe("layOut", () => {
  it("makes each column as wide as its widest cell or heading", () => {
    expect(text(layOut(columns, rows, 80))).toEqual([
      "name         price  origin",
      "fig          12.50  Izmir",
      "pomegranate      3  Kandahar",
    ]);
  });

  it("keeps all columns in exactly the width that they need", () => {
    expect(text(layOut(columns, rows, 28))[2]).toBe("pomegranate      3  Kandahar");
  });

  it("leaves out the column of the highest rank where one cell is missing", () => {
    expect(text(layOut(columns, rows, 27))).toEqual(["name         price", "fig          12.50", "pomegranate      3"]);
  });

  it("cuts the last column that is left", () => {
    expect(text(layOut(columns, rows, 5))).toEqual(["name", "fig", "pomeg"]);
  });

  it("is a heading alone without rows", () => {
    expect(text(layOut(columns, [], 80))).toEqual(["name  price  origin"]);
  });

  it("styles cells without changing the widths", () => {
    const line = layOut(columns, rows, 80)[1] ?? [];
    expect(styledText(line)).toBe("\u001b[32mfig        \u001b[0m  12.50  Izmir   ");
    expect(plainText(line)).toBe("fig          12.50  Izmir");
  });
});

describe("flow", () => {
  it("puts parts on one line while they fit", () => {
    expect(text(flow(["one", "two", "three"], 15))).toEqual(["one  two  three"]);
    expect(text(flow(["one", "two", "three"], 14))).toEqual(["one  two", "three"]);
  });

  it("cuts a part that is wider than a line", () => {
    expect(text(flow(["one", "elephant"], 5))).toEqual(["one", "eleph"]);
  });

  it("has no lines without parts", () => {
    expect(flow([], 10)).toEqual([]);
  });
});

describe("cutLine", () => {
  const line: Line = [{ text: "live", style: "32" }, { text: "  " }, { text: "42" }];

  it.each([
    [0, ""],
    [3, "liv"],
    [4, "live"],
    [7, "live  4"],
    [99, "live  42"],
  ])("keeps %i cells", (width, kept) => {
    expect(plainText(cutLine(line, width))).toBe(kept);
  });

  it("ends each style that it began", () => {
    expect(styledText(cutLine(line, 2))).toBe("\u001b[32mli\u001b[0m");
  });
});
