import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import type { Manifest } from "./published.js";

/** How many times as large sources and maps may make a package. */
export const maxShareOfSources = 2.1;

/** What npm runs at somebody else's place. */
const installScripts = ["preinstall", "install", "postinstall"] as const;

/** What everybody who looks for the origin of a package needs. */
const neededFields = [
  "description",
  "license",
  "repository",
  "author",
  "bugs",
  "keywords",
  "homepage",
  "engines",
] as const;

/**
 * What is wrong with an unpacked package, as sentences.
 *
 * @param folder of the unpacked package
 * @param license text of the root's LICENSE
 */
export async function judgeContents(folder: string, license: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(folder.length + 1), entry.name));
  const read = (path: string): Promise<string> => readFile(join(folder, path), "utf8");
  const manifest = JSON.parse(await read("package.json")) as Manifest & Readonly<Record<string, unknown>>;
  const faults = [
    ...neededFields.filter((field) => manifest[field] === undefined).map((field) => `package.json has no ${field}`),
    ...installScripts.filter((hook) => manifest.scripts?.[hook] !== undefined).map((hook) => `it has a script ${hook}`),
    ...["LICENSE", "README.md"].filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files.filter((file) => /\.spec(-kit)?\./.test(file)).map((file) => `${file} is a test`),
    ...missingEntries(manifest.files ?? [], files).map(
      (entry) => `package.json lists ${entry}, and nothing of it is there`,
    ),
  ];
  if (files.includes("LICENSE") && (await read("LICENSE")) !== license) {
    faults.push("LICENSE differs from the root's");
  }
  for (const map of files.filter((file) => file.endsWith(".map"))) {
    const { sources } = JSON.parse(await read(map)) as { readonly sources: readonly string[] };
    const missing = sources.filter((source) => !files.includes(posix.join(posix.dirname(map), source)));
    faults.push(...missing.map((source) => `${map} names ${source}, which is not in the package`));
  }
  const share = await shareOfSources(folder, files);
  if (share > maxShareOfSources) {
    faults.push(
      `sources and maps make it ${share.toFixed(2)} times as large as it is without them, and ${maxShareOfSources} is the most`,
    );
  }
  return faults;
}

/** npm packs what it finds and says nothing of the rest, such as a folder that a build would have made. */
function missingEntries(entries: readonly string[], files: readonly string[]): string[] {
  const isThere = (entry: string): boolean => {
    const [start = "", ...pattern] = entry.split("*");
    const from = pattern.length > 0 ? start : `${start.replace(/\/$/, "")}/`;
    return files.some((file) => `${file}/`.startsWith(from));
  };
  return entries.filter((entry) => !entry.startsWith("!") && !isThere(entry));
}

async function shareOfSources(folder: string, files: readonly string[]): Promise<number> {
  const own = files.filter((file) => !file.startsWith("src/") && !file.endsWith(".map"));
  return (await packedBytes(folder, files)) / (await packedBytes(folder, own));
}

async function packedBytes(folder: string, files: readonly string[]): Promise<number> {
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file))));
  return gzipSync(Buffer.concat(contents), { level: 9 }).length;
}
