import { execFileSync } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { it } from "vitest";
import { exampleFolder } from "./program.spec-kit.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

it("the folder of examples is type-checked where it was copied to: nothing of it reaches out", async () => {
  const folder = await exampleFolder();
  const copy = join(folder, "examples");
  await cp(join(root, "docs/examples"), copy, { recursive: true, filter: (path) => !path.includes("node_modules") });
  const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
  // Throws with what the compiler said.
  execFileSync(process.execPath, [compiler, "--pretty", "false", "-p", copy, "--erasableSyntaxOnly"], {
    encoding: "utf8",
  });
});
