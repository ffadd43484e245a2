import type { CancelTimer } from "@depthwire/core";
import { noShardTrust, type ShardTrust, type ShardTrustEvent, stepShardTrust } from "../trust/shard-trust.js";
import { type Beat, type BeatRow, decodeBeat } from "../wire/beat.js";
import { decodeEchoAnswer, encodeEchoQuestion } from "../wire/echo.js";
import { countMalformed } from "./link-counters.js";
import { type LinkParts, momentOf } from "./link-parts.js";

/** A pair that somebody here follows, as its shard sees it. */
export interface WatchedPair {
  readonly pair: string;
  /** The owner's row of this pair; undefined where its beat has none. */
  row(term: number, row: BeatRow | undefined): void;
  /** The owner lives. */
  hear(): void;
  /** What may be believed may have changed. */
  look(): void;
  /** How much longer its book may be believed if nothing more is heard, in milliseconds; 0 where it is in doubt. */
  trustedForMs(): number;
}

/** One shard of the relay as this process sees it: who owns it, and how far its word may be believed. All its pairs share it. */
export class ShardWatch {
  trust: ShardTrust = noShardTrust;
  readonly #shard: string;
  readonly #parts: LinkParts;
  readonly #pairs = new Set<WatchedPair>();
  readonly #end: (() => void)[];
  /** The list of pairs that rows stand in the order of, and whose it is. */
  #names: { readonly term: number; readonly list: number; readonly pairs: readonly string[] } | undefined;
  #nonce = 0;
  #cancelTick: CancelTimer | undefined;

  constructor(shard: string, parts: LinkParts) {
    this.#shard = shard;
    this.#parts = parts;
    const { bus, subjects } = parts;
    this.#end = [
      bus.subscribe(subjects.beat(shard), ({ bytes }) => this.#receiveBeat(bytes)),
      bus.onStatus((status) => {
        this.#step({ kind: status });
        this.#look();
      }),
    ];
    this.#step({ kind: bus.status });
    this.#tick();
  }

  /** Whether nobody needs it. */
  get isUnused(): boolean {
    return this.#pairs.size === 0;
  }

  join(pair: WatchedPair): void {
    this.#pairs.add(pair);
  }

  leave(pair: WatchedPair): void {
    this.#pairs.delete(pair);
  }

  /** A message of this term was read. */
  hearTerm(term: number): void {
    this.#step({ kind: "term", term });
  }

  /** What may be believed of a pair changed, or for how long. */
  tellTrust(): void {
    const { trusted } = this.#parts;
    if (trusted !== undefined) {
      const times = [...this.#pairs].map((pair) => pair.trustedForMs()).filter((ms) => ms > 0);
      trusted(this.#shard, times.length === 0 ? 0 : Math.min(...times));
    }
  }

  close(): void {
    this.#cancelTick?.();
    this.#parts.trusted?.(this.#shard, 0);
    for (const end of this.#end.splice(0)) {
      end();
    }
  }

  #receiveBeat(bytes: Uint8Array): void {
    const { counts } = this.#parts;
    const beat = decodeBeat(bytes);
    if (typeof beat === "string") {
      countMalformed(counts, beat);
    } else if (beat.term < this.trust.term) {
      counts.oldTerm++;
    } else {
      this.#takeBeat(beat);
    }
  }

  /** A beat whose rows nobody can read proves nothing: it only says whose word counts. */
  #takeBeat({ owner, term, venueAgeMs, list, pairs, rows }: Beat): void {
    if (pairs !== undefined) {
      this.#names = { term, list, pairs };
    }
    const names = this.#names;
    if (names?.term !== term || names.list !== list || names.pairs.length !== rows.length) {
      this.hearTerm(term);
      this.#look();
      return;
    }
    this.#step({ kind: "beat", owner, term, venueAgeMs, at: momentOf(this.#parts) });
    for (const pair of this.#pairs) {
      const place = names.pairs.indexOf(pair.pair);
      pair.row(term, place < 0 ? undefined : rows[place]);
      pair.hear();
    }
    this.tellTrust();
  }

  #tick(): void {
    this.#askEcho();
    this.#look();
    const { clock, echoEveryMs } = this.#parts;
    this.#cancelTick = clock.after(echoEveryMs, () => this.#tick());
  }

  #askEcho(): void {
    const { bus, subjects, limits, counts } = this.#parts;
    if (bus.status === "disconnected") {
      return;
    }
    const nonce = ++this.#nonce;
    const sentAt = momentOf(this.#parts);
    // Without a proof the owner is asked for a beat behind its answer.
    const list = this.trust.provenAt !== undefined && this.#names?.term === this.trust.term ? this.#names.list : 0;
    bus.request(subjects.echo(this.#shard), encodeEchoQuestion({ nonce, list }), limits.echoMs, (bytes) => {
      const answer = bytes && decodeEchoAnswer(bytes);
      if (typeof answer === "string") {
        countMalformed(counts, answer);
      } else if (answer?.nonce === nonce && this.trust.connection === "connected") {
        this.#step({ kind: "echo", term: answer.term, sentAt });
      }
    });
  }

  #look(): void {
    for (const pair of this.#pairs) {
      pair.look();
    }
    this.tellTrust();
  }

  #step(event: ShardTrustEvent): void {
    const { term } = this.trust;
    this.trust = stepShardTrust(this.trust, event);
    if (this.trust.term > term) {
      // Another owner: the sooner it has proven itself, the shorter its predecessor's books have to stay.
      this.#askEcho();
    }
  }
}
