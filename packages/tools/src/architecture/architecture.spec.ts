import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readWorkspace } from "../boundaries/workspace.js";
import { faultOfStop, readFloors, readWalks } from "./walk.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
const walks = readWalks(page);
const read = (file: string): string | undefined =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined;

describe("the page of the architecture", () => {
  it("has a frame's walk and an order's, each stop numbered", () => {
    expect(walks.map(({ title }) => title)).toEqual(["A depth frame", "An order"]);
    for (const { stops } of walks) {
      expect(stops.length).toBeGreaterThan(20);
      expect(stops.map(({ number }) => number)).toEqual(stops.map((_, index) => index + 1));
    }
  });

  it.each(walks)("$title goes through files, names and calls that there are", ({ stops }) => {
    expect(stops.map((stop) => faultOfStop(stop, stops, read)).filter((fault) => fault !== undefined)).toEqual([]);
  });

  it("shows every package on the floor of its tag", () => {
    const tagged = readWorkspace(root).flatMap(({ name, tags }) =>
      tags.flatMap((tag) => (tag.startsWith("floor:") ? [[name, Number(tag.slice("floor:".length))] as const] : [])),
    );
    expect(readFloors(page)).toEqual(new Map(tagged));
  });

  it("is linked from where newcomers begin", () => {
    expect(read("README.md")).toContain("(docs/architecture.md)");
    expect(read("CONTRIBUTING.md")).toContain("(docs/architecture.md)");
  });
});

describe("the check of a walk", () => {
  const files: Readonly<Record<string, string>> = {
    "packages/a.ts": 'import { second } from "./b.js";\nexport function first(): void { second(); }\n',
    "packages/b.ts": "export function second(port: Port): void {}\nexport interface Port {}\n",
  };
  const faults = (rows: string): (string | undefined)[] => {
    const [walk] = readWalks(`## A walk\n\n${rows}`);
    return (walk?.stops ?? []).map((stop) => faultOfStop(stop, walk?.stops ?? [], (file) => files[file]));
  };
  const first = "| 1 | [`first`](../packages/a.ts) | Begins. | the wire |";

  it("finds nothing in a right one", () => {
    expect(faults(`${first}\n| 2 | [\`second\`](../packages/b.ts) | Ends. | call from 1 |`)).toEqual([
      undefined,
      undefined,
    ]);
  });

  const wrong: readonly [row: string, fault: string][] = [
    ["[`second`](../packages/c.ts) | Ends. | call from 1", "stop 2: there is no packages/c.ts"],
    ["[`third`](../packages/b.ts) | Ends. | call from 1", "stop 2: packages/b.ts declares no third"],
    ["[`second`](../packages/b.ts) | Ends. | call from 2", "stop 2: packages/b.ts does not import second"],
    ["[`second`](../packages/b.ts) | Ends. | call from 7", "stop 2: there is no stop 7"],
    ["[`second`](../packages/b.ts) | Ends. | port `Gate`", "stop 2: packages/b.ts does not name Gate"],
    ["[`second`](../packages/b.ts) | Ends. | `Port`", "stop 2: no other stop names Port"],
    ["[`second`](../packages/b.ts) | Ends. | magic", "stop 2: nobody gets there by magic"],
  ];
  it.each(wrong)("%s", (row, fault) => {
    expect(faults(`${first}\n| 2 | ${row} |`)[1]).toBe(fault);
  });

  it("refuses a row that is not written as agreed", () => {
    expect(() => readWalks("## A walk\n\n| 1 | follow | Begins. | the wire |")).toThrow(/not a stop/);
  });
});
