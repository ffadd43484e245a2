import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { steps } from "../pipeline.js";

const guide = fileURLToPath(new URL("../../../../../docs/guides/sandbox.md", import.meta.url));
const heading = "| step | what is asked | refused with |";

/** The first column of the table; a step with several rows is named in the first of them. */
async function readNames(): Promise<readonly string[]> {
  const text = await readFile(guide, "utf8");
  const [table = ""] = text.slice(text.indexOf(heading)).split("\n\n");
  const [, , ...rows] = table.split("\n");
  return rows.map((row) => row.split("|")[1]?.trim() ?? "").filter((name) => name !== "");
}

it("the guide's table has the steps of a request, in the order in which they are taken", async () => {
  expect(await readNames()).toEqual(steps.map(({ name }) => name));
});
