import type { BookReason, BookVerdict, BookViewData } from "@depthwire/book";
import type { DepthEvidence, TopBuffer } from "@depthwire/book/internal";
import type { FollowedItem, FollowTerms } from "../book/followed-item.js";
import type { BookStatusMessage } from "../thread/shard-messages.js";
import type { ShardStatistics } from "../thread/shard-statistics.js";
import type { HostedChannel } from "./hosted-channels.js";

/** A book on the main side, as its shard's host sees it. */
export interface HostedBook {
  readonly id: number;
  readonly pair: string;
  /** How many epochs it has shown so far: a new thread counts on. */
  readonly epoch: number;
  /** Most levels a side that any of its readers wants. */
  readonly levels: number;
  /** Version of the state that its readers were shown with all levels that they want; -1: of none. */
  readonly knownVersion: number;
  /** Whether past states are kept for it: a new thread keeps them too. */
  readonly isRemembered: boolean;
  /** How its every state is followed; undefined: nobody reads them. A new thread is asked the same. */
  readonly followed: FollowTerms | undefined;
  /** States came, because they are followed. */
  receiveStates(batch: readonly FollowedItem[]): void;
  /** A view came, because one was pulled. */
  receiveView(view: BookViewData): void;
  /** The status changed. */
  receiveStatus(message: BookStatusMessage): void;
  /** The thread is gone or silent. A silent one may be heard again: then the shard's next word counts. */
  receiveLoss(reason: Extract<BookReason, "thread-lost" | "thread-silent">): void;
  /** A silent thread was heard again, and nothing was lost. */
  receiveRecovery(): void;
}

/** The main side of one shard, wherever that runs. */
export interface ShardHost {
  /** How many books and other channels it has. */
  readonly load: number;
  /** Begins to keep the book, and asks for its first view. */
  subscribe(book: HostedBook): void;
  unsubscribe(book: HostedBook): void;
  /** Asks for the book's next view. */
  pull(book: HostedBook): void;
  /** Follows every state of the book as its `followed` says now. */
  follow(book: HostedBook): void;
  /** Whether the book's present state can be read without asking. Where it could be, the first question makes it so. */
  isReadable(book: HostedBook): boolean;
  /** The best levels of the book's present state. False, and `into` holds nothing of use, where it can't be read just now. */
  readTop(book: HostedBook, into: TopBuffer): boolean;
  /** The book's present state where it can be read without asking and is not the one of `knownVersion`. */
  read(book: Pick<HostedBook, "id" | "levels">, knownVersion: number): BookViewData | undefined;
  /** As {@link ShardHost.read}, but only where nothing can change between two turns: whoever takes one state after the other lets timers run. */
  take(book: Pick<HostedBook, "id" | "levels">, knownVersion: number): BookViewData | undefined;
  /** Past states of the book are kept from now on. */
  remember(book: HostedBook): void;
  /** Holds the book against the venue's answer. Never rejects. */
  verify(book: HostedBook, evidence: DepthEvidence): Promise<BookVerdict>;
  /** Begins to listen to a channel that is not a book. */
  openChannel(channel: HostedChannel): void;
  closeChannel(channel: HostedChannel): void;
  /** The last batch of the channel was taken by its reader: the next one may come. */
  eventsRead(channel: HostedChannel): void;
  statistics(): ShardStatistics;
  /** Ends the shard. Resolves when nothing of it is left; never rejects. */
  close(): Promise<void>;
}
