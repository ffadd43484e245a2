// Builds the page into dist/site, unless it is built of the same sources already, and then copies it to the folder that is named, if one is.
//   node packages/playground/build.mjs [folder]
import { createHash } from "node:crypto";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = new URL(".", import.meta.url);
const page = fileURLToPath(new URL("dist/site/", here));
const markFile = new URL("dist/site.built", here);

/** Scripts may be so large, compressed. The page with its parts, and each worker, are counted once. */
const maxScriptBytes = 336 * 1024;

/** The page plays so many commands of this seed, and holds what comes out against what Node makes of them while it builds. */
const playedCommands = [1_000, 10_000];
const playedSeed = 7;

/** Packages whose compiled files become part of the page. */
const bundled = [
  "schema",
  "core",
  "book",
  "account",
  "stream",
  "recording",
  "rest",
  "client",
  "browser",
  "exchange",
  "sandbox",
];

async function filesOf(folder, isWanted) {
  const entries = await readdir(new URL(folder, here), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isWanted(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
}

/** Everything that the page is made of. */
async function digestOfSources() {
  const others = ["index.html", "build.mjs", "package.json", "../../package-lock.json"];
  const lists = await Promise.all([
    filesOf("src/", (name) => !name.includes(".spec")),
    filesOf("../dashboard/src/style/", () => true),
    ...bundled.map((name) => filesOf(`../${name}/dist/`, (file) => file.endsWith(".js"))),
  ]);
  const hash = createHash("sha256");
  for (const path of [...lists.flat(), ...others.map((name) => fileURLToPath(new URL(name, here)))]) {
    hash.update(path).update(await readFile(path));
  }
  return hash.digest("hex");
}

async function readMark() {
  try {
    return await readFile(markFile, "utf8");
  } catch {
    return "";
  }
}

async function scriptSizes() {
  const scripts = await filesOf("dist/site/", (name) => name.endsWith(".js"));
  const sizes = await Promise.all(scripts.map(async (path) => [path, gzipSync(await readFile(path)).length]));
  return new Map(sizes.map(([path, bytes]) => [path.replace(/^.*\/|-[\w-]{8}\.js$/g, ""), bytes]));
}

const digest = await digestOfSources();
if ((await readMark()) !== digest) {
  // Whoever builds, the page is what visitors get.
  process.env.NODE_ENV = "production";
  // Loaded only where something is to be built.
  const { build } = await import("vite");
  const { playCommands } = await import("./dist/same-bytes/play-commands.js");
  const nodeDigests = playedCommands.map((commands) => playCommands({ commands, seed: playedSeed }));
  await build({
    configFile: false,
    root: fileURLToPath(here),
    // Below any path of any host.
    base: "./",
    logLevel: "warn",
    worker: { format: "es" },
    define: { nodeDigests: JSON.stringify(nodeDigests) },
    build: {
      outDir: "dist/site",
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  const sizes = await scriptSizes();
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const kib = (size) => `${(size / 1024).toFixed(1)} KiB`;
  const parts = [...sizes].map(([name, size]) => `${name} ${kib(size)}`).join(", ");
  if (bytes > maxScriptBytes) {
    throw new RangeError(`the page's scripts are ${bytes} bytes compressed, more than ${maxScriptBytes}: ${parts}`);
  }
  await writeFile(markFile, digest);
  process.stderr.write(`playground: built, ${kib(bytes)} of script compressed (${parts})\n`);
}

const [folder] = process.argv.slice(2);
if (folder !== undefined) {
  await rm(resolve(folder), { recursive: true, force: true });
  await cp(page, resolve(folder), { recursive: true });
}
