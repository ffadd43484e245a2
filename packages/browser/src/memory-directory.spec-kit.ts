import { vi } from "vitest";

/** What a file of the origin's private file system answers when it is written at once, as workers do; undefined: a page's. */
export type Sync = "worker" | "page";

const notFound = (): DOMException => new DOMException("not there", "NotFoundError");

/** A file in memory. */
export class MemoryFile {
  readonly kind = "file";
  readonly name: string;
  content = new Uint8Array(0);
  /** Writings that were begun and closed, aborted ones too. */
  readonly written: string[] = [];
  /** Thrown by the next writing. */
  failure: Error | undefined;
  /** Where it is closed. */
  isClosed = false;
  createSyncAccessHandle?: () => Promise<object>;

  constructor(name: string, sync: Sync) {
    this.name = name;
    if (sync === "worker") {
      this.createSyncAccessHandle = async () => ({
        write: (bytes: Uint8Array, { at }: { readonly at: number }) => {
          this.#put(bytes, at);
          return bytes.length;
        },
        truncate: (bytes: number) => this.#cut(bytes),
        flush: () => undefined,
        close: () => {
          this.isClosed = true;
        },
      });
    }
  }

  get text(): string {
    return new TextDecoder().decode(this.content);
  }

  async getFile(): Promise<File> {
    return new File([this.content], this.name);
  }

  async createWritable({ keepExistingData = false } = {}): Promise<object> {
    const before = this.content;
    if (!keepExistingData) {
      this.content = new Uint8Array(0);
    }
    return {
      write: async (
        given: Uint8Array | { readonly type: "write"; readonly position: number; readonly data: Uint8Array },
      ) => {
        if (this.failure !== undefined) {
          throw this.failure;
        }
        const isWhole = given instanceof Uint8Array;
        this.#put(isWhole ? given : given.data, isWhole ? 0 : given.position);
      },
      truncate: async (bytes: number) => this.#cut(bytes),
      close: async () => void this.written.push(this.text),
      abort: async () => {
        this.content = before;
        this.written.push("aborted");
      },
    };
  }

  #put(bytes: Uint8Array, at: number): void {
    const whole = new Uint8Array(Math.max(this.content.length, at + bytes.length));
    whole.set(this.content);
    whole.set(bytes, at);
    this.content = whole;
  }

  #cut(bytes: number): void {
    this.content = this.content.slice(0, bytes);
  }
}

/** A directory in memory. */
export class MemoryDirectory {
  readonly kind = "directory";
  readonly name: string;
  readonly entries = new Map<string, MemoryFile | MemoryDirectory>();
  readonly #sync: Sync;

  constructor(name: string, sync: Sync) {
    this.name = name;
    this.#sync = sync;
  }

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<MemoryDirectory> {
    const found = this.entries.get(name);
    if (found instanceof MemoryFile) {
      throw new DOMException("a file", "TypeMismatchError");
    }
    if (found === undefined && !create) {
      throw notFound();
    }
    const directory = found ?? new MemoryDirectory(name, this.#sync);
    this.entries.set(name, directory);
    return directory;
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<MemoryFile> {
    const found = this.entries.get(name);
    if (found instanceof MemoryFile) {
      return found;
    }
    if (!create) {
      throw notFound();
    }
    const file = new MemoryFile(name, this.#sync);
    this.entries.set(name, file);
    return file;
  }

  async removeEntry(name: string, { recursive = false } = {}): Promise<void> {
    const found = this.entries.get(name);
    if (found instanceof MemoryDirectory && found.entries.size > 0 && !recursive) {
      throw new DOMException("not empty", "InvalidModificationError");
    }
    if (!this.entries.delete(name)) {
      throw notFound();
    }
  }

  async *keys(): AsyncGenerator<string> {
    yield* this.entries.keys();
  }

  async *values(): AsyncGenerator<MemoryFile | MemoryDirectory> {
    yield* this.entries.values();
  }

  file(name: string): MemoryFile {
    return this.entries.get(name) as MemoryFile;
  }
}

/** Gives the browser an origin's private file system in memory, for one test. */
export function stubOriginFiles(sync: Sync): MemoryDirectory {
  const root = new MemoryDirectory("", sync);
  vi.stubGlobal("navigator", { onLine: true, hardwareConcurrency: 4, storage: { getDirectory: async () => root } });
  return root;
}
