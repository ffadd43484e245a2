import type { DoubtReason } from "@depthwire/book/internal";
import { encodeUtf8 } from "@depthwire/core/internal";
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
import { depthChannel, rowNameOf } from "../wire/bus-channel.js";
import { emptyHeader, HeaderReader, type RelayHeader } from "../wire/header.js";
import { decodeOwnerStatus, type OwnerStatus } from "../wire/owner-status.js";
import { BookOutlet } from "./book-outlet.js";
import { EventOutlet } from "./event-outlet.js";
import { KeptMessages } from "./kept-messages.js";
import { countMalformed, type MessageFault } from "./link-counters.js";
import { type LinkParts, momentOf } from "./link-parts.js";
import type { LinkStanding } from "./link-standing.js";
import type { FollowedChannel, Outlet } from "./outlet.js";
import type { ShardWatch, WatchedChannel } from "./shard-watch.js";

/** One channel of a pair that an engine has subscribed to: messages of the bus become frames of its virtual connection. */
export class ChannelLink implements WatchedChannel {
  readonly pair: string;
  readonly rowName: string;
  readonly #followed: FollowedChannel;
  readonly #shard: ShardWatch;
  readonly #parts: LinkParts;
  readonly #outlet: Outlet;
  readonly #reader = new HeaderReader();
  readonly #header: RelayHeader = emptyHeader();
  readonly #kept = new KeptMessages();
  readonly #unsubscribe: () => void;
  /** What is sent when a state is asked for. */
  readonly #question: Uint8Array;
  #trust: PairTrust = noPairTrust;
  #isAsking = false;
  #isClosed = false;
  /** An owner that has no state to give, and why: it is asked again when its beat says otherwise. */
  #refused: (OwnerStatus & { readonly term: number }) | undefined;
  /** What the feed was told last; a feed that was told nothing is not in doubt. */
  #doubt: DoubtReason | undefined;

  constructor(followed: FollowedChannel, shard: ShardWatch, parts: LinkParts) {
    const { pair, name } = followed;
    const { bus, subjects, clock, counts } = parts;
    this.pair = pair;
    this.rowName = rowNameOf(pair, name);
    this.#followed = followed;
    this.#shard = shard;
    this.#parts = parts;
    this.#question = name === depthChannel ? new Uint8Array(0) : encodeUtf8(name);
    const outletParts = { clock, counts, tellDoubt: () => this.#tellDoubt() };
    this.#outlet =
      name === depthChannel ? new BookOutlet(followed, outletParts) : new EventOutlet(followed, outletParts);
    this.#unsubscribe = bus.subscribe(subjects.raw(name, pair), ({ bytes }) => this.#receive(bytes));
    shard.join(this);
    this.look();
  }

  /** Why the channel may not be called live at this moment. */
  doubtNow(): DoubtReason | undefined {
    return doubtOfPair(this.#trust, this.#shard.trust, this.#parts.limits, momentOf(this.#parts));
  }

  /** {@inheritDoc WatchedChannel.trustedForMs} */
  trustedForMs(): number {
    const isBook = this.#followed.name === depthChannel;
    return isBook ? trustedForMs(this.#trust, this.#shard.trust, this.#parts.limits, momentOf(this.#parts)) : 0;
  }

  /** How it stands at this moment. */
  standing(): LinkStanding {
    const { trust } = this.#shard;
    const { term, ownerStatus, ownerReason } = this.#trust;
    const refused = this.#refused?.term === trust.term && term !== trust.term ? this.#refused : undefined;
    const doubt = this.doubtNow();
    return {
      doubt,
      owner: trust.owner,
      term: trust.term,
      upstream: { status: refused?.status ?? ownerStatus, reason: refused ? refused.reason : ownerReason },
      freshWithinMs: doubt === undefined ? freshWithinMs(trust, term, momentOf(this.#parts)) : undefined,
    };
  }

  /** Asks for a state where one is needed, and tells the feed what may be believed. */
  look(): void {
    const { bus } = this.#parts;
    if (this.#needsState && !this.#isAsking && !this.#isClosed && bus.status === "connected") {
      this.#ask();
    }
    this.#tellDoubt();
  }

  /** The owner's row of this channel; undefined where its beat has none: then nobody would answer. */
  row(term: number, row: BeatRow | undefined): void {
    const { relaySeq, status: ownerStatus } = row ?? { relaySeq: 0, status: "stale" };
    if (row === undefined) {
      this.#refused = { term, status: "stale", reason: undefined };
    } else if (ownerStatus === "live") {
      this.#refused = undefined;
    }
    this.#step({ kind: "row", term, relaySeq, ownerStatus });
    this.look();
  }

  /** The peer lives, although it sent no frame. */
  hear(): void {
    this.#followed.feed.controlFrame();
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#shard.leave(this);
  }

  /** What is of a former term stays while it may be shown, until its successor's can be: a hand-over takes no book out of live. */
  get #needsState(): boolean {
    const { trust } = this.#shard;
    if (this.#refused?.term === trust.term) {
      return false;
    }
    if (this.#trust.state !== "following" || trust.term <= this.#trust.term) {
      return this.#trust.state !== "following";
    }
    const { limits } = this.#parts;
    const isSuccessorProven = doubtOfShard(trust, trust.term, limits, momentOf(this.#parts)) === undefined;
    return isSuccessorProven || this.doubtNow() !== undefined;
  }

  #receive(message: Uint8Array): void {
    const header = this.#header;
    const start = this.#reader.read(message, header);
    const fault = typeof start === "string" ? start : this.#faultOf(header, message, start);
    if (typeof start === "string" || fault !== undefined) {
      this.#lose(fault ?? "short");
    } else if (this.#take(header, message.subarray(start)) === "taken" && header.term === this.#shard.trust.term) {
      // What may be believed was told before the frame, and nothing is missing.
      return;
    }
    this.look();
  }

  /** What is wrong with a message of this channel whose header could be read. */
  #faultOf(header: RelayHeader, message: Uint8Array, start: number): MessageFault | undefined {
    if (header.kind === "status") {
      return decodeOwnerStatus(message, start) === undefined ? "text-malformed" : undefined;
    }
    if (!this.#outlet.kinds.includes(header.kind)) {
      return "unexpected-kind";
    }
    if (header.protocol !== this.#followed.protocol) {
      return "other-protocol";
    }
    return message.length - start > this.#parts.maxFrameBytes ? "frame-too-large" : undefined;
  }

  #lose(fault: MessageFault): void {
    countMalformed(this.#parts.counts, fault);
    this.#step({ kind: "lost", reason: "relay-malformed" });
  }

  /** Undefined for a message that was not the next frame. */
  #take(header: RelayHeader, frame: Uint8Array): "taken" | "lost" | undefined {
    const { counts } = this.#parts;
    const { kind, term, relaySeq } = header;
    this.#shard.hearTerm(term);
    if (this.#shard.isContested(term)) {
      // Whose number this is, nobody can say.
      this.#step({ kind: "lost", reason: "relay-malformed" });
      return undefined;
    }
    const told = kind === "status" ? decodeOwnerStatus(frame, 0) : undefined;
    const verdict = this.#step(
      told === undefined
        ? { kind: "frame", term, relaySeq }
        : { kind: "status", term, relaySeq, ownerStatus: told.status, ownerReason: told.reason },
    );
    switch (verdict) {
      case "take":
        if (told === undefined) {
          return this.#handOn(header, frame);
        }
        counts.statuses++;
        break;
      case "early":
      case "hole":
        this.#kept.add({ ...header }, frame);
        break;
      case "old":
        // One owner's numbers never go back: another one speaks under the same term, or the bus repeats itself.
        counts.numbersBack++;
        this.#step({ kind: "lost", reason: "relay-malformed" });
        break;
      case "old-term":
        counts.oldTerm++;
        break;
    }
    if (told !== undefined && this.#refused?.term === term) {
      this.#refused = told.status === "live" ? undefined : { ...told, term };
    }
    return undefined;
  }

  #ask(): void {
    const { bus, subjects, snapshotLimitMs, counts } = this.#parts;
    this.#isAsking = true;
    counts.snapshotsAsked++;
    bus.request(subjects.snap(this.pair), this.#question, snapshotLimitMs, (answer) => {
      if (answer === undefined) {
        this.#isAsking = false;
      } else if (!this.#isClosed) {
        this.#answered(answer);
        this.look();
      }
    });
  }

  #answered(message: Uint8Array): void {
    const { counts } = this.#parts;
    const header = this.#header;
    const start = this.#reader.read(message, header);
    if (typeof start === "string") {
      countMalformed(counts, start);
      return;
    }
    const isState = header.kind === this.#outlet.stateKind;
    const fault = isState || header.kind === "status" ? this.#faultOf(header, message, start) : "unexpected-kind";
    if (fault !== undefined) {
      countMalformed(counts, fault);
      return;
    }
    const { term } = header;
    this.#shard.hearTerm(term);
    if (term < this.#shard.trust.term) {
      // Whoever answers under an older term lost the pair, and does not know it.
      counts.oldTerm++;
    } else if (!isState) {
      const told = decodeOwnerStatus(message, start);
      this.#refused = told && { ...told, term };
    } else if (this.#needsState) {
      this.#takeState(header, message.subarray(start));
    }
  }

  #takeState(header: RelayHeader, frame: Uint8Array): void {
    const { term, relaySeq } = header;
    const former = this.#trust;
    if (this.#step({ kind: "snapshot", term, relaySeq }) !== "take") {
      return;
    }
    this.#isAsking = false;
    this.#parts.counts.snapshots++;
    const missing = former.term === term ? relaySeq - former.relaySeq : 0;
    this.#handOn(header, frame, { missing });
    // What came before the state did, and stands behind it.
    for (const kept of this.#kept.takeOf(this.#trust.term)) {
      this.#takeKept(kept.header, kept.frame);
    }
    this.#shard.tellTrust();
  }

  /** Those that the state has already are nothing to be counted. */
  #takeKept(header: RelayHeader, frame: Uint8Array): void {
    if (header.relaySeq > this.#trust.relaySeq) {
      this.#take(header, frame);
    }
  }

  #handOn(header: RelayHeader, frame: Uint8Array, state?: { readonly missing: number }): "taken" | "lost" {
    const outcome = this.#outlet.take(header, frame, state);
    if (outcome === "lost") {
      this.#step({ kind: "lost", reason: "relay-gap" });
    }
    return outcome;
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
      this.#followed.feed.doubt(this.#followed.channel, doubt);
      this.#shard.tellTrust();
    }
  }
}
