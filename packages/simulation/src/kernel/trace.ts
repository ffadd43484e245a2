import { createHash } from "node:crypto";
import type { Timeline } from "./timeline.js";

/** What happened in a world, as one number: two runs with the same number did the same. */
export class Trace {
  readonly #timeline: Timeline;
  readonly #hash = createHash("sha256");
  readonly #tell: ((line: string) => void) | undefined;
  #lines = 0;

  /** @param tell hears each line, for a person who compares two runs */
  constructor(timeline: Timeline, tell?: (line: string) => void) {
    this.#timeline = timeline;
    this.#tell = tell;
  }

  get lines(): number {
    return this.#lines;
  }

  note(what: string, bytes?: Uint8Array | string): void {
    const line = `${this.#timeline.nowMs} ${what}\n`;
    this.#lines += 1;
    this.#hash.update(line);
    if (bytes !== undefined) {
      this.#hash.update(bytes);
    }
    this.#tell?.(line);
  }

  /** Ends it. */
  digest(): string {
    return this.#hash.digest("hex");
  }
}
