import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSentences, schemaDeclarations } from "../api-docs/sentences.js";
import { type SiteFile, siteSource } from "./site-pages.js";

/**
 * `node packages/tools/dist/site/bin.js pages`: writes into `docs/.pages` what TypeDoc makes the site of.
 * `… machines`: writes into `docs/.site` what machines read, once TypeDoc has written the rest.
 * `… package`: writes into the current folder, that of a package which is about to be packed, what machines read of it.
 */
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const source = siteSource(root, readSentences(schemaDeclarations("internal")));

if (process.argv[2] === "pages") {
  const folder = join(root, "docs/.pages");
  rmSync(folder, { recursive: true, force: true });
  write(folder, source.pages);
  for (const path of source.carried) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  console.log(`site: ${source.pages.length} pages`);
} else if (process.argv[2] === "package") {
  write(process.cwd(), source.forPackages);
} else {
  const folder = join(root, "docs/.site");
  write(folder, source.forMachines);
  const bytes = readFileSync(join(folder, "llms-full.txt")).length;
  console.log(`site: ${source.forMachines.length} files for machines, llms-full.txt ${bytes} bytes`);
}

function write(folder: string, files: readonly SiteFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
