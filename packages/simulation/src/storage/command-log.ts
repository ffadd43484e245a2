import { StoreError } from "@depthwire/core";
import type { Command, ExchangeEvent } from "@depthwire/exchange";
import type { Apply, CommandLog } from "@depthwire/sandbox/internal";
import type { Process } from "../kernel/process.js";
import type { Disk } from "./disk.js";

/** One command with its time. */
export interface KeptCommand {
  readonly command: Command;
  readonly at: number;
}

/** What the venue's disk has of its commands. */
export interface CommandFile {
  kept: readonly KeptCommand[];
}

/** When something may be told that a command caused. */
export type TellWhen = "kept" | "at-once";

/** Keeps the venue's commands on a simulated disk, as its journal does: nothing is told before what caused it is safe. */
export class SimulatedCommandLog implements CommandLog {
  readonly #file: CommandFile;
  readonly #disk: Disk;
  readonly #process: Process;
  readonly #takeBack: () => void;
  readonly #tellWhen: TellWhen;
  #last: number;
  #pending: KeptCommand[] = [];
  #waiting: { readonly number: number; readonly act: () => void; readonly fail?: (error: StoreError) => void }[] = [];
  #isWriting = false;
  #hasEnded = false;

  /** @param takeBack brings the exchange back to what is kept */
  constructor(
    file: CommandFile,
    { disk, process, takeBack, tellWhen }: { disk: Disk; process: Process; takeBack: () => void; tellWhen: TellWhen },
  ) {
    this.#file = file;
    this.#disk = disk;
    this.#process = process;
    this.#takeBack = takeBack;
    this.#tellWhen = tellWhen;
    this.#last = file.kept.length;
  }

  get last(): number {
    return this.#last;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  carryOut(command: Command, at: number, apply: Apply): readonly ExchangeEvent[] {
    if (this.#hasEnded) {
      throw this.#failure();
    }
    const events = apply(command, at);
    this.#last += 1;
    this.#pending.push({ command, at });
    this.#write();
    return events;
  }

  goBack(): void {
    throw new RangeError("a simulated venue does not go back");
  }

  whenKept(act: () => void): void {
    if (this.#isKept) {
      act();
    } else if (!this.#hasEnded) {
      this.#waiting.push({ number: this.#last, act });
    }
  }

  readable(): undefined {
    return undefined;
  }

  kept(): Promise<void> | undefined {
    if (this.#hasEnded) {
      return Promise.reject(this.#failure());
    }
    if (this.#isKept) {
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ number: this.#last, act: resolve, fail: reject });
    });
  }

  get #isKept(): boolean {
    const isSafe = this.#pending.length === 0 && this.#waiting.length === 0;
    return this.#tellWhen === "at-once" || (isSafe && !this.#hasEnded);
  }

  #failure(): StoreError {
    return new StoreError("store-failed", { directory: "the venue's" });
  }

  #write(): void {
    if (this.#isWriting) {
      return;
    }
    this.#isWriting = true;
    const page = [...this.#pending];
    this.#disk.sync((failure) => {
      if (this.#process.isDead) {
        return;
      }
      this.#process.enter(() => (failure === undefined ? this.#written(page) : this.#end()));
    });
  }

  #written(page: readonly KeptCommand[]): void {
    this.#isWriting = false;
    this.#file.kept = [...this.#file.kept, ...page];
    this.#pending = this.#pending.slice(page.length);
    const safe = this.#file.kept.length;
    const ready = this.#waiting.filter(({ number }) => number <= safe);
    this.#waiting = this.#waiting.filter(({ number }) => number > safe);
    for (const { act } of ready) {
      act();
    }
    if (this.#pending.length > 0) {
      this.#write();
    }
  }

  #end(): void {
    this.#hasEnded = true;
    this.#pending = [];
    this.#takeBack();
    for (const { fail } of this.#waiting.splice(0)) {
      fail?.(this.#failure());
    }
  }
}
