import type { BookView } from "@depthwire/book";
import type { BookStateItem } from "@depthwire/stream";
import type { Findings } from "./findings.js";

/**
 * Whoever reads every state of a book is told each once, in order: live ones one behind the other in their epoch, unless a gap says that some are missing;
 * epochs only grow; and nothing is told again that was told last.
 */
export class StateAudit {
  readonly #findings: Findings;
  readonly #who: string;
  #last: BookView | undefined;
  /** Of all that was told, whatever its status. */
  #furthest: BookView | undefined;
  #mayMiss = false;

  constructor(findings: Findings, who: string) {
    this.#findings = findings;
    this.#who = who;
  }

  told(item: BookStateItem): void {
    if (item.kind === "gap") {
      this.#mayMiss = true;
      return;
    }
    const { view } = item;
    this.#findings.looked("states");
    if (this.#last !== undefined && isSame(this.#last, view)) {
      this.#wrong(view, "is told twice");
    }
    const { epoch = 0, seq = 0 } = this.#furthest ?? {};
    if (view.epoch < epoch) {
      this.#wrong(view, `comes behind epoch ${epoch}`);
    } else if (this.#mustFollowOn(view) && !this.#steps.includes(view.seq - seq)) {
      this.#wrong(view, `comes behind seq ${seq}`);
    }
    if (view.epoch > epoch || view.seq > seq) {
      this.#furthest = view;
    }
    this.#mayMiss = this.#mayMiss && view.status !== "live";
    this.#last = view;
  }

  /** A live state of the furthest one's epoch, unless a gap was told, or the furthest one is a snapshot without a number. */
  #mustFollowOn({ status, epoch }: BookView): boolean {
    const { epoch: former, seq } = this.#furthest ?? { epoch: -1, seq: 0 };
    return status === "live" && epoch === former && seq > 0 && !this.#mayMiss;
  }

  /** Behind a doubt that is over the state of before counts again. */
  get #steps(): readonly number[] {
    return this.#last?.status === "live" ? [1] : [0, 1];
  }

  #wrong({ pair, epoch, seq, status }: BookView, what: string): void {
    this.#findings.add("states", `${this.#who}: ${pair}, ${status} at epoch ${epoch} and seq ${seq}, ${what}`);
  }
}

function isSame(left: BookView, right: BookView): boolean {
  const { epoch, seq, version, status, reason } = left;
  return (
    right.epoch === epoch &&
    right.seq === seq &&
    right.version === version &&
    right.status === status &&
    right.reason === reason
  );
}
