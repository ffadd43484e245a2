import { ValidationError } from "@depthwire/core";
import { type UnzipFileInfo, unzipSync } from "fflate";
import { RecordingError } from "../segment/recording-error.js";
import type { RecordingStore } from "../segment/recording-store.js";

/** Bounds of an archive that is read. */
export interface ArchiveLimits {
  /** Most bytes of one file of it, inflated; default 256 MiB. */
  readonly maxFileBytes?: number | undefined;
  /** Most files; default 100,000. */
  readonly maxFiles?: number | undefined;
}

const defaultMaxFileBytes = 256 * 1024 * 1024;
const defaultMaxFiles = 100_000;

/**
 * The recording in an archive that `writeArchive` made, for `replay`. Files are inflated when they are read, one at a time. Nothing can be added to it.
 *
 * @throws RecordingError `recording-corrupt` where it is no such archive, or is beyond its limits
 */
export function openArchive(archive: Uint8Array, limits: ArchiveLimits = {}): RecordingStore {
  const files = listFiles(archive, limits);
  let latest: { readonly name: string; readonly content: Uint8Array } | undefined;
  const contentOf = (name: string): Uint8Array => {
    if (latest?.name !== name) {
      latest = { name, content: inflateFile(archive, name, files) };
    }
    return latest.content;
  };
  return {
    list: () => Promise.resolve([...files].map(([name, { originalSize }]) => ({ name, bytes: originalSize }))),
    read: async (name, start, end) => contentOf(name).slice(start, end),
    describe: () => Promise.resolve({ directory: "", found: `an archive of ${files.size} files` }),
    create: refuse,
    truncate: async () => refuse(),
    replace: async () => refuse(),
  };
}

function listFiles(
  archive: Uint8Array,
  { maxFileBytes = defaultMaxFileBytes, maxFiles = defaultMaxFiles }: ArchiveLimits,
): ReadonlyMap<string, UnzipFileInfo> {
  const files = new Map<string, UnzipFileInfo>();
  const note = (file: UnzipFileInfo): false => {
    if (file.originalSize > maxFileBytes || files.size >= maxFiles) {
      throw corrupt(file.name, "limit");
    }
    files.set(file.name, file);
    return false;
  };
  guarded("", () => unzipSync(archive, { filter: note }));
  return files;
}

/** The inflater fills what the archive's list of files promises, and not a byte more. The segments' own checksums find what is wrong in it. */
function inflateFile(archive: Uint8Array, name: string, files: ReadonlyMap<string, UnzipFileInfo>): Uint8Array {
  const { originalSize } = files.get(name) ?? {};
  const isWanted = (file: UnzipFileInfo): boolean => file.name === name && file.originalSize === originalSize;
  const content = guarded(name, () => unzipSync(archive, { filter: isWanted })[name]);
  if (content === undefined) {
    throw corrupt(name, "archive");
  }
  return content;
}

function guarded<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof RecordingError ? error : corrupt(file, "archive", error);
  }
}

function corrupt(file: string, check: string, cause?: unknown): RecordingError {
  return new RecordingError("recording-corrupt", { file, offset: 0, check }, { cause });
}

function refuse(): never {
  throw new ValidationError("option-invalid", {
    option: "store",
    rule: "one that can be written; archives are only read",
  });
}
