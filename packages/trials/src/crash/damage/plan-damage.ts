import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { below, type FileKind, fileKinds, type HarmKind, type HarmTarget, harmFile, harmKinds } from "./harm.js";

/** What is harmed: one file, two of the database's at once, or the directory as a whole. */
export type DamageKind = "file" | "two-files" | "older-list" | "older-database" | "marks-alone";

/** Kinds of damage, each as often as it stands here. */
const kinds: readonly DamageKind[] = [
  "file",
  "file",
  "file",
  "file",
  "file",
  "two-files",
  "older-list",
  "older-database",
  "marks-alone",
];

const databaseFiles: readonly FileKind[] = ["log", "table", "manifest", "current"];
const allFiles = Object.keys(fileKinds) as FileKind[];

/** Harms a directory by chance. @returns what was done, for people; nothing when nothing could be done */
export async function damage(target: HarmTarget, kind: DamageKind): Promise<string | undefined> {
  switch (kind) {
    case "file":
      return describe(target, pick(target, allFiles), pick(target, harmKinds));
    case "two-files":
      return [
        await describe(target, pick(target, databaseFiles), pick(target, harmKinds)),
        await describe(target, pick(target, databaseFiles), pick(target, harmKinds)),
      ].join(" and ");
    case "older-list":
      return replaceDatabase(target, /^(CURRENT|MANIFEST-\d+)$/);
    case "older-database":
      return replaceDatabase(target, /^(CURRENT|MANIFEST-\d+|\d+\.(ldb|log))$/);
    case "marks-alone":
      for (const name of await readdir(target.directory)) {
        if (!name.startsWith(".")) {
          await rm(join(target.directory, name));
        }
      }
      return "all but the marks lost";
  }
}

/** Which damage comes next. */
export function nextKind(draw: HarmTarget["draw"]): DamageKind {
  return kinds[below(draw, kinds.length)] ?? "file";
}

function pick<Value>({ draw }: HarmTarget, values: readonly Value[]): Value {
  return values[below(draw, values.length)] as Value;
}

async function describe(target: HarmTarget, fileKind: FileKind, kind: HarmKind): Promise<string | undefined> {
  const harm = await harmFile(target, fileKind, kind);
  return harm === undefined ? undefined : `${harm.file} ${harm.kind}`;
}

/** The files of the life before, in place of the present ones; the marks stay. */
async function replaceDatabase({ directory, older }: HarmTarget, which: RegExp): Promise<string> {
  for (const name of await readdir(directory)) {
    if (which.test(name)) {
      await rm(join(directory, name));
    }
  }
  for (const name of await readdir(older)) {
    if (which.test(name)) {
      await cp(join(older, name), join(directory, name));
    }
  }
  return `older copies of ${String(which)}`;
}
