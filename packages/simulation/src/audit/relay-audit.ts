import type { BookView } from "@depthwire/book";
import { shardOf } from "@depthwire/relay";
import { decodeBeat, emptyHeader, HeaderReader } from "@depthwire/relay/internal";
import type { Findings } from "./findings.js";

/** An owner's word is believed for 350 ms and that of an owner who hands over for 1,000 ms more; the rest is for clocks that drift. Milliseconds. */
const maxBehindMs = 1_600;

/** The relay's word on one state of a book. */
interface Told {
  /** When an owner told it first, in true time. */
  readonly sinceMs: number;
  /** Newest term under which it was told. */
  term: number;
}

/** One owner's time under one term. */
interface Reign {
  readonly owner: string;
  readonly term: number;
  /** When it was heard of first, in true time. */
  readonly sinceMs: number;
}

/**
 * Holds what followers show against what owners said on the bus: nothing is live for long beside what an owner told since, nothing of an older term is shown beside
 * a newer one, and nobody speaks as the owner of a shard beside its next one.
 */
export class RelayAudit {
  readonly #findings: Findings;
  readonly #nowMs: () => number;
  readonly #leaseMs: number;
  readonly #reader = new HeaderReader();
  readonly #header = emptyHeader();
  /** By pair and number. */
  readonly #told = new Map<string, Told>();
  /** The newest of each shard. */
  readonly #reigns = new Map<string, Reign>();

  constructor(findings: Findings, nowMs: () => number, leaseMs: number) {
    this.#findings = findings;
    this.#nowMs = nowMs;
    this.#leaseMs = leaseMs;
  }

  /** A program said something on the bus. */
  published(who: string, subject: string, bytes: Uint8Array): void {
    const [, , kind, ...names] = subject.split(".");
    if (kind === "beat") {
      this.#beat(who, names[0] ?? "", bytes);
    } else if (kind === "raw" && names[0] === "depth") {
      this.#state(names[1] ?? "", bytes);
    }
  }

  /** A program answered a question. */
  answered(subject: string, bytes: Uint8Array): void {
    const [, , kind, pair] = subject.split(".");
    if (kind === "snap" && pair !== undefined) {
      this.#state(pair, bytes);
    }
  }

  /** Somebody is shown a view now. */
  shown(who: string, { status, pair, seq }: BookView): void {
    if (status !== "live") {
      return;
    }
    this.#findings.looked("relay");
    const told = this.#told.get(`${pair} ${seq}`);
    const reign = this.#reigns.get(shardOf(pair));
    if (told === undefined) {
      this.#findings.add("relay", `${who}: ${pair} is live at seq ${seq}, which no owner told`);
      return;
    }
    const reignsForMs = reign === undefined || told.term >= reign.term ? 0 : this.#nowMs() - reign.sinceMs;
    if (reignsForMs > maxBehindMs) {
      const text = `${pair} is live at seq ${seq}, which nobody told since ${reign?.owner} owns it`;
      this.#findings.add("relay", `${who}: ${text}, ${Math.round(reignsForMs)} ms`);
    }
  }

  /** Somebody could look at this view now. */
  standing(who: string, view: BookView): void {
    if (view.status !== "live") {
      return;
    }
    this.shown(who, view);
    const next = this.#told.get(`${view.pair} ${view.seq + 1}`);
    const behindMs = next === undefined ? 0 : this.#nowMs() - next.sinceMs;
    if (behindMs > maxBehindMs) {
      const text = `${view.pair} is live at seq ${view.seq}, ${Math.round(behindMs)} ms behind its owner`;
      this.#findings.add("relay", `${who}: ${text}`);
    }
  }

  #state(pair: string, bytes: Uint8Array): void {
    const header = this.#header;
    if (typeof this.#reader.read(bytes, header) === "string" || header.kind === "status") {
      return;
    }
    const key = `${pair} ${header.seq}`;
    const told = this.#told.get(key);
    if (told === undefined) {
      this.#told.set(key, { sinceMs: this.#nowMs(), term: header.term });
    } else {
      told.term = Math.max(told.term, header.term);
    }
  }

  #beat(who: string, shard: string, bytes: Uint8Array): void {
    const beat = decodeBeat(bytes);
    if (typeof beat === "string") {
      this.#findings.add("relay", `${who}: a beat of ${shard} cannot be read: ${beat}`);
      return;
    }
    const { owner, term, isRetiring } = beat;
    const reign = this.#reigns.get(shard);
    if (reign === undefined || term > reign.term) {
      this.#reigns.set(shard, { owner, term, sinceMs: this.#nowMs() });
    } else if (term === reign.term && owner !== reign.owner) {
      this.#findings.add("relay", `${owner} and ${reign.owner} both own ${shard} under the term ${term}`);
    } else if (term < reign.term && isRetiring !== true && this.#nowMs() - reign.sinceMs > this.#leaseMs) {
      this.#findings.add("relay", `${owner} still owns ${shard} beside ${reign.owner}, whose term is newer`);
    }
  }
}
