import type { Findings } from "./findings.js";

/** The numbers of the events that one listener is told, over all its connections and all lives of who tells them: each once, and none left out. */
export class StreamAudit {
  readonly #findings: Findings;
  readonly #who: string;
  #last: string | undefined;

  constructor(findings: Findings, who: string) {
    this.#findings = findings;
    this.#who = who;
  }

  /** The id behind which the listener wants to go on; undefined before the first. */
  get last(): string | undefined {
    return this.#last;
  }

  /** A connection begins behind this id. */
  begins(id: string): void {
    if (this.#last !== undefined && this.#last !== id) {
      this.#findings.add("events", `${this.#who}: it goes on behind ${id}, and was told up to ${this.#last}`);
    }
    this.#last = id;
  }

  told(id: string): void {
    this.#findings.looked("events");
    const [run, number] = partsOf(id);
    const [lastRun, lastNumber] = partsOf(this.#last ?? "");
    if (run !== lastRun || number !== lastNumber + 1) {
      this.#findings.add("events", `${this.#who}: the event ${id} comes behind ${this.#last}`);
    }
    this.#last = id;
  }

  /** It is told that something is missing. */
  missed(text: string): void {
    this.#findings.add("events", `${this.#who}: it is told of a gap, ${text}`);
  }
}

function partsOf(id: string): readonly [string, number] {
  const mark = id.lastIndexOf("-");
  return [id.slice(0, mark), Number(id.slice(mark + 1))];
}
