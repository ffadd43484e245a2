import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { recordFixture } from "./record-fixture.js";

/** `node packages/tools/dist/record-fixture/bin.js [folder] [seed]`: writes the recording that the end-to-end tests replay. */
const [folder = "packages/e2e/fixtures/deployed", seed = "7"] = process.argv.slice(2);
const directory = resolve(folder);
await rm(directory, { recursive: true, force: true });
await mkdir(directory, { recursive: true });
const { shown } = await recordFixture(directory, Number(seed));
const sizes = await Promise.all(
  (await readdir(directory)).map(async (name) => (await stat(join(directory, name))).size),
);
const bytes = sizes.reduce((sum, size) => sum + size, 0);
process.stdout.write(`${directory}: ${sizes.length} files, ${bytes} bytes, ${Object.keys(shown).length} live states\n`);
