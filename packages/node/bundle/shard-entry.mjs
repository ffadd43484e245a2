// Joins what a shard's thread loads of this repository's packages into one file, when the package is packed: a thread that reads
// one file instead of some three hundred boots in half the time. What is others' stays theirs, and is loaded as it is.
// In the repository itself threads load the built modules one by one, so that none runs what is out of date.
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const bundleName = "shard-entry.bundle.js";

if (process.argv[2] === "--remove") {
  await rm(`${dist}${bundleName}`, { force: true });
} else {
  await build({
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: [/^@depthwire\//] },
    build: {
      ssr: `${dist}shard-entry.js`,
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      target: "node20",
      // Loaded only where a shard records.
      rollupOptions: { external: [/\/shard-recording\.js$/], output: { entryFileNames: bundleName } },
    },
  });
}
