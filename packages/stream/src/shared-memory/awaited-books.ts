import { queueTurnEnd } from "@depthwire/core/internal";
import type { ShardPort } from "../shard/thread/shard-messages.js";
import type { CreateSharedWriter } from "../shard/thread/shard-parts.js";
import {
  awaitedWord,
  contentNothing,
  contentWord,
  demandWord,
  newestWord,
  publishedAlways,
  sharedBookParts,
} from "./shared-book-layout.js";
import { SharedBookWriter } from "./shared-book-writer.js";

type Writer = ReturnType<CreateSharedWriter>;
type Published = Parameters<Writer["publish"]>[0];

/**
 * Publishes the books of one shard in the memory that its host gives it. Of those that the host waits for it tells once a burst: one
 * message wakes the host, however many books have changed, and carries none of them.
 */
export function publishAwaited(port: Pick<ShardPort, "post">): CreateSharedWriter {
  const news = new BurstNews(port);
  return (memory, book) => new AwaitedBookWriter(memory, () => news.add(book));
}

class BurstNews {
  readonly #port: Pick<ShardPort, "post">;
  #books: number[] = [];

  constructor(port: Pick<ShardPort, "post">) {
    this.#port = port;
  }

  add(book: number): void {
    if (this.#books.push(book) === 1) {
      // Behind the other publications of the burst, which wait for the same turn's end already.
      queueTurnEnd(() => this.#post());
    }
  }

  #post(): void {
    const books = this.#books;
    this.#books = [];
    this.#port.post({ kind: "news", books });
  }
}

class AwaitedBookWriter implements Writer {
  readonly #words: Int32Array;
  readonly #writer: SharedBookWriter;
  readonly #tell: () => void;

  constructor(memory: SharedArrayBuffer, tell: () => void) {
    this.#words = sharedBookParts(memory).words;
    this.#writer = new SharedBookWriter(memory);
    this.#tell = tell;
  }

  publish(book: Published): void {
    if (this.#isDue(book.version)) {
      this.#writer.publish(book);
      this.#tellIfAwaited();
    }
  }

  publishTooLarge(book: Omit<Published, "levels">): void {
    if (this.#isDue(book.version)) {
      this.#writer.publishTooLarge(book);
      this.#tellIfAwaited();
    }
  }

  /** A state that nobody waits for, in memory that nobody else reads, is only told to be there: a slow loop costs no copies. */
  #isDue(version: number): boolean {
    const words = this.#words;
    Atomics.store(words, newestWord, version | 0);
    return (
      words[demandWord] === publishedAlways ||
      words[contentWord] === contentNothing ||
      Atomics.load(words, awaitedWord) === 1
    );
  }

  #tellIfAwaited(): void {
    if (Atomics.load(this.#words, awaitedWord) === 1) {
      Atomics.store(this.#words, awaitedWord, 0);
      this.#tell();
    }
  }
}
