import { readdir } from "node:fs/promises";
import { resolve } from "node:path";

/** Most names that a shell is offered. */
const maxNames = 200;

/** Files and directories whose paths begin with what is typed; a directory ends with a slash. */
export async function pathsThatBeginWith(typed: string, workingDirectory: string): Promise<readonly string[]> {
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const entries = await readdir(resolve(workingDirectory, folder), { withFileTypes: true }).catch(() => []);
  return entries
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`)
    .filter((path) => path.startsWith(typed))
    .slice(0, maxNames);
}
