import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { readTools } from "./tools/index.js";
import { orderTools } from "./tools/orders.js";

it("the guide's table has every tool and no other", async () => {
  const guide = await readFile(new URL("../../../../../docs/guides/agents.md", import.meta.url), "utf8");
  const cells = guide.split("\n").flatMap((line) => (line.startsWith("| `") ? [line.split("|")[1] ?? ""] : []));
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  expect(named).toEqual([...readTools, ...orderTools].map(({ name }) => name));
});
