import type { CancelTimer, Clock, Random } from "@depthwire/core";
import { type BookVerdict, inconclusive } from "../book/book-verdict.js";
import type { DepthEvidence } from "../book/verify-depth.js";
import type { ShardThread, StartShardThread } from "../ports/thread.js";
import { backoffDelayMs } from "../session/backoff.js";
import { endThread } from "./end-thread.js";
import { type HostedChannel, HostedChannels } from "./hosted-channels.js";
import { PendingVerdicts } from "./pending-verdicts.js";
import { type PulseVerdict, watchPulse } from "./pulse-watch.js";
import type { ShardConfig } from "./shard-config.js";
import type { HostedBook, ShardHost } from "./shard-host.js";
import type { FromShard, ToShard } from "./shard-messages.js";
import { noStatistics, type ShardStatistics, sumStatistics } from "./shard-statistics.js";
import { startGuarded } from "./start-guarded.js";
import { judgeThread, type ThreadWatchOptions } from "./thread-watch.js";

/** What a {@link ThreadHost} is made of. */
export interface ThreadHostParts {
  readonly config: ShardConfig;
  readonly watch: ThreadWatchOptions;
  readonly startThread: StartShardThread;
  readonly clock: Clock;
  readonly random: Random;
  /** Told for each thread that ended on its own. */
  readonly onThreadLost: (shard: number, cause: string) => void;
}

/**
 * Runs a shard in a thread and watches it. A thread that ends or does not answer is replaced: its books say `stale` at
 * once, and the new thread subscribes to them again.
 */
export class ThreadHost implements ShardHost {
  readonly #parts: ThreadHostParts;
  readonly #books = new Map<number, HostedBook>();
  readonly #channels = new HostedChannels((message) => this.#post(message));
  readonly #verdicts = new PendingVerdicts();
  #thread: ShardThread | undefined;
  /** Counts threads: words of an older one are of no meaning. */
  #generation = 0;
  #startedAtMs = 0;
  #heardAtMs: number | undefined;
  #askedAtMs: number | undefined;
  #silent = false;
  #beat = 0;
  #failures = 0;
  #cancelTimer: CancelTimer | undefined;
  #cancelPulseWatch: CancelTimer | undefined;
  #past: ShardStatistics = noStatistics();
  #present: ShardStatistics = noStatistics();
  #closing: (() => void) | undefined;
  #closed = false;

  constructor(parts: ThreadHostParts) {
    this.#parts = parts;
    this.#start();
  }

  get load(): number {
    return this.#books.size + this.#channels.size;
  }

  subscribe(book: HostedBook): void {
    this.#books.set(book.id, book);
    this.#introduce(book);
  }

  unsubscribe(book: HostedBook): void {
    this.#books.delete(book.id);
    this.#post({ kind: "unsubscribe", book: book.id });
  }

  pull(book: HostedBook): void {
    this.#post({ kind: "credit", book: book.id, levels: book.levels });
  }

  read(): undefined {
    return undefined;
  }

  remember(book: HostedBook): void {
    this.#post({ kind: "remember", book: book.id });
  }

  verify(book: HostedBook, evidence: DepthEvidence): Promise<BookVerdict> {
    return this.#thread === undefined
      ? Promise.resolve(inconclusive("thread-lost"))
      : this.#verdicts.ask((request) => this.#post({ kind: "verify", book: book.id, request, evidence }));
  }

  openChannel(channel: HostedChannel): void {
    this.#channels.open(channel);
  }

  closeChannel(channel: HostedChannel): void {
    this.#channels.close(channel);
  }

  eventsRead(channel: HostedChannel): void {
    this.#channels.read(channel);
  }

  statistics(): ShardStatistics {
    return sumStatistics([this.#past, this.#present]);
  }

  async close(): Promise<void> {
    if (this.#closed) {
      return;
    }
    this.#closed = true;
    this.#stopWatching();
    this.#books.clear();
    this.#channels.clear();
    this.#verdicts.abandon("closed");
    const thread = this.#thread;
    if (thread === undefined) {
      return;
    }
    await this.#stopped(thread);
    this.#generation++;
    this.#thread = undefined;
    await endThread(thread);
  }

  /** Resolves when the thread said that it stopped, or when it takes too long to say so. */
  #stopped(thread: ShardThread): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.after(this.#parts.watch.stopWithinMs, resolve);
      this.#closing = () => {
        cancel();
        resolve();
      };
      thread.post({ kind: "stop" });
    });
  }

  #start(): void {
    const { clock, watch, config, startThread } = this.#parts;
    const generation = ++this.#generation;
    this.#startedAtMs = clock.monotonicMs();
    this.#heardAtMs = undefined;
    this.#askedAtMs = undefined;
    this.#silent = false;
    const thread = startGuarded(startThread, config, () => generation === this.#generation, {
      message: (message) => this.#receive(message),
      ended: (cause) => this.#lost(cause),
    });
    if (generation !== this.#generation) {
      void endThread(thread);
      return;
    }
    this.#thread = thread;
    for (const book of this.#books.values()) {
      this.#introduce(book);
    }
    this.#channels.introduceAll();
    this.#look(this.#startedAtMs);
    const { pulse } = thread ?? {};
    if (pulse !== undefined) {
      this.#cancelPulseWatch = watchPulse(watch.pulse, clock, pulse, (verdict) => this.#judgePulse(verdict));
    }
  }

  #introduce(book: HostedBook): void {
    this.#post({ kind: "subscribe", book: book.id, pair: book.pair, epoch: book.epoch });
    if (book.isRemembered) {
      this.remember(book);
    }
    this.pull(book);
  }

  #post(message: ToShard): void {
    this.#thread?.post(message);
  }

  #receive(message: FromShard): void {
    this.#heardAtMs = this.#parts.clock.monotonicMs();
    switch (message.kind) {
      case "view":
        this.#books.get(message.view.book)?.receiveView(message.view);
        break;
      case "status":
        this.#books.get(message.book)?.receiveStatus(message);
        this.#post({ kind: "status-read", book: message.book });
        break;
      case "verified":
        this.#verdicts.answer(message.request, message.verdict);
        break;
      case "events":
        this.#channels.receive(message.channel, message.batch);
        break;
      case "beat":
        this.#present = message.statistics;
        this.#heardAgain(message.beat);
        break;
      case "stopped":
        this.#present = message.statistics;
        this.#closing?.();
        break;
    }
  }

  #heardAgain(beat: number): void {
    if (beat === this.#beat) {
      this.#askedAtMs = undefined;
    }
    this.#becomeAudible();
  }

  #becomeAudible(): void {
    if (this.#silent) {
      this.#silent = false;
      for (const book of this.#books.values()) {
        book.receiveRecovery();
      }
    }
  }

  /** The regular look at the thread, due at `dueAtMs`. */
  #look(dueAtMs: number): void {
    const { clock, watch } = this.#parts;
    const nowMs = clock.monotonicMs();
    const state = {
      startedAtMs: this.#startedAtMs,
      heardAtMs: this.#heardAtMs,
      askedAtMs: this.#askedAtMs,
      dueAtMs,
    };
    switch (judgeThread(watch, state, nowMs)) {
      case "ask":
        this.#askedAtMs = nowMs;
        this.#beat++;
        this.#post({ kind: "beat", beat: this.#beat });
        break;
      case "silent":
        // A heart that beats is better evidence than an answer that is late.
        if (this.#thread?.pulse === undefined) {
          this.#becomeSilent();
        }
        break;
      case "dead":
        this.#lost("no answer");
        return;
      case "wait":
        break;
    }
    const nextMs = nowMs + watch.beatEveryMs;
    this.#cancelTimer = clock.after(watch.beatEveryMs, () => this.#look(nextMs));
  }

  #judgePulse(verdict: PulseVerdict): void {
    if (verdict === "dead") {
      this.#lost("no heartbeat");
    } else if (verdict === "silent") {
      this.#becomeSilent();
    } else if (verdict === "alive") {
      this.#becomeAudible();
    }
  }

  #stopWatching(): void {
    this.#cancelTimer?.();
    this.#cancelPulseWatch?.();
  }

  #becomeSilent(): void {
    this.#silent = true;
    // Told again at each look: a message that was still on its way says nothing about now.
    for (const book of this.#books.values()) {
      book.receiveLoss("thread-silent");
    }
  }

  #lost(cause: string): void {
    const { clock, random, watch, config, onThreadLost } = this.#parts;
    const thread = this.#thread;
    this.#thread = undefined;
    this.#generation++;
    this.#stopWatching();
    this.#closing?.();
    this.#verdicts.abandon("thread-lost");
    void endThread(thread);
    this.#past = sumStatistics([this.#past, this.#present]);
    this.#present = noStatistics();
    if (this.#closed) {
      return;
    }
    for (const book of this.#books.values()) {
      book.receiveLoss("thread-lost");
    }
    this.#channels.threadLost();
    onThreadLost(config.shard, cause);
    const wasStable = clock.monotonicMs() - this.#startedAtMs >= watch.stableAfterMs;
    this.#failures = wasStable ? 1 : this.#failures + 1;
    const delayMs = backoffDelayMs(watch.restart, this.#failures - 1, random());
    this.#cancelTimer = clock.after(delayMs, () => this.#start());
  }
}
