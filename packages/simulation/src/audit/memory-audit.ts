import type { Findings } from "./findings.js";

/** More timers in one program are a leak. */
const maxTimers = 500;

/** A program, as far as its memory is looked at. */
export interface TimerCount {
  readonly name: string;
  readonly timers: number;
}

/** No program collects timers. */
export class MemoryAudit {
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  look(programs: readonly TimerCount[]): void {
    for (const { name, timers } of programs) {
      this.#findings.looked("memory");
      if (timers > maxTimers) {
        this.#findings.add("memory", `${name}: ${timers} timers wait`);
      }
    }
  }
}
