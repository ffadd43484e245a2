import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { privateEvent } from "@depthwire/schema/internal";
import { expect, it } from "vitest";

const page = readFileSync(fileURLToPath(new URL("../../../../docs/guides/account-events.md", import.meta.url)), "utf8");

/** Rows of the table whose first column has this heading: the first two cells, without code marks. */
function rowsUnder(heading: string): readonly (readonly [string, string])[] {
  const table = page.slice(page.indexOf(`| ${heading} |`)).split("\n\n")[0] ?? "";
  const cells = table.split("\n").map((line) => line.split(" | ").map((cell) => cell.replaceAll(/[|`]/g, "").trim()));
  return cells.slice(2).map(([first = "", second = ""]) => [first, second]);
}

it("lists every key of the private stream with the kind that the descriptors give it", () => {
  const described = Object.entries(privateEvent.entries).map(([kind, { wireKey }]) => [wireKey, kind]);
  expect(rowsUnder("key on the wire")).toEqual(described);
});

it("explains every kind that its own loop handles, which the compiler holds against the type", () => {
  const handled = [...page.matchAll(/case "([a-z-]+)":/g)].map(([, kind]) => kind);
  expect(handled.length).toBeGreaterThan(10);
  expect(rowsUnder("kind").map(([kind]) => kind)).toEqual(handled);
});
