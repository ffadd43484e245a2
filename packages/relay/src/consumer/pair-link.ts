import type { DoubtReason } from "@depthwire/book/internal";
import type { FrameFeed } from "@depthwire/stream";
import {
  doubtOfPair,
  noPairTrust,
  type PairTrust,
  type PairTrustEvent,
  stepPairTrust,
  trustedForMs,
} from "../trust/pair-trust.js";
import { doubtOfShard, freshWithinMs } from "../trust/shard-trust.js";
import type { BeatRow } from "../wire/beat.js";
import { emptyHeader, HeaderReader, type RelayHeader } from "../wire/header.js";
import { KeptMessages } from "./kept-messages.js";
import { countMalformed } from "./link-counters.js";
import { type LinkParts, momentOf } from "./link-parts.js";
import type { LinkStanding } from "./link-standing.js";
import type { ShardWatch, WatchedPair } from "./shard-watch.js";

/** What an engine has subscribed to. */
export interface FollowedPair {
  readonly pair: string;
  /** As the engine writes it. */
  readonly channel: string;
  readonly feed: FrameFeed;
}

/** One pair that an engine has subscribed to: messages of the bus become frames of its virtual connection. */
export class PairLink implements WatchedPair {
  readonly pair: string;
  readonly #channel: string;
  readonly #feed: FrameFeed;
  readonly #shard: ShardWatch;
  readonly #parts: LinkParts;
  readonly #reader = new HeaderReader();
  readonly #header: RelayHeader = emptyHeader();
  readonly #kept = new KeptMessages();
  readonly #unsubscribe: () => void;
  #trust: PairTrust = noPairTrust;
  /** Whose books were pushed last, and the owner's epoch of it; undefined before the first. */
  #pushed: { readonly term: number; readonly epoch: number } | undefined;
  #isAsking = false;
  #isClosed = false;
  /** What the feed was told last; a feed that was told nothing is not in doubt. */
  #doubt: DoubtReason | undefined;

  constructor({ pair, channel, feed }: FollowedPair, shard: ShardWatch, parts: LinkParts) {
    this.pair = pair;
    this.#channel = channel;
    this.#feed = feed;
    this.#shard = shard;
    this.#parts = parts;
    const { bus, subjects } = parts;
    this.#unsubscribe = bus.subscribe(subjects.raw("depth", pair), ({ bytes }) => this.#receive(bytes));
    shard.join(this);
    this.look();
  }

  /** Why the book may not be called live at this moment. */
  doubtNow(): DoubtReason | undefined {
    return doubtOfPair(this.#trust, this.#shard.trust, this.#parts.limits, momentOf(this.#parts));
  }

  /** {@inheritDoc WatchedPair.trustedForMs} */
  trustedForMs(): number {
    return trustedForMs(this.#trust, this.#shard.trust, this.#parts.limits, momentOf(this.#parts));
  }

  /** Who owns it, and how old it can be. */
  standing(): LinkStanding {
    const { trust } = this.#shard;
    const doubt = this.doubtNow();
    const fresh = doubt === undefined ? freshWithinMs(trust, this.#trust.term, momentOf(this.#parts)) : undefined;
    return { doubt, owner: trust.owner, term: trust.term, freshWithinMs: fresh };
  }

  /** Asks for a snapshot where one is needed, and tells the feed what may be believed. */
  look(): void {
    const { bus } = this.#parts;
    if (this.#needsSnapshot && !this.#isAsking && !this.#isClosed && bus.status === "connected") {
      this.#ask();
    }
    this.#tellDoubt();
  }

  /** The owner's row of this pair; undefined where its beat has none. */
  row(term: number, row: BeatRow | undefined): void {
    const { relaySeq, status: ownerStatus } = row ?? { relaySeq: 0, status: "stale" };
    this.#step({ kind: "row", term, relaySeq, ownerStatus });
    this.look();
  }

  /** The peer lives, although it sent no frame. */
  hear(): void {
    this.#feed.controlFrame();
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#shard.leave(this);
  }

  /** A book of a former term stays while it may be shown, until its successor's can be: a hand-over takes no book out of live. */
  get #needsSnapshot(): boolean {
    const { trust } = this.#shard;
    const { limits } = this.#parts;
    if (this.#trust.state !== "following" || trust.term <= this.#trust.term) {
      return this.#trust.state !== "following";
    }
    const isSuccessorProven = doubtOfShard(trust, trust.term, limits, momentOf(this.#parts)) === undefined;
    return isSuccessorProven || this.doubtNow() !== undefined;
  }

  #receive(message: Uint8Array): void {
    const header = this.#header;
    const start = this.#reader.read(message, header);
    if (typeof start === "string") {
      countMalformed(this.#parts.counts, start);
      this.#step({ kind: "lost" });
    } else if (header.kind !== "snapshot" && header.kind !== "update") {
      countMalformed(this.#parts.counts, "unexpected-kind");
      this.#step({ kind: "lost" });
    } else {
      this.#take(header, message, start);
    }
    this.look();
  }

  #take(header: RelayHeader, message: Uint8Array, start: number): void {
    const { counts } = this.#parts;
    const { term, relaySeq } = header;
    this.#shard.hearTerm(term);
    switch (this.#step({ kind: "frame", term, relaySeq })) {
      case "take":
        this.#push(header, message.subarray(start));
        break;
      case "early":
      case "hole":
        this.#kept.add({ ...header }, message.subarray(start));
        break;
      case "old":
        // One owner's numbers never go back: another one speaks under the same term, or the bus repeats itself.
        counts.numbersBack++;
        this.#step({ kind: "lost" });
        break;
      case "old-term":
        counts.oldTerm++;
        break;
    }
  }

  #ask(): void {
    const { bus, subjects, snapshotLimitMs, counts } = this.#parts;
    this.#isAsking = true;
    counts.snapshotsAsked++;
    bus.request(subjects.snap(this.pair), new Uint8Array(0), snapshotLimitMs, (answer) => {
      if (answer === undefined) {
        this.#isAsking = false;
      } else if (!this.#isClosed) {
        this.#answered(answer);
        this.look();
      }
    });
  }

  #answered(message: Uint8Array): void {
    const header = this.#header;
    const start = this.#reader.read(message, header);
    if (typeof start === "string" || header.kind !== "snapshot") {
      countMalformed(this.#parts.counts, typeof start === "string" ? start : "unexpected-kind");
      return;
    }
    const { term, relaySeq } = header;
    this.#shard.hearTerm(term);
    // Whoever answers under an older term lost the pair, and does not know it.
    if (term < this.#shard.trust.term || !this.#needsSnapshot) {
      this.#parts.counts.oldTerm += term < this.#shard.trust.term ? 1 : 0;
      return;
    }
    if (this.#step({ kind: "snapshot", term, relaySeq }) === "take") {
      this.#isAsking = false;
      this.#parts.counts.snapshots++;
      this.#push(header, message.subarray(start));
      this.#pushKept();
      this.#shard.tellTrust();
    }
  }

  /** What came before the snapshot did, and stands behind it. */
  #pushKept(): void {
    for (const { header, frame } of this.#kept.takeOf(this.#trust.term)) {
      const { term, relaySeq } = header;
      if (this.#step({ kind: "frame", term, relaySeq }) === "take") {
        this.#push(header, frame);
      }
    }
  }

  #push({ kind, term, epoch }: RelayHeader, frame: Uint8Array): void {
    const { counts } = this.#parts;
    const former = this.#pushed;
    const isOfOthers = former?.term !== term || former.epoch !== epoch;
    if (kind === "snapshot") {
      this.#pushed = { term, epoch };
      if (former !== undefined && isOfOthers) {
        this.#feed.renewed(this.#channel);
      }
    } else if (isOfOthers) {
      // An update of a snapshot that never came.
      this.#step({ kind: "lost" });
      return;
    }
    // The engine may show what it gets before this returns: what may be believed of it is said first.
    this.#tellDoubt();
    if (this.#feed.push(frame)) {
      counts.frames++;
    } else {
      counts.notTaken++;
      this.#step({ kind: "lost" });
    }
  }

  #step(event: PairTrustEvent): ReturnType<typeof stepPairTrust>["verdict"] {
    const { pair, verdict } = stepPairTrust(this.#trust, event);
    if (pair.state === "gapped" && this.#trust.state === "following") {
      this.#parts.counts.gaps++;
    }
    this.#trust = pair;
    return verdict;
  }

  #tellDoubt(): void {
    const doubt = this.doubtNow();
    if (doubt !== this.#doubt && !this.#isClosed) {
      this.#doubt = doubt;
      this.#feed.doubt(this.#channel, doubt);
      this.#shard.tellTrust();
    }
  }
}
