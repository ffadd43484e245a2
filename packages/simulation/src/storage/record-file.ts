import { StoreError } from "@depthwire/core";
import type { Process } from "../kernel/process.js";
import type { Disk } from "./disk.js";

/** Lines of one file on a disk, as the stores of `@depthwire/node` keep them: what is durable survives everything, the rest what the system still wrote. */
export class RecordFile<Line extends object> {
  readonly #name: string;
  readonly #disk: Disk;
  #safe: readonly Line[] = [];

  constructor(name: string, disk: Disk) {
    this.#name = name;
    this.#disk = disk;
  }

  /** What the next program finds. */
  get lines(): readonly Line[] {
    return this.#safe;
  }

  /** Opens it for one life of a program. */
  open(process: Process): OpenFile<Line> {
    return new OpenFile(this.#name, process, this.#disk, (lines) => {
      this.#safe = [...this.#safe, ...lines];
    });
  }
}

/** A file as one life of a program has it. */
export class OpenFile<Line extends object> {
  readonly #name: string;
  readonly #process: Process;
  readonly #disk: Disk;
  readonly #keep: (lines: readonly Line[]) => void;
  #pending: Line[] = [];
  #waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  #isWriting = false;

  constructor(name: string, process: Process, disk: Disk, keep: (lines: readonly Line[]) => void) {
    this.#name = name;
    this.#process = process;
    this.#disk = disk;
    this.#keep = keep;
    // A program that is killed loses nothing that its system has; what was not handed over goes with it.
    process.onEnd(() => {
      if (!disk.isFull && process.random() < 0.5) {
        keep(this.#pending);
      }
      this.#pending = [];
    });
  }

  append(line: Line): void {
    this.#pending.push(line);
    this.#write();
  }

  /** Resolves when everything so far is on the disk. @throws StoreError `file-failed`: it is not kept */
  durable(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#write();
    });
  }

  #write(): void {
    if (this.#isWriting || this.#process.isDead) {
      return;
    }
    this.#isWriting = true;
    const lines = this.#pending;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#disk.sync((failure) => {
      if (this.#process.isDead) {
        return;
      }
      if (failure === undefined) {
        this.#pending = this.#pending.slice(lines.length);
        this.#keep(lines);
      } else {
        // Who asked meanwhile asked for these lines too: nothing since the last success is kept.
        this.#pending = [];
        waiting.push(...this.#waiting.splice(0));
      }
      this.#process.enter(() => {
        this.#isWriting = false;
        for (const { resolve, reject } of waiting) {
          if (failure === undefined) {
            resolve();
          } else {
            reject(new StoreError("file-failed", { file: this.#name }, { cause: failure }));
          }
        }
        if (this.#pending.length > 0 || this.#waiting.length > 0) {
          this.#write();
        }
      });
    });
    // What comes meanwhile goes with the next write.
    this.#pending = [...lines];
  }
}
