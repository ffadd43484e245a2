import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openDoor } from "../../spec-support/rest-door.js";
import { operatorTable } from "./operator-table.js";

const guide = fileURLToPath(new URL("../../../../../docs/guides/sandbox.md", import.meta.url));
const heading = "| address | what it does |";

async function addressesOfGuide(): Promise<readonly string[]> {
  const text = await readFile(guide, "utf8");
  const [table = ""] = text.slice(text.indexOf(heading)).split("\n\n");
  const [, , ...rows] = table.split("\n");
  return rows.map((row) => /`([^`]+)`/.exec(row)?.[1] ?? "");
}

const addresses = operatorTable.map(({ method, path }) => `${method} ${path}`);

describe("GET /_sandbox/", () => {
  it("lists every address with its parameters, itself first", async () => {
    const { kit } = await openDoor();
    const { body } = await kit.operate("GET", "");
    const listed = body["addresses"] as readonly Record<string, unknown>[];
    expect(listed.map(({ method, path }) => `${String(method)} ${String(path)}`)).toEqual(addresses);
    expect(listed.find(({ path, method }) => path === "/_sandbox/deposits" && method === "POST")).toMatchObject({
      does: expect.stringContaining("pays"),
      parameters: expect.arrayContaining([
        { name: "amount", in: "body", required: true, says: "a positive decimal" },
        { name: "chain", in: "body", required: false, says: expect.any(String) },
      ]),
    });
    expect(listed.find(({ path }) => path === "/_sandbox/book/{pair}")).toMatchObject({
      parameters: [
        { name: "pair", in: "path", required: true },
        { name: "seq", in: "query", required: false },
      ],
    });
  });

  it.each([
    ["?as=text", "*/*"],
    ["", "text/plain"],
  ])("is text for a terminal: %j with accept %s", async (query, accept) => {
    const { kit } = await openDoor();
    const response = await fetch(`${kit.url}/_sandbox/${query}`, { headers: { accept } });
    expect(response.headers.get("content-type")).toContain("text/plain");
    const lines = (await response.text()).split("\n");
    for (const { method, path } of operatorTable) {
      expect(lines).toContain(`${method.padEnd(6)} ${path}`);
    }
  });

  it("says of every address in one sentence what it does", () => {
    for (const { does, body = {}, query = {} } of operatorTable) {
      expect(does).toMatch(/^[a-z].{10,}[^.]$/);
      expect(Object.values({ ...body, ...query }).filter((says) => says.length < 5)).toEqual([]);
    }
  });
});

it("answers at every address of the table", async () => {
  const { kit } = await openDoor();
  for (const { method, path } of operatorTable) {
    const { body } = await kit.operate(method, path.replace("/_sandbox/", ""), method === "POST" ? "null" : undefined);
    expect(JSON.stringify(body), path).not.toContain("no such path");
  }
});

it("is told by the guide's table, address by address", async () => {
  expect(await addressesOfGuide()).toEqual(addresses);
});
