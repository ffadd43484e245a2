import type { CancelTimer } from "@depthwire/core";
import { untilNextTurnMs } from "../time/in-step.js";
import { ageMs } from "../time/moment.js";
import { formerMs, noShardTrust, type ShardTrust, type ShardTrustEvent, stepShardTrust } from "../trust/shard-trust.js";
import { TermBound } from "../trust/term-bound.js";
import { type Beat, type BeatRow, decodeBeat } from "../wire/beat.js";
import { decodeEchoAnswer, encodeEchoQuestion } from "../wire/echo.js";
import { countMalformed } from "./link-counters.js";
import { type LinkParts, momentOf } from "./link-parts.js";
import { RowNames } from "./row-names.js";

/** A channel of a pair that somebody here follows, as its shard sees it. */
export interface WatchedChannel {
  /** Its name in beats. */
  readonly rowName: string;
  /** The owner's row of this channel; undefined where its beat has none. */
  row(term: number, row: BeatRow | undefined): void;
  /** The owner lives. */
  hear(): void;
  /** What may be believed may have changed. */
  look(): void;
  /** The term that its book is of was nobody's: nothing of it counts. */
  forget(): void;
  /** How much longer its book may be believed if nothing more is heard, in milliseconds; 0 where it is in doubt, or no book. */
  trustedForMs(): number;
}

/** One shard of the relay as this process sees it: who owns it, and how far its word may be believed. All its pairs share it. */
export class ShardWatch {
  trust: ShardTrust = noShardTrust;
  readonly #shard: string;
  readonly #parts: LinkParts;
  readonly #channels = new Set<WatchedChannel>();
  readonly #end: (() => void)[];
  readonly #terms = new TermBound();
  #names: RowNames;
  #cancelTick: CancelTimer | undefined;

  constructor(shard: string, parts: LinkParts) {
    this.#shard = shard;
    this.#parts = parts;
    this.#names = new RowNames(shard);
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
    return this.#channels.size === 0;
  }

  join(channel: WatchedChannel): void {
    this.#channels.add(channel);
  }

  leave(channel: WatchedChannel): void {
    this.#channels.delete(channel);
  }

  /** Whether two owners speak under this term, the newest. */
  isContested(term: number): boolean {
    return this.trust.ownership === "contested" && this.trust.term === term;
  }

  /** What may be believed of a pair changed, or for how long. */
  tellTrust(): void {
    const { trusted } = this.#parts;
    if (trusted !== undefined) {
      const times = [...this.#channels].map((channel) => channel.trustedForMs()).filter((ms) => ms > 0);
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
    } else if (!this.#mayBeTerm(beat.term)) {
      countMalformed(counts, "term-ahead");
    } else if (beat.term < this.trust.term && beat.term !== this.#formerTerm) {
      counts.oldTerm++;
    } else if (!this.#names.read(beat)) {
      countMalformed(counts, "unknown-pair");
    } else {
      this.#takeBeat(beat);
    }
  }

  /** An owner with a possible term takes the place of one that cannot be an owner. */
  #mayBeTerm(term: number): boolean {
    const now = momentOf(this.#parts);
    const verdict = this.#terms.hear(term, now);
    if (verdict === "possible" && this.#terms.isTooFar(this.trust.term, now)) {
      this.trust = { ...noShardTrust, connection: this.trust.connection };
      this.#names = new RowNames(this.#shard);
      for (const channel of this.#channels) {
        channel.forget();
      }
      this.#look();
    }
    return verdict !== "impossible";
  }

  /** Term of the owner before, as long as its books may still be shown. */
  get #formerTerm(): number | undefined {
    const { former } = this.trust;
    return former && ageMs(former.overAt, momentOf(this.#parts)) <= formerMs ? former.term : undefined;
  }

  /** A beat whose rows nobody can read proves nothing: it only says whose word counts. */
  #takeBeat(beat: Beat): void {
    const { owner, term, venueAgeMs, isRetiring } = beat;
    const at = momentOf(this.#parts);
    const rowOf = this.#names.rowsOf(beat);
    const isRival = term === this.trust.term && this.trust.owner !== undefined && owner !== this.trust.owner;
    if (rowOf === undefined && !isRival) {
      this.#step({ kind: "term", term, at });
      this.#look();
      return;
    }
    const { ownership } = this.trust;
    this.#step({ kind: "beat", owner, term, venueAgeMs, isRetiring, at });
    if (this.trust.ownership === "contested" && ownership === "single") {
      this.#parts.counts.contested++;
      this.#look();
    }
    for (const channel of this.#channels) {
      if (rowOf !== undefined) {
        channel.row(term, rowOf(channel.rowName));
      }
      channel.hear();
    }
    this.tellTrust();
  }

  #tick(): void {
    this.#askEcho();
    this.#look();
    const { clock, echoEveryMs } = this.#parts;
    this.#cancelTick = clock.after(untilNextTurnMs(clock.monotonicMs(), echoEveryMs), () => this.#tick());
  }

  #askEcho(): void {
    const { bus, subjects, limits, counts } = this.#parts;
    if (bus.status === "disconnected") {
      return;
    }
    const nonce = this.#parts.drawNonce();
    const sentAt = momentOf(this.#parts);
    // Without a proof the owner is asked for a beat behind its answer.
    const list = this.trust.provenAt === undefined ? 0 : this.#names.listOf(this.trust.term);
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
    for (const channel of this.#channels) {
      channel.look();
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
