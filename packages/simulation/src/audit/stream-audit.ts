import type { Findings } from "./findings.js";

/**
 * The numbers of the events that one listener is told, over all its connections and all lives of who tells them: each once, and none left out. Where the
 * computer was lost a gap may be told, and another run of numbers begins; no number ever means two things.
 */
export class StreamAudit {
  readonly #findings: Findings;
  readonly #who: string;
  /** What each id was told with. */
  readonly #texts = new Map<string, string>();
  #last: string | undefined;
  #mayMiss = false;
  #hasMissed = false;

  constructor(findings: Findings, who: string) {
    this.#findings = findings;
    this.#who = who;
  }

  /** The id behind which the listener wants to go on; undefined before the first. */
  get last(): string | undefined {
    return this.#last;
  }

  /** Whether it was told that something is missing: from then on what it knows may come again. */
  get hasMissed(): boolean {
    return this.#hasMissed;
  }

  /** The computer of who tells them was lost: what its disk did not have may be gone. */
  machineLost(): void {
    this.#mayMiss = true;
  }

  /** A connection begins behind this id. */
  begins(id: string): void {
    const isOther = this.#last !== undefined && this.#last !== id;
    if (isOther && !(this.#mayMiss && runOf(id) !== runOf(this.#last ?? ""))) {
      this.#findings.add("events", `${this.#who}: it goes on behind ${id}, and was told up to ${this.#last}`);
    }
    this.#last = id;
  }

  told(id: string, text: string): void {
    this.#findings.looked("events");
    const isNext =
      this.#last !== undefined && runOf(id) === runOf(this.#last) && numberOf(id) === numberOf(this.#last) + 1;
    if (!isNext) {
      this.#findings.add("events", `${this.#who}: the event ${id} comes behind ${this.#last}`);
    }
    if ((this.#texts.get(id) ?? text) !== text) {
      this.#findings.add("events", `${this.#who}: the event ${id} meant something else before`);
    }
    this.#texts.set(id, text);
    this.#last = id;
  }

  /** It is told that something is missing. */
  missed(text: string): void {
    if (!this.#mayMiss) {
      this.#findings.add("events", `${this.#who}: it is told of a gap, ${text}`);
    }
    this.#mayMiss = false;
    this.#hasMissed = true;
  }
}

function runOf(id: string): string {
  return id.slice(0, id.lastIndexOf("-"));
}

function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf("-") + 1));
}
