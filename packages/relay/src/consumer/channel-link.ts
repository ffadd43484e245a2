import type { DoubtReason } from "@depthwire/book/internal";
import type { Moment } from "../time/moment.js";
import {
  doubtOfPair,
  noPairTrust,
  type PairTrust,
  type PairTrustEvent,
  stepPairTrust,
  trustedForMs,
} from "../trust/pair-trust.js";
import type { BeatRow } from "../wire/beat.js";
import { depthChannel, rowNameOf } from "../wire/bus-channel.js";
import { emptyHeader, HeaderReader, type RelayHeader } from "../wire/header.js";
import { decodeOwnerStatus } from "../wire/owner-status.js";
import { faultOfMessage, isUnheard, type MessageRules } from "./fault-of-message.js";
import { KeptMessages } from "./kept-messages.js";
import { countMalformed, countNotResumed } from "./link-counters.js";
import { type LinkParts, momentOf } from "./link-parts.js";
import { type LinkStanding, needsState, type Refusal, standingOf } from "./link-standing.js";
import type { FollowedChannel, Outlet } from "./outlet.js";
import { outletFor } from "./outlet-for.js";
import { readStateAnswer } from "./read-state-answer.js";
import { nextOf, type Resumed, type ResumedChannel, type Resumption } from "./resume.js";
import type { ShardWatch, WatchedChannel } from "./shard-watch.js";
import { StateQuestion } from "./state-question.js";

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
  readonly #rules: MessageRules;
  readonly #unsubscribe: () => void;
  #trust: PairTrust = noPairTrust;
  readonly #question: StateQuestion;
  readonly #joinedAt: Moment;
  #isResuming = false;
  /** Until it was asked where to go on. */
  #resumption: Resumption | undefined;
  #isClosed = false;
  /** An owner that has no state to give, and why: it is asked again when its beat says otherwise. */
  #refused: Refusal | undefined;
  /** What the feed was told last; a feed that was told nothing is not in doubt. */
  #doubt: DoubtReason | undefined;

  constructor(followed: FollowedChannel, shard: ShardWatch, parts: LinkParts) {
    const { pair, name } = followed;
    const { bus, subjects, clock, counts, maxFrameBytes, resumption } = parts;
    this.pair = pair;
    this.rowName = rowNameOf(pair, name);
    this.#followed = followed;
    this.#shard = shard;
    this.#parts = parts;
    this.#resumption = resumption;
    this.#question = new StateQuestion(followed, parts);
    this.#joinedAt = momentOf(parts);
    this.#outlet = outletFor(followed, { clock, counts, tellDoubt: () => this.#tellDoubt() });
    this.#rules = { kinds: this.#outlet.kinds, protocol: followed.protocol, maxFrameBytes };
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
    return this.#followed.name === depthChannel
      ? trustedForMs(this.#trust, this.#shard.trust, this.#parts.limits, momentOf(this.#parts))
      : 0;
  }

  /** How it stands at this moment. */
  standing(): LinkStanding {
    return standingOf(this.#trust, this.#shard.trust, this.#refused, this.#parts);
  }

  /** Asks for a state where one is needed, and tells the feed what may be believed. */
  look(): void {
    if (this.#parts.bus.status === "disconnected") {
      this.#question.close();
    } else if (!this.#isClosed && !this.#isResuming && this.#needsState) {
      this.#begin();
    }
    this.#tellDoubt();
  }

  /** The owner's row of this channel; undefined where its beat has none: then nobody would answer. */
  row(term: number, row: BeatRow | undefined): void {
    const { relaySeq, status: ownerStatus } = row ?? { relaySeq: 0, status: "stale" };
    // The owner before goes on for a while: whom to ask, its successor says.
    if (term === this.#shard.trust.term) {
      const refused = ownerStatus === "live" ? undefined : this.#refused;
      this.#refused = row === undefined ? { term, status: "stale", reason: undefined } : refused;
    }
    this.#step({ kind: "row", term, relaySeq, ownerStatus });
    this.look();
  }

  /** {@inheritDoc WatchedChannel.forget} */
  forget(): void {
    this.#step({ kind: "lost", reason: "relay-malformed" });
    this.#trust = { ...this.#trust, term: 0, relaySeq: 0 };
    this.#kept.clear();
    this.#refused = undefined;
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

  get #needsState(): boolean {
    const { trust } = this.#shard;
    return this.#refused?.term !== trust.term && needsState(this.#trust, trust, this.#joinedAt, this.#parts);
  }

  #receive(message: Uint8Array): void {
    const header = this.#header;
    const start = this.#reader.read(message, header);
    const fault = typeof start === "string" ? start : faultOfMessage(header, message, start, this.#rules);
    if (typeof start === "string" || fault !== undefined) {
      countMalformed(this.#parts.counts, fault ?? "short");
      this.#step({ kind: "lost", reason: "relay-malformed" });
    } else if (this.#take(header, message.subarray(start)) === "taken" && header.term === this.#shard.trust.term) {
      // What may be believed was told before the frame, and nothing is missing.
      return;
    }
    this.look();
  }

  /** Undefined for a message that was not the next frame. */
  #take(header: Readonly<RelayHeader>, frame: Uint8Array): "taken" | "lost" | undefined {
    const { counts } = this.#parts;
    const { kind, term, relaySeq } = header;
    if (isUnheard(term, this.#shard.trust, counts)) {
      return undefined;
    }
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

  /** Goes on where a reader left off, once, or asks for a state. */
  #begin(): void {
    const resumption = this.#resumption;
    this.#resumption = undefined;
    if (resumption === undefined) {
      this.#ask();
    } else {
      this.#isResuming = true;
      void resumption.goOn(this.#followed, (resumed) => (this.#isClosed ? "left" : this.#resumed(resumed)));
    }
  }

  #resumed(resumed: Resumed): "used" {
    this.#isResuming = false;
    if (resumed === "lost") {
      countNotResumed(this.#parts.counts);
    } else if (resumed !== "new") {
      this.#takeUp(resumed);
    }
    this.look();
    return "used";
  }

  #takeUp({ header, state, missed }: ResumedChannel): void {
    const { counts } = this.#parts;
    this.#step({ kind: "snapshot", term: header.term, relaySeq: header.relaySeq });
    this.#handOn({ ...header, kind: this.#outlet.stateKind }, state, { missing: 0 });
    for (const one of nextOf(header, missed)) {
      counts.resumed += this.#take(one.header, one.frame) === "taken" ? 1 : 0;
    }
    // A later owner's numbers begin anew, behind a state that was published to nobody.
    counts.gaps += this.#trust.term < this.#shard.trust.term ? 1 : 0;
    this.#takeKept();
  }

  /** Takes what came before the state and stands behind it. */
  #takeKept(): void {
    const { next, others } = this.#kept.takeBehind(this.#trust.term, this.#trust.relaySeq);
    for (const kept of next) {
      this.#take(kept.header, kept.frame);
    }
    if (others > 0) {
      this.#step({ kind: "lost", reason: "relay-gap" });
    }
    this.#shard.tellTrust();
  }

  #ask(): void {
    const { term } = this.#shard.trust;
    this.#question.ask(
      term,
      (answer) => this.#answered(answer),
      () => this.look(),
    );
  }

  #answered(message: Uint8Array): void {
    if (this.#isClosed) {
      return;
    }
    const rules = { ...this.#rules, kinds: [this.#outlet.stateKind] };
    const answer = readStateAnswer(message, rules, this.#shard.trust, this.#parts.counts);
    if (answer?.kind === "refusal") {
      this.#refused = answer.refusal;
      this.#question.close();
    } else if (answer !== undefined && this.#needsState) {
      this.#takeState(answer.header, answer.frame);
    }
    this.look();
  }

  #takeState(header: RelayHeader, frame: Uint8Array): void {
    const { term, relaySeq } = header;
    const former = this.#trust;
    if (this.#step({ kind: "snapshot", term, relaySeq }) !== "take") {
      return;
    }
    this.#question.close();
    this.#parts.counts.snapshots++;
    const missing = former.term === term ? relaySeq - former.relaySeq : 0;
    this.#handOn(header, frame, { missing });
    this.#takeKept();
  }

  #handOn(header: Readonly<RelayHeader>, frame: Uint8Array, state?: { readonly missing: number }): "taken" | "lost" {
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
