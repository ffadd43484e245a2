import { readdirSync } from "node:fs";
import type { Script } from "./script.spec-kit.js";

/** The scripts of one folder. */
export interface ScriptGroup {
  readonly group: string;
  readonly scripts: readonly Script[];
}

const here = new URL("./", import.meta.url);
const ending = ".script.spec-kit.ts";

async function load(group: string): Promise<ScriptGroup> {
  const files = readdirSync(new URL(`${group}/`, here)).filter((name) => name.endsWith(ending));
  const scripts: Script[] = [];
  for (const file of files.toSorted()) {
    const loaded = (await import(new URL(`${group}/${file}`, here).pathname)) as {
      readonly default: Script | readonly Script[];
    };
    scripts.push(...[loaded.default].flat());
  }
  return { group, scripts };
}

/** Every script, by the folder that it stands in. */
export async function loadGroups(): Promise<readonly ScriptGroup[]> {
  const folders = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Promise.all(folders.map(({ name }) => load(name)));
}
