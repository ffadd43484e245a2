// Builds the page into the accelerator's folder `app`, unless it is built of the same sources already. `--force` builds anyway.
import { createHash } from "node:crypto";
import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = new URL(".", import.meta.url);
/** The accelerator's package has the page as it is published: one folder for the repository and for users. */
const appFolder = new URL("../accelerator/app/", here);
const markFile = new URL("dist/app.built", here);

/** Scripts may be so large, compressed: a page that loads at once. */
const maxScriptBytes = 200 * 1024;

/** Everything that the page is made of. */
async function digestOfSources() {
  const hash = createHash("sha256");
  const inFolder = (await readdir(new URL("src/", here), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.includes(".spec"))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
  const others = ["index.html", "build.mjs", "package.json", "../core/dist/index.js", "../../package-lock.json"];
  for (const path of [...inFolder, ...others.map((name) => fileURLToPath(new URL(name, here)))]) {
    hash.update(path).update(await readFile(path));
  }
  return hash.digest("hex");
}

/** Of what sources the page is that is there. */
async function readMark() {
  try {
    await access(new URL("index.html", appFolder));
    return await readFile(markFile, "utf8");
  } catch {
    return "";
  }
}

async function scriptBytes() {
  const folder = new URL("assets/", appFolder);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const sizes = await Promise.all(names.map(async (name) => gzipSync(await readFile(new URL(name, folder))).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const digest = await digestOfSources();
if (process.argv.includes("--force") || (await readMark()) !== digest) {
  // Whoever builds, the page is what users get.
  process.env.NODE_ENV = "production";
  // Loaded only where something is to be built: most starts find it built.
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: fileURLToPath(here),
    base: "/app/",
    logLevel: "warn",
    build: {
      outDir: fileURLToPath(appFolder),
      emptyOutDir: true,
      license: { fileName: "third-party-licenses.md" },
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  const bytes = await scriptBytes();
  if (bytes > maxScriptBytes) {
    throw new RangeError(`the page's scripts are ${bytes} bytes compressed, more than ${maxScriptBytes}`);
  }
  await mkdir(new URL("dist/", here), { recursive: true });
  await writeFile(markFile, digest);
  process.stderr.write(`dashboard: built, ${(bytes / 1024).toFixed(1)} KiB of script compressed\n`);
}
