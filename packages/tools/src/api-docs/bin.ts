import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateDocuments, staleFiles } from "./documents.js";
import { readSentences, schemaDeclarations } from "./sentences.js";

/** `npm run api-docs`: writes the generated pages. `--check` writes nothing; exit 1 when a page is not what would be written. */
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const check = process.argv.includes("--check");
const manifest: unknown = JSON.parse(readFileSync(join(root, "packages/schema/package.json"), "utf8"));
const files = generateDocuments(
  readSentences(schemaDeclarations("internal")),
  readSentences(schemaDeclarations("relay")),
  versionOf(manifest),
);
const stale = staleFiles(root, files);
if (check) {
  for (const { path } of stale) {
    console.error(`${path}: not what the descriptors say; run npm run api-docs`);
  }
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
console.log(`api-docs: ${files.length} files, ${stale.length} ${check ? "stale" : "written"}`);

function versionOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "version" in value) {
    return String(value.version);
  }
  throw new Error("the schema package has no version");
}
