import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lineMap } from "./line-map.js";

/** Runs in a package's folder before it is packed: its maps become maps of lines. They still serve whoever works in the repository. */
for (const path of readdirSync("dist", { recursive: true, encoding: "utf8" })) {
  if (path.endsWith(".js.map")) {
    shrink(join("dist", path));
  }
}

/** Replaces a file at once, since specs that run beside this may be reading it. */
function shrink(path: string): void {
  const before = readFileSync(path, "utf8");
  const after = lineMap(before);
  if (after !== before) {
    writeFileSync(`${path}.new`, after);
    renameSync(`${path}.new`, path);
  }
}
