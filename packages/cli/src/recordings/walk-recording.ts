import { join, relative } from "node:path";
import { crc32 } from "node:zlib";
import { type DirectoryStore, openDirectoryStore, RecordingError } from "@depthwire/node";
import { recordingDirectories } from "@depthwire/node/internal";
import {
  decodeIndex,
  isIndexName,
  isSegmentName,
  type RecordingEntry,
  type SegmentHeader,
  SegmentReader,
} from "@depthwire/recording/internal";

/** Where a recording cannot be read. */
export interface DamagedPlace {
  /** The segment's name; within its shard's directory where the recording has several. */
  readonly file: string;
  /** First byte that cannot be read. */
  readonly offset: number;
  /** What is wrong with it. */
  readonly why: string;
  /** How many bytes of the file are behind it, and were not read. */
  readonly lostBytes: number;
}

/** The end of a segment that was being written when its program was killed: nothing is wrong with what stands before it. */
export interface TornEnd {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

/** What a walk through a recording hands out, in order. */
export interface RecordingVisitor {
  /** @param continues whether nothing is missing between the segment before and this one: one run, numbers without a hole */
  segment(header: SegmentHeader, file: string, continues: boolean): void;
  entry(entry: RecordingEntry, file: string): void;
}

/** How a recording is walked through. */
export interface WalkOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((doneBytes: number, totalBytes: number) => void) | undefined;
}

/** What a walk came to. */
export interface WalkedRecording {
  readonly segments: number;
  readonly bytes: number;
  readonly damaged: readonly DamagedPlace[];
  readonly torn: readonly TornEnd[];
}

interface SegmentFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  /** What the recording's index says that it is long. */
  readonly knownBytes: number | undefined;
  readonly isLast: boolean;
}

/**
 * Reads every entry of a recording once, shard by shard, segment by segment. Damage does not end it: the rest of that segment is left out, and the
 * next one, which begins with the state of the books, is read.
 *
 * @throws RecordingError `recording-absent`; AbortError
 */
export async function walkRecording(
  directory: string,
  visitor: RecordingVisitor,
  { signal, onProgress }: WalkOptions = {},
): Promise<WalkedRecording> {
  const folders = await segmentFolders(directory);
  const totalBytes = folders.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0);
  const walk = new Walk(visitor);
  let doneBytes = 0;
  for (const { folder, files } of folders) {
    const store = await openDirectoryStore(folder);
    walk.beginFolder();
    for (const file of files) {
      signal?.throwIfAborted();
      onProgress?.(doneBytes, totalBytes);
      walk.readSegment(await store.read(file.name, 0, file.bytes), file);
      doneBytes += file.bytes;
    }
  }
  const { segments, damaged, torn } = walk;
  return { segments, bytes: totalBytes, damaged, torn };
}

class Walk {
  segments = 0;
  readonly damaged: DamagedPlace[] = [];
  readonly torn: TornEnd[] = [];
  readonly #visitor: RecordingVisitor;
  #former: SegmentHeader | undefined;
  /** Whether the segment before was read to the end that its writer gave it. */
  #formerEnd: "closed" | "open" | "damaged" = "closed";
  #formerPlace: Pick<DamagedPlace, "file" | "offset"> = { file: "", offset: 0 };

  constructor(visitor: RecordingVisitor) {
    this.#visitor = visitor;
  }

  beginFolder(): void {
    this.#former = undefined;
    this.#formerEnd = "closed";
  }

  readSegment(bytes: Uint8Array, file: SegmentFile): void {
    const { path } = file;
    this.segments++;
    let reader: SegmentReader | undefined;
    let end: "closed" | "open" = "open";
    try {
      reader = new SegmentReader(bytes, path, crc32);
      this.#begin(reader.header, path);
      for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
        end = entry.kind === "end" ? "closed" : end;
        this.#visitor.entry(entry, path);
      }
    } catch (error) {
      this.#noteFailure(error, reader, bytes, file);
      return;
    }
    this.#formerEnd = end;
    this.#formerPlace = { file: path, offset: reader.offset };
    this.#judgeEnd(reader, bytes, file);
  }

  /** A part that is torn off is what a kill leaves, as long as nobody wrote behind it or had closed the segment. */
  #judgeEnd({ offset, tornBytes }: SegmentReader, bytes: Uint8Array, { path, isLast, knownBytes }: SegmentFile): void {
    if (knownBytes !== undefined && bytes.length < knownBytes) {
      this.#noteDamage(path, bytes.length, `cut off: it had ${knownBytes} bytes`, knownBytes - bytes.length);
    } else if (tornBytes > 0 && (!isLast || knownBytes !== undefined)) {
      this.#noteDamage(path, offset, "a part was cut off or overwritten", tornBytes);
    } else if (tornBytes > 0) {
      this.torn.push({ file: path, offset, bytes: tornBytes });
    }
  }

  #begin(header: SegmentHeader, path: string): void {
    const former = this.#former;
    const isSameRun = former?.run === header.run;
    const missing = former === undefined ? 0 : header.sequence - former.sequence - 1;
    if (isSameRun && missing > 0) {
      const words = missing === 1 ? "the segment before it is missing" : `${missing} segments before it are missing`;
      this.#noteDamage(path, 0, words, 0);
    } else if (isSameRun && this.#formerEnd === "open") {
      const { file, offset } = this.#formerPlace;
      this.#noteDamage(file, offset, "its end is missing", 0);
    }
    const continues = isSameRun && missing === 0 && this.#formerEnd === "closed";
    this.#former = header;
    this.#formerEnd = "open";
    this.#visitor.segment(header, path, continues);
  }

  #noteFailure(
    error: unknown,
    reader: SegmentReader | undefined,
    bytes: Uint8Array,
    { path, isLast }: SegmentFile,
  ): void {
    if (!(error instanceof RecordingError)) {
      throw error;
    }
    if (error.code === "recording-truncated" && isLast) {
      // Its program was killed before even the header was written.
      this.torn.push({ file: path, offset: 0, bytes: bytes.length });
      return;
    }
    const { offset = reader?.offset ?? 0, check } = error.details as { offset?: number; check?: string };
    this.#noteDamage(path, offset, whyOf(error.code, check), bytes.length - offset);
  }

  #noteDamage(file: string, offset: number, why: string, lostBytes: number): void {
    this.#formerEnd = "damaged";
    this.damaged.push({ file, offset, why, lostBytes });
  }
}

function whyOf(code: string, check: string | undefined): string {
  if (code === "recording-version") {
    return "written by another version";
  }
  return code === "recording-truncated"
    ? "cut off within its first bytes"
    : `the checksum of the ${check ?? "bytes"} is wrong`;
}

interface SegmentFolder {
  readonly folder: string;
  readonly files: readonly SegmentFile[];
}

async function segmentFolders(directory: string): Promise<readonly SegmentFolder[]> {
  const store = await openDirectoryStore(directory);
  const folders = await recordingDirectories(directory);
  const found = await Promise.all(folders.map((folder) => segmentFiles(folder, directory)));
  if (found.every(({ files }) => files.length === 0)) {
    throw new RecordingError("recording-absent", await store.describe());
  }
  return found;
}

async function segmentFiles(folder: string, directory: string): Promise<SegmentFolder> {
  const store = await openDirectoryStore(folder);
  const listed = await store.list();
  const segments = listed.filter(({ name }) => isSegmentName(name));
  const known = await indexedSizes(store, listed);
  const within = relative(directory, folder);
  const files = segments.map(({ name, bytes }, index) => ({
    path: join(within, name),
    name,
    bytes,
    knownBytes: known.get(name),
    isLast: index === segments.length - 1,
  }));
  return { folder, files };
}

/** How long the index says that segments are. An index that cannot be read is no loss: the segments speak for themselves. */
async function indexedSizes(
  store: Pick<DirectoryStore, "read">,
  files: readonly { readonly name: string; readonly bytes: number }[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const { name, bytes } of files.filter((file) => isIndexName(file.name))) {
    try {
      for (const segment of decodeIndex(await store.read(name, 0, bytes), name)) {
        sizes.set(segment.name, segment.bytes);
      }
    } catch (error) {
      if (!(error instanceof RecordingError)) {
        throw error;
      }
    }
  }
  return sizes;
}
