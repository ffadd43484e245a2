import type { RecordingFile, RecordingStore } from "../segment/recording-store.js";

/** A store in memory that a spec looks into and damages. */
export class MemoryStore implements RecordingStore {
  readonly files: Map<string, Uint8Array> = new Map();
  /** Names of files that were created and not closed. */
  readonly open: Set<string> = new Set();
  /** Thrown by every append, where there is one. */
  failure: Error | undefined;
  /** Size of each append, oldest first. */
  readonly appends: number[] = [];

  create(name: string): RecordingFile {
    if (this.files.has(name)) {
      throw new Error(`${name} is there already`);
    }
    this.files.set(name, new Uint8Array(0));
    this.open.add(name);
    return {
      append: (bytes) => {
        if (this.failure !== undefined) {
          throw this.failure;
        }
        this.appends.push(bytes.length);
        this.files.set(name, joined(this.bytesOf(name), bytes));
      },
      close: () => {
        this.open.delete(name);
        return Promise.resolve();
      },
    };
  }

  list(): Promise<{ name: string; bytes: number }[]> {
    return Promise.resolve([...this.files].map(([name, { length }]) => ({ name, bytes: length })));
  }

  read(name: string, start: number, end: number): Promise<Uint8Array> {
    return Promise.resolve(this.bytesOf(name).slice(start, end));
  }

  truncate(name: string, bytes: number): Promise<void> {
    this.files.set(name, this.bytesOf(name).slice(0, bytes));
    return Promise.resolve();
  }

  replace(name: string, content: Uint8Array): Promise<void> {
    this.files.set(name, content.slice());
    return Promise.resolve();
  }

  /** The content of a file that is there. */
  bytesOf(name: string): Uint8Array {
    const bytes = this.files.get(name);
    if (bytes === undefined) {
      throw new Error(`there is no ${name}`);
    }
    return bytes;
  }

  /** Names of the segments, sorted. */
  get segments(): string[] {
    return [...this.files.keys()].filter((name) => name.endsWith(".dwrec")).sort();
  }

  /** All bytes of all files as text, one character a byte. */
  get text(): string {
    return [...this.files.values()].map((bytes) => Buffer.from(bytes).toString("latin1")).join("\n");
  }

  /** The same files as they are now. */
  copy(): MemoryStore {
    const copy = new MemoryStore();
    for (const [name, bytes] of this.files) {
      copy.files.set(name, bytes.slice());
    }
    return copy;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
