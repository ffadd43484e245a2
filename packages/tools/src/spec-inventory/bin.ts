import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Command } from "commander";
import { extractDocument, extractFieldNotes } from "./extract.js";

/**
 * Extracts the inventory from the specification. The documents are not part of the repository; their facts are.
 * `node packages/tools/dist/spec-inventory/bin.js --document-1 FILE --document-2 FILE --field-notes FILE`
 */
const options = new Command()
  .name("spec-inventory")
  .requiredOption("--document-1 <file>", "document 1 of the specification")
  .requiredOption("--document-2 <file>", "document 2 of the specification")
  .requiredOption("--field-notes <file>", "the field notes")
  .option("--out <file>", "where the inventory goes", "docs/spec/inventory.json")
  .parse()
  .opts<{ "document-1"?: string; document1: string; document2: string; fieldNotes: string; out: string }>();

const rows = [
  ...extractDocument("document 1", readFileSync(options.document1, "utf8")),
  ...extractDocument("document 2", readFileSync(options.document2, "utf8")),
  ...extractFieldNotes(readFileSync(options.fieldNotes, "utf8")),
];
mkdirSync(dirname(options.out), { recursive: true });
writeFileSync(options.out, `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]\n`);
console.log(`${rows.length} rows written to ${options.out}`);
