import type { BookReason, BookStatus } from "@depthwire/book";
import type { CancelTimer } from "@depthwire/core";
import type { AcceptedFrame, ChannelStatus, FrameListener } from "@depthwire/stream";
import type { BusMessage } from "../bus/bus.js";
import { untilNextTurnMs } from "../time/in-step.js";
import { decodeBeat, encodeBeat } from "../wire/beat.js";
import { busChannelOf, channelNameOf, depthChannel, rowNameOf } from "../wire/bus-channel.js";
import { emptyHeader, maxTerm, type RelayHeader } from "../wire/header.js";
import { MessageSlab } from "../wire/message-slab.js";
import { encodeOwnerStatus } from "../wire/owner-status.js";
import { ChannelMemory } from "./channel-memory.js";
import { NewcomersBeat } from "./newcomers-beat.js";
import { ownerStatusOf, PublishedChannel } from "./published-channel.js";
import { Retirement } from "./retirement.js";
import type { ShardPublisherParts } from "./shard-publisher-parts.js";
import { ViewPublisher } from "./view-publisher.js";

/** Names of rows stand in every so many beats, for who could not ask. */
const beatsPerNames = 10;

/**
 * Publishes one shard: the venue's frames as they were accepted, what its books are called, beats, views, answers to echoes,
 * states on request. It keeps no book: the engine that it listens to does.
 */
export class ShardPublisher implements FrameListener {
  readonly #parts: ShardPublisherParts;
  /** By the names of their rows, in the order of the rows. */
  readonly #rows = new Map<string, PublishedChannel>();
  /** Channels besides books, by the text of the wire; undefined for those that never get on the bus. */
  readonly #events = new Map<string, PublishedChannel | undefined>();
  readonly #header: RelayHeader;
  readonly #slab = new MessageSlab();
  readonly #views: ViewPublisher | undefined;
  readonly #newcomers: NewcomersBeat;
  #term = 0;
  #beats = 0;
  /** Counts changes of the rows' names, from 1. */
  #list = 1;
  #cancelBeat: CancelTimer | undefined;
  /** Since it handed its shard over; undefined while it acts as its owner. */
  #retirement: Retirement | undefined;
  #close: (() => void)[] = [];
  #closeStates: (() => void)[] = [];

  /** @throws ValidationError `value-invalid` for a name that can't be part of a subject */
  constructor(parts: ShardPublisherParts) {
    const { subjects, views, pairs, codec } = parts;
    this.#parts = parts;
    this.#newcomers = new NewcomersBeat(parts.clock, () => this.#beat("named"));
    this.#header = { ...emptyHeader(), protocol: codec.protocol };
    for (const pair of pairs) {
      this.#rows.set(pair, new PublishedChannel(pair, subjects.raw(depthChannel, pair), undefined));
    }
    const statusOf = (pair: string): PublishedChannel | undefined => this.#rows.get(pair);
    this.#views = views && new ViewPublisher({ ...parts, options: views, statusOf, acts: () => this.#acts });
  }

  /** The term that it acts under; 0 while it does not, and when it has retired. */
  get term(): number {
    return this.#retirement === undefined ? this.#term : 0;
  }

  /** Begins to act under a term, larger than any before. */
  own(term: number): void {
    this.disown();
    const { bus, subjects, shard, pairs } = this.#parts;
    this.#term = term;
    this.#beats = 0;
    for (const row of this.#rows.values()) {
      row.relaySeq = 0;
    }
    this.#closeStates = pairs.map((pair) =>
      bus.subscribe(subjects.snap(pair), (message) => this.#answerSnapshot(pair, message)),
    );
    this.#close = [
      bus.subscribe(subjects.echo(shard), (message) => this.#answerEcho(message)),
      bus.subscribe(subjects.beat(shard), ({ bytes }) => this.#hearBeat(bytes)),
    ];
    this.#beatRegularly();
    this.#views?.start(term);
  }

  /** Stops acting. */
  disown(): void {
    this.#stopGiving();
    this.#cancelBeat?.();
    this.#cancelBeat = undefined;
    for (const close of this.#close.splice(0)) {
      close();
    }
    this.#term = 0;
    this.#retirement?.end();
    this.#retirement = undefined;
  }

  /**
   * The shard was handed over. Frames, beats, which say so, and answers to echoes go on under its own term for {@link retiredMs}, so that who follows it loses
   * nothing until the heir's state has come. States and views are the heir's to give. Resolves when it has stopped.
   */
  async retire(): Promise<void> {
    if (this.#term > 0) {
      this.#stopGiving();
      this.#retirement = new Retirement(this.#parts.clock, () => this.disown());
      // From the heir's first word on nothing else of it counts.
      this.#beat();
      await this.#retirement.over;
    }
  }

  accepted(frame: AcceptedFrame): void {
    const { pair, kind, epoch, seq, receivedAtMs, bytes } = frame;
    const row = kind === "event" ? this.#eventRow(pair, frame.channel) : this.#rows.get(pair);
    if (row === undefined) {
      return;
    }
    const told = row.epochOf(epoch);
    row.remember(frame, told);
    const header = this.#header;
    header.kind = kind;
    header.epoch = told;
    header.seq = seq;
    header.receivedAtMs = receivedAtMs;
    if (this.#publish(row, bytes)) {
      this.#parts.counts[kind === "event" ? "events" : "frames"]++;
    }
    this.#views?.changed(pair);
  }

  /** Each change is told at once, with its reason. */
  status(pair: string, status: BookStatus, reason: BookReason | undefined): void {
    this.#tellStatus(this.#rows.get(pair), { status, reason });
    this.#views?.labelled(pair);
  }

  /** The same for a channel besides books. */
  channelStatus(channel: string, status: ChannelStatus): void {
    const parts = this.#parts.codec.parse(channel);
    this.#tellStatus(parts && this.#eventRow(parts.pair, channel), ownerStatusOf[status]);
  }

  get #acts(): boolean {
    return this.#term > 0 && this.#mayAct;
  }

  /** Asked at each act: no timer fires while a process is stopped. */
  get #mayAct(): boolean {
    return this.#retirement?.mayAct ?? this.#parts.holds();
  }

  /** Views and states are given to nobody any more. */
  #stopGiving(): void {
    this.#views?.stop();
    this.#newcomers.stop();
    for (const close of this.#closeStates.splice(0)) {
      close();
    }
  }

  #tellStatus(row: PublishedChannel | undefined, told: Pick<PublishedChannel, "status" | "reason">): void {
    if (row?.stand(told) === true) {
      const header = this.#header;
      header.kind = "status";
      header.epoch = 0;
      header.seq = 0;
      header.receivedAtMs = this.#parts.clock.epochMs();
      if (this.#publish(row, encodeOwnerStatus(told))) {
        this.#parts.counts.statuses++;
      }
    }
  }

  /** What it may not publish is counted too: if it acts again under this term, its consumers see that something is missing. */
  #publish(row: PublishedChannel, body: Uint8Array): boolean {
    if (this.#term === 0) {
      return false;
    }
    row.relaySeq++;
    if (!this.#mayAct) {
      return false;
    }
    this.#header.term = this.#term;
    this.#header.relaySeq = row.relaySeq;
    this.#parts.bus.publish(row.subject, this.#slab.message(this.#header, body));
    return true;
  }

  /** The row of a channel besides books; a new one is named in the next beat. Undefined for pairs of others. */
  #eventRow(pair: string, channel: string): PublishedChannel | undefined {
    const known = this.#events.get(channel);
    if (known !== undefined || this.#events.has(channel) || !this.#rows.has(pair)) {
      return known;
    }
    const { codec, subjects } = this.#parts;
    const parts = codec.parse(channel);
    const name = parts && busChannelOf(parts);
    const row = name && new PublishedChannel(pair, subjects.raw(name, pair), new ChannelMemory(channel, codec));
    this.#events.set(channel, row || undefined);
    if (name !== undefined && row) {
      this.#rows.set(rowNameOf(pair, name), row);
      this.#list++;
      this.#beats = 0;
      return row;
    }
    return undefined;
  }

  #beatRegularly(): void {
    const { clock, beatEveryMs } = this.#parts;
    this.#beat();
    const delayMs = untilNextTurnMs(clock.monotonicMs(), beatEveryMs);
    this.#cancelBeat = clock.after(delayMs, () => this.#beatRegularly());
  }

  #beat(names: "named" | "short" = this.#beats++ % beatsPerNames === 0 ? "named" : "short"): void {
    if (this.#acts) {
      const { bus, subjects, shard, owner, counts } = this.#parts;
      const pairs = names === "named" ? [...this.#rows.keys()] : undefined;
      const rows = [...this.#rows.values()];
      const beat = { owner, term: this.#term, venueAgeMs: this.#venueAgeMs(), list: this.#list, pairs, rows };
      bus.publish(subjects.beat(shard), encodeBeat({ ...beat, isRetiring: this.#retirement && true }));
      counts.beats++;
    }
  }

  /** Of the live book whose connection was silent the longest: it has to hold for each. */
  #venueAgeMs(): number {
    let oldest = 0;
    for (const row of this.#rows.values()) {
      if (row.status === "live" && row.memory === undefined) {
        oldest = Math.max(oldest, this.#parts.venueAgeMs(row.pair) ?? 0);
      }
    }
    return Math.ceil(oldest);
  }

  /**
   * Two owners under one term: their frames cannot be told apart, so that consumers believe neither. The one whose name is larger
   * goes on under the next term, which is larger than the other's.
   */
  #hearBeat(bytes: Uint8Array): void {
    const { owner, counts } = this.#parts;
    const beat = decodeBeat(bytes);
    if (typeof beat === "string") {
      counts.malformed++;
    } else if (beat.owner !== owner && this.term > 0 && beat.term === this.term && this.#acts) {
      counts.contested++;
      if (owner > beat.owner && this.#term < maxTerm) {
        this.own(this.#term + 1);
      }
    }
  }

  #answerEcho(message: BusMessage): void {
    if (this.#parts.echoes.answer(message, this.#acts ? this.#term : 0) === "newcomer") {
      this.#newcomers.ask();
    }
  }

  /** Asked is for the book, or for the channel whose name the request carries. */
  #answerSnapshot(pair: string, { bytes, asker, respond }: BusMessage): void {
    const row = this.#rows.get(bytes.length === 0 ? pair : rowNameOf(pair, channelNameOf(bytes)));
    if (row === undefined) {
      this.#parts.counts.malformed++;
      return;
    }
    this.#parts.answers.ask(row, () => this.#stateOf(row), { asker, respond });
  }

  /** What is not live is answered with its status. Undefined while it may not act. */
  #stateOf(row: PublishedChannel): Uint8Array | undefined {
    if (!this.#acts || this.#retirement !== undefined) {
      return undefined;
    }
    const { bookOf, codec, counts, clock } = this.#parts;
    const { pair, relaySeq, status, reason, memory } = row;
    const answer = { ...this.#header, term: this.#term, relaySeq, seq: 0, receivedAtMs: clock.epochMs() };
    const view = memory === undefined ? bookOf(pair) : undefined;
    const isLive = memory === undefined ? view?.status === "live" : status === "live";
    if (!isLive) {
      return this.#slab.message({ ...answer, kind: "status", epoch: 0 }, encodeOwnerStatus({ status, reason }));
    }
    counts.snapshots++;
    if (view !== undefined) {
      const { seq, receivedAtMs } = view;
      const epoch = row.epochOf(view.epoch);
      return this.#slab.message({ ...answer, kind: "snapshot", epoch, seq, receivedAtMs }, codec.book(view));
    }
    return memory && this.#slab.message({ ...answer, kind: "event", epoch: memory.epoch }, memory.frame());
  }
}
