import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { extractDocument, extractFieldNotes } from "./extract.js";
import type { InventoryRow } from "./row.js";

const document = `# Title

## Resources and their fields

### Order, short-key form

| Key | Type | Meaning |
|---|---|---|
| \`oi\` | string | id |
| \`fee\`, \`fee_bix\` | string | fees |
| \`tif\` | integer | ignored |

### Records

- Basic record: \`pair\`, \`value\` (a \`note\` inside). Ignored: \`id\`.
- Summary: \`total\` and \`list[]\` of \`{coin, balance (free)}\`.

Pushed form (\`x\`): \`time\` (ms).

## Endpoints

### Cancel order

POST \`/v3/close\`. Body: \`order_id\` string, required. Response: \`state\`.

### Domains

GET \`{url}\` path \`/v1/domains\`: lists. Response shape: not shown.

## Authentication

1. First.
2. Second.
`;

const rows = extractDocument("document 1", document);
const ids = rows.map((row) => row.id);

describe("the inventory of a document", () => {
  it("takes every key of a table row, and knows ignored ones", () => {
    expect(ids).toContain("d1/resources-order-short-key-form/oi");
    expect(ids).toContain("d1/resources-order-short-key-form/fee");
    expect(ids).toContain("d1/resources-order-short-key-form/fee_bix");
    expect(ids).toContain("d1/resources-order-short-key-form/ignored-field/tif");
  });

  it("takes the keys of a record in a bullet or a paragraph, not those in its parentheses", () => {
    expect(ids.filter((id) => id.startsWith("d1/resources-records-"))).toEqual([
      "d1/resources-records-basic-record/pair",
      "d1/resources-records-basic-record/value",
      "d1/resources-records-basic-record/ignored-field/id",
      "d1/resources-records-summary/total",
      "d1/resources-records-summary/list",
      "d1/resources-records-summary/coin",
      "d1/resources-records-summary/balance",
      "d1/resources-records-pushed-form/time",
    ]);
  });

  it("takes operations with their parameters, rules and normative sentences", () => {
    expect(ids).toContain("d1/endpoints-cancel-order/operation//v3/close");
    expect(ids).toContain("d1/endpoints-cancel-order/parameter/order_id");
    expect(ids).toContain("d1/endpoints-domains/operation//v1/domains");
    expect(ids).toContain("d1/endpoints-domains/sentence/1");
    expect(ids.filter((id) => id.startsWith("d1/authentication/"))).toEqual([
      "d1/authentication/rule/1",
      "d1/authentication/rule/2",
    ]);
  });

  it("numbers field notes and names samples", () => {
    const notes = extractFieldNotes(
      "## Names\n1. A.\n2. B.\n## Samples\n- depth, full: `{}`\n- `cmds` signing, secret `s`: `x`\n",
    );
    expect(notes.map((row) => row.id)).toEqual([
      "notes/names/note/1",
      "notes/names/note/2",
      "notes/samples/sample/depth-full",
      "notes/samples/sample/cmds-signing",
    ]);
  });
});

describe("the checked-in inventory", () => {
  const inventory = JSON.parse(
    readFileSync(new URL("../../../../docs/spec/inventory.json", import.meta.url), "utf8"),
  ) as InventoryRow[];

  it("has unique ids and the size of the documents", () => {
    expect(new Set(inventory.map((row) => row.id)).size).toBe(inventory.length);
    expect(inventory.length).toBeGreaterThan(300);
    expect(inventory.filter((row) => row.kind === "code")).toHaveLength(34);
    expect(inventory.filter((row) => row.kind === "note")).toHaveLength(46);
  });

  it("holds facts, no sentences", () => {
    for (const row of inventory) {
      expect(row.key.split(" ").length).toBeLessThanOrEqual(3);
    }
  });
});
