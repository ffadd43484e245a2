import type { BookReason, BookStatus } from "@depthwire/book";
import {
  type BookCounters,
  BookHistory,
  DoubtableBook,
  type DoubtReason,
  exactForm,
  type LevelStore,
  type ResyncControl,
  viewDataOf,
} from "@depthwire/book/internal";
import type { CancelTimer } from "@depthwire/core";
import { createDepthChannel, type DepthChannel, queueTurnEnd } from "@depthwire/core/internal";
import type { FrameListener } from "../thread/frame-listener.js";
import type { ShardConfig } from "../thread/shard-config.js";
import type { ShardPort } from "../thread/shard-messages.js";
import type { CreateSharedWriter } from "../thread/shard-parts.js";
import { BookStates } from "./book-states.js";
import type { FollowTerms } from "./followed-item.js";

/** What {@link ShardBook} is made of. */
export interface ShardBookParts {
  readonly id: number;
  readonly pair: string;
  /** Its channel, as it is written on the wire. */
  readonly channel: string;
  readonly epoch: number;
  readonly config: ShardConfig;
  readonly counters: BookCounters & { views: number };
  readonly resync: ResyncControl;
  readonly port: ShardPort;
  readonly levels: LevelStore;
  /** Undefined where no book is published in shared memory. */
  readonly createSharedWriter: CreateSharedWriter | undefined;
  /** Undefined where nobody listens to accepted frames. */
  readonly frames: FrameListener | undefined;
}

/** One book of a shard, with what it still owes to its host: at most one view and one status message at a time. */
export class ShardBook {
  readonly id: number;
  readonly depth: DoubtableBook;
  readonly channel: DepthChannel;
  readonly resync: ResyncControl;
  /** Times in a row that it had to leave a connection without having got a snapshot. */
  moves = 0;
  #cancelTimer: CancelTimer | undefined;
  readonly #counters: { views: number };
  readonly #port: ShardPort;
  /** Levels a side that the host asked for; 0 while it has not asked. */
  #credit = 0;
  #sentVersion = 0;
  #sentLevels = 0;
  /** Every state, for a host that follows them. */
  #states: BookStates | undefined;
  #statusUnread = false;
  /** What the host knows; undefined before the first word. */
  #toldStatus: BookStatus | undefined;
  #toldReason: BookReason | undefined;
  readonly #frames: FrameListener | undefined;
  /** What the listener of frames knows. */
  #heardStatus: BookStatus | undefined;
  #heardReason: BookReason | undefined;
  readonly #createWriter: CreateSharedWriter | undefined;
  #writer: ReturnType<CreateSharedWriter> | undefined;
  #publishedVersion = 0;
  #publication: "none" | "due" = "none";

  constructor(parts: ShardBookParts) {
    const { id, pair, channel, epoch, config, counters, resync, port, levels } = parts;
    this.id = id;
    this.channel = createDepthChannel(pair, { priceScale: 0, quantityScale: 0 }, id, channel);
    this.depth = new DoubtableBook(config.rules, counters, epoch, {
      store: levels,
      channel: this.channel,
      exact: exactForm,
      history: new BookHistory(),
    });
    this.resync = resync;
    this.#counters = counters;
    this.#port = port;
    this.#createWriter = parts.createSharedWriter;
    this.#frames = parts.frames;
  }

  /** Sets the one timer of the book: its next resync, or the patience for a snapshot. */
  setTimer(cancel: CancelTimer | undefined): void {
    this.#cancelTimer?.();
    this.#cancelTimer = cancel;
  }

  /** Lets the next snapshot choose its scales: one absurdly fine number must not make all others too large for ever. */
  forgetScales(): void {
    this.channel.priceScale = 0;
    this.channel.quantityScale = 0;
  }

  /** The host may be sent one more view, of at most `levels` levels a side. */
  grant(levels: number): void {
    this.#credit = levels;
    if (levels > this.#sentLevels) {
      // The same state with more levels is another view.
      this.#sentVersion = 0;
    }
    this.flush();
  }

  /** See `FrameFeed.doubt`. */
  doubt(reason: DoubtReason | undefined): void {
    this.depth.doubt(reason);
    this.flush();
  }

  /** Starts or stops telling every applied state. */
  follow(terms: FollowTerms | undefined): void {
    this.#states = terms && new BookStates(this.id, terms, this.#port);
    this.flush();
  }

  /** The host read the last batch of states. */
  statesRead(): void {
    this.#states?.read();
  }

  /** Publishes the book in this memory, now and from now on. */
  share(memory: SharedArrayBuffer): void {
    this.#writer = this.#createWriter?.(memory, this.id);
    this.#publishedVersion = 0;
    this.#publishSoon();
  }

  /** Gives the memory of its levels back and stops publishing. */
  release(): void {
    this.#writer = undefined;
    this.depth.levels.release();
  }

  /** Nobody follows it any longer: whoever passes its frames on must not call it live. */
  tellClosed(): void {
    this.#frames?.status(this.channel.pair, "stale", "closed");
  }

  /** The host read the last status message. */
  statusRead(): void {
    this.#statusUnread = false;
    this.flush();
  }

  /** Sends what changed, as far as the host can take it. Called after every message: it must cost nothing then. */
  flush(): void {
    const { depth } = this;
    this.#states?.take(depth);
    if (this.#frames !== undefined) {
      this.#tellListener(this.#frames);
    }
    if (this.#writer !== undefined && this.#publication === "none") {
      this.#publishSoon();
    }
    const changed = depth.status !== this.#toldStatus || depth.reason !== this.#toldReason;
    if (this.#credit > 0 && depth.version !== this.#sentVersion && depth.receivedAtMs !== 0) {
      const view = viewDataOf(depth, this.id, this.#credit);
      this.#sentLevels = this.#credit;
      this.#credit = 0;
      this.#sentVersion = depth.version;
      this.#counters.views++;
      this.#told();
      this.#port.post({ kind: "view", view }, [view.columns.buffer]);
    } else if (changed && !this.#statusUnread) {
      this.#told();
      this.#statusUnread = true;
      const { status, reason, version, epoch, seq } = depth;
      this.#port.post({ kind: "status", book: this.id, status, reason, version, epoch, seq });
    }
  }

  /**
   * What came in together is shown as one: a burst of messages is worked off without a pause in which its states between
   * would be news, and copying levels for each would cost a tenth of the work.
   */
  #publishSoon(): void {
    if (this.depth.version !== this.#publishedVersion && this.depth.receivedAtMs !== 0) {
      this.#publication = "due";
      queueTurnEnd(this.#publish);
    }
  }

  readonly #publish = (): void => {
    this.#publication = "none";
    this.#publishedVersion = this.depth.version;
    if (this.depth.isExact) {
      this.#writer?.publishTooLarge(this.depth);
    } else {
      this.#writer?.publish(this.depth);
    }
  };

  #tellListener(frames: FrameListener): void {
    const { status, reason } = this.depth;
    if (status !== this.#heardStatus || reason !== this.#heardReason) {
      this.#heardStatus = status;
      this.#heardReason = reason;
      frames.status(this.channel.pair, status, reason);
    }
  }

  #told(): void {
    this.#toldStatus = this.depth.status;
    this.#toldReason = this.depth.reason;
  }
}
