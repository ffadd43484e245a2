import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The workspace's folder, from sources or from what is built of them. */
const workspace = new URL(import.meta.url.endsWith(".ts") ? "../../" : "../../../", import.meta.url);

/**
 * Runs a built command of the workspace with `--json`, and returns its summary. A command that found something wrong has a summary as well.
 *
 * @param file of the command, below the workspace's folder
 * @throws Error when it ended without a summary
 */
export async function workspaceSummary<Summary>(file: string, args: readonly string[]): Promise<Summary> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, workspace)), ...args, "--json"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  const [code] = await once(child, "close");
  const last = said.out.trimEnd().split("\n").at(-1) ?? "";
  if (!last.startsWith("{")) {
    throw new Error(`${file} ended with ${code} and without a summary: ${said.err.trim().slice(-500)}`);
  }
  return JSON.parse(last) as Summary;
}
