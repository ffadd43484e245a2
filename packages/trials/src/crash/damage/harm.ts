import { copyFile, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Draw } from "../plan.js";

/** A kind of file in a data directory. */
export type FileKind = "log" | "table" | "manifest" | "current" | "kept" | "closed" | "lock" | "words";

/** Which files are of which kind. */
export const fileKinds: Readonly<Record<FileKind, RegExp>> = {
  log: /^\d+\.log$/,
  table: /^\d+\.ldb$/,
  manifest: /^MANIFEST-\d+$/,
  current: /^CURRENT$/,
  kept: /^\.kept$/,
  closed: /^\.closed$/,
  lock: /^LOCK$/,
  words: /^LOG$/,
};

/** What becomes of a file. */
export type HarmKind = "cut" | "emptied" | "lost" | "flipped" | "zeroed" | "older" | "longer";

/** Every way to harm a file. */
export const harmKinds: readonly HarmKind[] = ["cut", "emptied", "lost", "flipped", "zeroed", "older", "longer"];

/** A directory that is to be harmed. */
export interface HarmTarget {
  readonly directory: string;
  /** The same venue in its life before. */
  readonly older: string;
  readonly draw: Draw;
}

/** What was done to which file. */
export interface Harm {
  readonly kind: HarmKind;
  readonly fileKind: FileKind;
  readonly file: string;
}

type Act = (file: string, target: HarmTarget, fileKind: FileKind) => Promise<void>;

/** Length of a page of a disk's cache, in bytes. */
const pageBytes = 4096;

const maxFlips = 8;

/** A whole number below `bound`. */
export function below(draw: Draw, bound: number): number {
  return Math.floor(draw() * bound);
}

async function change(file: string, edit: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(file, edit(await readFile(file)));
}

const acts: Readonly<Record<HarmKind, Act>> = {
  cut: async (file, { draw }) => truncate(file, below(draw, (await readFile(file)).length)),
  emptied: (file) => truncate(file, 0),
  lost: (file) => rm(file),
  flipped: (file, { draw }) =>
    change(file, (bytes) => {
      for (let flips = 1 + below(draw, maxFlips); flips > 0 && bytes.length > 0; flips--) {
        const at = below(draw, bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << below(draw, 8));
      }
      return bytes;
    }),
  zeroed: (file, { draw }) =>
    change(file, (bytes) => {
      const page = below(draw, Math.ceil(bytes.length / pageBytes));
      return bytes.fill(0, page * pageBytes, Math.min(bytes.length, (page + 1) * pageBytes));
    }),
  older: async (file, { older }, fileKind) => {
    const found = await filesOf(older, fileKind);
    const copy = found.at(-1);
    // There was none in the life before: then this one is gone.
    if (copy === undefined) {
      await rm(file);
    } else {
      await copyFile(join(older, copy), file);
    }
  },
  longer: (file, { draw }) =>
    change(file, (bytes) => Buffer.concat([bytes, Buffer.from(Array.from({ length: 40 }, () => below(draw, 256)))])),
};

async function filesOf(directory: string, fileKind: FileKind): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => fileKinds[fileKind].test(name)).sort();
}

/** Harms one file of a kind. @returns nothing when the directory has none */
export async function harmFile(target: HarmTarget, fileKind: FileKind, kind: HarmKind): Promise<Harm | undefined> {
  const files = await filesOf(target.directory, fileKind);
  const file = files[below(target.draw, files.length)];
  if (file === undefined) {
    return undefined;
  }
  await acts[kind](join(target.directory, file), target, fileKind);
  return { kind, fileKind, file };
}
