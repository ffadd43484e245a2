import { type Bus, type BusMessage, type BusStatus, type Subjects, shardOf } from "@depthwire/relay";
import {
  decodeBeat,
  decodeEchoAnswer,
  decodeEchoQuestion,
  emptyHeader,
  encodeEchoAnswer,
  HeaderReader,
  type RelayHeader,
} from "@depthwire/relay/internal";
import type { FrameFeed, OpenFeed } from "@depthwire/stream";
import { Blindfold } from "./blindfold.js";
import type { ConsumerNote, WithoutPart } from "./member-messages.js";
import { ShownTerms } from "./shown-terms.js";

/** What a {@link WatchedBus} is made of besides its connection. */
export interface WatchedBusParts {
  readonly without: WithoutPart;
  readonly pairs: readonly string[];
  readonly subjects: Subjects;
  readonly write: (note: ConsumerNote) => void;
}

/** A message as it came. */
interface Arrival {
  readonly pair: string;
  readonly header: RelayHeader;
}

type Answered = (bytes: Uint8Array | undefined) => void;

/**
 * A consumer's connection that is looked at: what came in, and which of it the link pushed to the engine. It reads the
 * messages for itself, and can hand others on than came.
 */
export class WatchedBus implements Bus {
  /** Whether the book of a pair is shown as live at this moment. */
  isLive: (pair: string) => boolean = () => false;
  readonly #bus: Bus;
  readonly #blindfold: Blindfold;
  readonly #shown: ShownTerms;
  readonly #pairsBySubject = new Map<string, string>();
  readonly #shardsByBeat = new Map<string, string>();
  readonly #shardsByEcho = new Map<string, string>();
  readonly #reader = new HeaderReader();
  /** Headers as they came, by where the messages end that were handed on: the link pushes parts of them. */
  readonly #arrivals = new WeakMap<ArrayBufferLike, Map<number, Arrival>>();
  readonly #names = new Map<string, readonly string[]>();

  constructor(bus: Bus, { without, pairs, subjects, write }: WatchedBusParts) {
    this.#bus = bus;
    this.#blindfold = new Blindfold(without);
    this.#shown = new ShownTerms((pair) => this.isLive(pair), write);
    for (const pair of pairs) {
      const shard = shardOf(pair);
      this.#pairsBySubject.set(subjects.raw("depth", pair), pair).set(subjects.snap(pair), pair);
      this.#shardsByBeat.set(subjects.beat(shard), shard);
      this.#shardsByEcho.set(subjects.echo(shard), shard);
    }
  }

  get status(): BusStatus {
    return this.#bus.status;
  }

  onStatus(listener: (status: BusStatus) => void): () => void {
    return this.#bus.onStatus(listener);
  }

  publish(subject: string, bytes: Uint8Array): void {
    this.#bus.publish(subject, bytes);
  }

  subscribe(subject: string, handler: (message: BusMessage) => void, forbidden?: () => void): () => void {
    const pair = this.#pairsBySubject.get(subject);
    const shard = this.#shardsByBeat.get(subject);
    const watch = (message: BusMessage): void => {
      if (pair !== undefined) {
        this.#takeFrame(pair, message.bytes, (bytes) => handler({ ...message, bytes }));
      } else if (shard !== undefined) {
        this.#takeBeat(shard, message.bytes, (bytes) => handler({ ...message, bytes }));
      } else {
        handler(message);
      }
    };
    return this.#bus.subscribe(subject, watch, forbidden);
  }

  request(subject: string, bytes: Uint8Array, limitMs: number, answered: Answered): void {
    const pair = this.#pairsBySubject.get(subject);
    const shard = this.#shardsByEcho.get(subject);
    if (shard !== undefined && this.#blindfold.without === "echo") {
      this.#answerItself(shard, bytes, answered);
      return;
    }
    this.#bus.request(subject, bytes, limitMs, (answer) => {
      if (answer !== undefined && pair !== undefined) {
        this.#takeFrame(pair, answer, answered);
      } else if (answer !== undefined && shard !== undefined) {
        const echo = decodeEchoAnswer(answer);
        if (typeof echo === "object") {
          this.#shown.hear(shard, echo.term);
        }
        answered(this.#blindfold.echo(answer));
      } else {
        answered(answer);
      }
    });
  }

  /** How an engine opens a connection at the link: what is pushed to it is looked at. */
  watchFeeds(open: OpenFeed): OpenFeed {
    return (address, feed) => open(address, this.#watchFeed(feed));
  }

  /** Looks whether a pair's book has been live too long under a term that is over. */
  look(pair: string): void {
    this.#shown.look(pair);
  }

  #takeFrame(pair: string, bytes: Uint8Array, handOn: (bytes: Uint8Array) => void): void {
    const header = emptyHeader();
    const start = this.#reader.read(bytes, header);
    if (typeof start === "string") {
      handOn(bytes);
      return;
    }
    this.#shown.hear(shardOf(pair), header.term);
    const handedOn = this.#blindfold.message(pair, header, bytes, start);
    this.#remember(handedOn, { pair, header });
    handOn(handedOn);
    this.#shown.arrived(pair, header);
  }

  #takeBeat(shard: string, bytes: Uint8Array, handOn: (bytes: Uint8Array) => void): void {
    const beat = decodeBeat(bytes);
    if (typeof beat === "string") {
      handOn(bytes);
      return;
    }
    const list = `${shard} ${beat.owner} ${beat.term} ${beat.list}`;
    if (beat.pairs !== undefined) {
      this.#names.set(list, beat.pairs);
    }
    const pairs = this.#names.get(list);
    this.#shown.hear(shard, beat.term);
    if (beat.isRetiring === true) {
      this.#shown.retires(shard, beat.term);
    }
    handOn(this.#blindfold.beat(beat, pairs, bytes));
    for (const [index, { relaySeq }] of beat.rows.entries()) {
      const pair = pairs?.[index];
      if (pair !== undefined) {
        this.#shown.counted(pair, beat.term, relaySeq);
      }
    }
  }

  /** The answer of an owner that was never asked. */
  #answerItself(shard: string, bytes: Uint8Array, answered: Answered): void {
    const question = decodeEchoQuestion(bytes);
    const term = this.#shown.newestTerm(shard);
    if (typeof question === "object" && term > 0) {
      setImmediate(() => answered(encodeEchoAnswer({ nonce: question.nonce, term })));
    }
    setImmediate(() => answered(undefined));
  }

  #remember(message: Uint8Array, arrival: Arrival): void {
    const arrivals = this.#arrivals.get(message.buffer) ?? new Map<number, Arrival>();
    this.#arrivals.set(message.buffer, arrivals);
    arrivals.set(message.byteOffset + message.byteLength, arrival);
  }

  #watchFeed(feed: FrameFeed): FrameFeed {
    const push = (frame: Uint8Array, ...rest: readonly never[]): boolean => {
      const arrival = this.#arrivals.get(frame.buffer)?.get(frame.byteOffset + frame.byteLength);
      if (arrival !== undefined) {
        this.#shown.push(arrival.pair, arrival.header);
      }
      return feed.push(frame, ...rest);
    };
    // Whatever else a feed has is its own.
    return new Proxy(feed, {
      get: (target, name) => {
        if (name === "push") {
          return push;
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }
}
