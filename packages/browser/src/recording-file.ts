import { RecordingError, type RecordingFile, type RecordingStore } from "@depthwire/recording";

/** What only workers have: a file that is written at once, by one writer. */
interface SyncAccessHandle {
  /** @returns how many bytes were written; Chromium returns 4,294,967,288 (-8, unsigned) and throws nothing where there is no room */
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(bytes: number): void;
  flush(): void;
  close(): void;
}

type RecordedFileHandle = FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<SyncAccessHandle> };

/** What waits to be written may grow so large; more of it ends the recording. The disk does not keep up then. */
const maxWaitingBytes = 16 * 1024 * 1024;

/** Where no file is written at once, each writing copies the file: so it comes this often at most, in milliseconds. */
const writeEveryMs = 1_000;

/**
 * Files of one directory of the origin's private file system: the `RecordingStore` port. In a worker, what was appended is in the file at once; in a
 * page's own thread it gets there within about a second, and what waits is lost with the page.
 */
export function directoryStoreOn(directory: FileSystemDirectoryHandle, name: string): RecordingStore {
  const taken = new Set<string>();
  return {
    create(file) {
      if (taken.has(file)) {
        throw new RangeError(`there is a file ${JSON.stringify(file)} already`);
      }
      taken.add(file);
      return new AppendedFile(openAppending(directory, file));
    },
    async list() {
      const files = await listFiles(directory);
      for (const file of files) {
        taken.add(file.name);
      }
      return files;
    },
    async describe() {
      const names = (await namesIn(directory)).join(", ");
      return { directory: name, found: names === "" ? "an empty directory" : names };
    },
    async read(file, start, end) {
      const content = await (await directory.getFileHandle(file)).getFile();
      return new Uint8Array(await content.slice(start, Math.max(start, end)).arrayBuffer());
    },
    async truncate(file, bytes) {
      const writable = await (await directory.getFileHandle(file)).createWritable({ keepExistingData: true });
      await writable.truncate(bytes);
      await writable.close();
    },
    async replace(file, content) {
      // Written beside the file, which the browser puts in its place when this is closed.
      const writable = await (await directory.getFileHandle(file, { create: true })).createWritable();
      await writable.write(new Uint8Array(content));
      await writable.close();
    },
  };
}

/** Opens a directory by its path. @throws RecordingError `recording-absent` where it is not there and is not to be made */
export async function openDirectory(path: string, missing: "refuse" | "make"): Promise<FileSystemDirectoryHandle> {
  let directory = await navigator.storage.getDirectory();
  for (const name of path.split("/").filter((part) => part !== "")) {
    try {
      directory = await directory.getDirectoryHandle(name, { create: missing === "make" });
    } catch (error) {
      if (error instanceof DOMException && error.name === "NotFoundError") {
        throw new RecordingError("recording-absent", { directory: path, found: "no such directory" }, { cause: error });
      }
      throw error;
    }
  }
  return directory;
}

async function namesIn(directory: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of directory.keys()) {
    names.push(name);
  }
  return names.sort();
}

async function listFiles(directory: FileSystemDirectoryHandle): Promise<{ name: string; bytes: number }[]> {
  const files: { name: string; bytes: number }[] = [];
  for await (const handle of directory.values()) {
    if (handle.kind === "file") {
      const { name, size } = await (handle as FileSystemFileHandle).getFile();
      files.push({ name, bytes: size });
    }
  }
  return files.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Writes bytes behind what a file has, all or none of them. One writing at a time. */
interface Appending {
  /** Waits until a writing is due: what comes meanwhile is written with it. */
  untilDue(): Promise<void>;
  /** @throws where not all of them are in the file: then the file is as it was before */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** From now on every writing is due. */
  hurry(): void;
  close(): void;
}

async function openAppending(directory: FileSystemDirectoryHandle, name: string): Promise<Appending> {
  const handle: RecordedFileHandle = await directory.getFileHandle(name, { create: true });
  const sync = await handle.createSyncAccessHandle?.();
  return sync === undefined ? appendByCopies(handle) : appendAtOnce(sync);
}

function appendAtOnce(file: SyncAccessHandle): Appending {
  let at = 0;
  return {
    async append(bytes) {
      const written = file.write(bytes, { at });
      if (written !== bytes.length) {
        // A part of it may be there: the file ends with a whole block again.
        file.truncate(at);
        throw new Error(`not all of ${bytes.length} bytes were written: the origin may have no room left`);
      }
      at += bytes.length;
    },
    untilDue: () => Promise.resolve(),
    hurry: () => {},
    close() {
      try {
        file.flush();
      } finally {
        file.close();
      }
    },
  };
}

function appendByCopies(handle: FileSystemFileHandle): Appending {
  let at = 0;
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let isEnding = false;
  let stopWaiting = (): void => {};
  const untilDue = async (): Promise<void> => {
    const waitMs = writtenAtMs + writeEveryMs - performance.now();
    if (waitMs > 0 && !isEnding) {
      await new Promise<void>((resolve) => {
        stopWaiting = resolve;
        setTimeout(resolve, waitMs);
      });
    }
  };
  return {
    untilDue,
    async append(bytes) {
      const writable = await handle.createWritable({ keepExistingData: true });
      try {
        await writable.write({ type: "write", position: at, data: bytes });
        await writable.close();
      } catch (error) {
        await writable.abort().catch(() => undefined);
        throw error;
      }
      at += bytes.length;
      writtenAtMs = performance.now();
    },
    hurry() {
      isEnding = true;
      stopWaiting();
    },
    close: () => {},
  };
}

/** A file whose appends come at once, and are written one after the other. */
class AppendedFile implements RecordingFile {
  readonly #opened: Promise<Appending>;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #work: Promise<void> | undefined;
  #failure: unknown;
  #writtenBytes = 0;
  #closed: Promise<void> | undefined;

  constructor(opened: Promise<Appending>) {
    this.#opened = opened;
    opened.catch((error: unknown) => {
      this.#failure = error;
    });
  }

  get writtenBytes(): number {
    return this.#writtenBytes;
  }

  get failure(): unknown {
    return this.#failure;
  }

  append(bytes: Uint8Array): void {
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
    if (this.#waitingBytes + bytes.length > maxWaitingBytes) {
      throw new RangeError(`more than ${maxWaitingBytes} bytes wait to be written`);
    }
    this.#waiting.push(bytes.slice());
    this.#waitingBytes += bytes.length;
    this.#work ??= this.#write();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #write(): Promise<void> {
    try {
      const file = await this.#opened;
      while (this.#waiting.length > 0) {
        await file.untilDue();
        const all = this.#takeAll();
        await file.append(all);
        this.#writtenBytes += all.length;
      }
    } catch (error) {
      // Nothing is written behind what is missing.
      this.#failure = error;
      this.#waiting = [];
    } finally {
      this.#work = undefined;
    }
  }

  #takeAll(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#waitingBytes);
    let at = 0;
    for (const bytes of this.#waiting.splice(0)) {
      all.set(bytes, at);
      at += bytes.length;
    }
    this.#waitingBytes = 0;
    return all;
  }

  async #close(): Promise<void> {
    const file = await this.#opened;
    file.hurry();
    await this.#work;
    file.close();
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
  }
}
