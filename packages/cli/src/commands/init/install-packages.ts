import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";

/** What is kept of npm's words, from their end. */
const maxSaid = 4_000;

/**
 * Runs `npm install` there, without the install scripts of packages: none of them needs one.
 *
 * @throws Refused `install-failed`
 */
export async function installPackages(directory: string, { environment, signal }: Context): Promise<void> {
  const isWindows = process.platform === "win32";
  const npm = spawn(
    isWindows ? "npm.cmd" : "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: directory,
      env: environment,
      signal,
      shell: isWindows,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-maxSaid);
    });
  }
  const [code] = (await once(npm, "close")) as [number | null];
  if (code !== 0) {
    throw new Refused(
      "install-failed",
      `The project is written, but npm install in ${directory} ended with ${code ?? "a signal"}: ${said.trim()}`,
      "Mend what npm says, then run npm install there. Packages that are not published come from tarballs: --from.",
    );
  }
}
