import { openVenue } from "@depthwire/client";
import { RelayLink } from "@depthwire/relay";
import type { Pair } from "@depthwire/schema";
import type { BookStream } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { randomInteger } from "@depthwire/testkit";
import type { BookAudit } from "../audit/book-audit.js";
import type { RelayAudit } from "../audit/relay-audit.js";
import type { Process } from "../kernel/process.js";
import type { RelayTerms } from "./instance-program.js";
import type { FollowerParts } from "./relay-parts.js";

/** Who looks at what a follower shows. */
export interface FollowerAudits {
  readonly books: BookAudit;
  readonly relay: RelayAudit;
}

/** One life of a program that follows books over the relay: an engine as it is everywhere, over a link as `depthwire relay follow` makes it. */
export class FollowerProgram {
  readonly process: Process;
  readonly #name: string;
  readonly #audits: FollowerAudits;
  readonly #books = new Map<string, BookStream>();
  #runsSinceMs: number;

  constructor(process: Process, terms: RelayTerms, parts: FollowerParts, audits: FollowerAudits) {
    this.#name = process.name;
    this.process = process;
    this.#audits = audits;
    const { subjects, pairs, protocol } = terms;
    const { bus, clock, logger, engine } = parts;
    const drawNonce = (): number => randomInteger(process.random, 0, Number.MAX_SAFE_INTEGER);
    const { openFeed, doubtOf } = new RelayLink({ bus, subjects, clock, drawNonce });
    const venue = openVenue(
      { addresses: ["ws://relay.simulated"], protocol, logger, doubtOf, ...engine },
      { clock, random: process.random, openSocket: socketsOfFeeds(openFeed) },
    );
    this.#runsSinceMs = process.clock.monotonicMs();
    for (const pair of pairs) {
      const book = venue.book(pair as Pair);
      this.#books.set(pair, book);
      void this.#show(book);
    }
  }

  /** What keeps it from being live; empty when it is. */
  waitsFor(): readonly string[] {
    return [...this.#books].flatMap(([pair, { latest }]) =>
      latest.status === "live" ? [] : [`${pair} is ${latest.status} (${latest.reason ?? "sound"})`],
    );
  }

  /** Somebody looks at what it shows now, also in the moment in which it goes on after a pause. */
  look(): void {
    if (!this.process.isDead && !this.process.isPaused) {
      const runsForMs = this.process.clock.monotonicMs() - this.#runsSinceMs;
      for (const { latest } of this.#books.values()) {
        this.#audits.books.standing(this.#name, latest, runsForMs);
        this.#audits.relay.standing(this.#name, latest);
      }
    }
  }

  /** It goes on after a pause. */
  resumed(): void {
    this.#runsSinceMs = this.process.clock.monotonicMs();
  }

  async #show(book: BookStream): Promise<void> {
    for await (const view of book) {
      this.#audits.books.shown(this.#name, view);
      this.#audits.relay.shown(this.#name, view);
    }
  }
}
