import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../command-line/run-command.js";
import { judgeCosts, readCosts } from "./judge.js";
import { parseCostsOptions } from "./options.js";

// From packages/tools/dist/costs.
const root = fileURLToPath(new URL("../../../../", import.meta.url));

runCommand("costs", parseCostsOptions, async ({ from }) => {
  const lines = from === undefined ? measureNow() : readFileSync(from, "utf8");
  return judgeCosts(readCosts(lines, root));
});

/** Runs `npm test`, whose output goes to standard error. */
function measureNow(): string {
  const folder = mkdtempSync(join(tmpdir(), "depthwire-costs-"));
  try {
    const path = join(folder, "costs.ndjson");
    const env = { ...process.env, SPEC_COSTS: path };
    const { status } = spawnSync("npm", ["test"], { cwd: root, env, stdio: ["ignore", 2, 2] });
    if (status !== 0) {
      throw new Error("npm test failed, so its costs say nothing");
    }
    return readFileSync(path, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
