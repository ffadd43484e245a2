import type { CancelTimer, Clock, Random } from "@depthwire/core";
import { backoffDelayMs } from "../../session/backoff.js";
import type { ShardConfig } from "../thread/shard-config.js";
import type { FromShard, ToShard } from "../thread/shard-messages.js";
import { endThread } from "./end-thread.js";
import { type PulseVerdict, type RunningPulseWatch, watchPulse } from "./pulse-watch.js";
import { startGuarded } from "./start-guarded.js";
import type { ShardThread, StartShardThread } from "./thread.js";
import { judgeThread, morePatient, type ThreadWatchOptions } from "./thread-watch.js";

/** What a {@link ThreadSupervisor} is made of. */
export interface ThreadSupervisorParts {
  readonly config: ShardConfig;
  readonly watch: ThreadWatchOptions;
  readonly startThread: StartShardThread;
  readonly clock: Clock;
  readonly random: Random;
}

/** How far a thread had come: `running` after its first message. */
export type ThreadPhase = "starting" | "running";

/** Why a thread is gone: it fell silent and was ended, or it ended by itself. */
type Ending = "silence" | "itself";

/** What a supervisor tells about its thread. */
export interface ThreadReports {
  /** A thread is there that knows nothing yet. */
  started(): void;
  message(message: FromShard): void;
  /** It is silent. Called again at each look, for those who came meanwhile. */
  silent(): void;
  /** It was silent, and nothing was lost. */
  audible(): void;
  /** It is gone; another one will be started. */
  lost(cause: string, phase: ThreadPhase): void;
}

/** Keeps one shard's thread running: watches it, ends one that hangs, and starts another in place of one that is gone. */
export class ThreadSupervisor {
  readonly #parts: ThreadSupervisorParts;
  readonly #reports: ThreadReports;
  #thread: ShardThread | undefined;
  /** Counts threads: words of an older one are of no meaning. */
  #generation = 0;
  #startedAtMs = 0;
  #heardAtMs: number | undefined;
  #askedAtMs: number | undefined;
  #silent = false;
  #beat = 0;
  #failures = 0;
  /** Threads in a row that were ended for silence. */
  #endedForSilence = 0;
  #watch: ThreadWatchOptions;
  #cancelTimer: CancelTimer | undefined;
  #pulseWatch: RunningPulseWatch | undefined;
  #stopped: (() => void) | undefined;
  #closed = false;

  constructor(parts: ThreadSupervisorParts, reports: ThreadReports) {
    this.#parts = parts;
    this.#reports = reports;
    this.#watch = parts.watch;
  }

  /** Whether a thread runs, or is about to. */
  get isRunning(): boolean {
    return this.#thread !== undefined;
  }

  /** Whether a thread runs that memory can be shared with: one that has a heartbeat word. */
  get sharesMemory(): boolean {
    return this.#thread?.pulse !== undefined;
  }

  post(message: ToShard): void {
    this.#thread?.post(message);
  }

  /** Looks after the thread's heartbeat: nobody else does while the caller reads and reads without coming to its timers. */
  lookAtPulse(): void {
    this.#pulseWatch?.look();
  }

  /** Starts the first thread. */
  start(): void {
    const { clock, config, startThread } = this.#parts;
    const generation = ++this.#generation;
    this.#watch = morePatient(this.#parts.watch, this.#endedForSilence);
    this.#startedAtMs = clock.monotonicMs();
    this.#heardAtMs = undefined;
    this.#askedAtMs = undefined;
    this.#silent = false;
    const thread = startGuarded(startThread, config, () => generation === this.#generation, {
      message: (message) => this.#receive(message),
      ended: (cause) => this.#lost(cause, "itself"),
    });
    if (generation !== this.#generation) {
      void endThread(thread);
      return;
    }
    this.#thread = thread;
    this.#reports.started();
    this.#look(this.#startedAtMs);
    const { pulse } = thread ?? {};
    if (pulse !== undefined) {
      this.#pulseWatch = watchPulse(this.#watch.pulse, clock, pulse, (verdict) => this.#judgePulse(verdict));
    }
  }

  /** Lets the thread stop, or ends it when it takes too long. Resolves when nothing of it is left; never rejects. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopWatching();
    const thread = this.#thread;
    if (thread === undefined) {
      return;
    }
    await this.#stop(thread);
    this.#generation++;
    this.#thread = undefined;
    await endThread(thread);
  }

  /** Resolves when the thread said that it stopped, or when it takes too long to say so. */
  #stop(thread: ShardThread): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.after(this.#parts.watch.stopWithinMs, resolve);
      this.#stopped = () => {
        cancel();
        resolve();
      };
      thread.post({ kind: "stop" });
    });
  }

  #receive(message: FromShard): void {
    this.#heardAtMs = this.#parts.clock.monotonicMs();
    this.#pulseWatch?.heard();
    this.#reports.message(message);
    if (message.kind === "beat") {
      if (message.beat === this.#beat) {
        this.#askedAtMs = undefined;
      }
      // An answer that was on its way when the heart stopped says nothing about now.
      if (!this.sharesMemory) {
        this.#becomeAudible();
      }
    } else if (message.kind === "stopped") {
      this.#stopped?.();
    }
  }

  #becomeAudible(): void {
    if (this.#silent) {
      this.#silent = false;
      this.#reports.audible();
    }
  }

  #becomeSilent(): void {
    this.#silent = true;
    this.#reports.silent();
  }

  /** The regular look at the thread, due at `dueAtMs`. */
  #look(dueAtMs: number): void {
    const { clock } = this.#parts;
    const watch = this.#watch;
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
        this.post({ kind: "beat", beat: this.#beat });
        break;
      case "silent":
        // A heart that beats is better evidence than an answer that is late.
        if (!this.sharesMemory) {
          this.#becomeSilent();
        }
        break;
      case "dead":
        this.#lost("no answer", "silence");
        return;
      case "wait":
        break;
    }
    const nextMs = nowMs + watch.beatEveryMs;
    this.#cancelTimer = clock.after(watch.beatEveryMs, () => this.#look(nextMs));
  }

  #judgePulse(verdict: PulseVerdict): void {
    if (verdict === "dead") {
      this.#lost("no heartbeat", "silence");
    } else if (verdict === "silent") {
      this.#becomeSilent();
    } else if (verdict === "alive") {
      this.#becomeAudible();
    }
  }

  #stopWatching(): void {
    this.#cancelTimer?.();
    this.#pulseWatch?.stop();
    this.#pulseWatch = undefined;
  }

  #lost(cause: string, ending: Ending): void {
    const { clock, random, watch } = this.#parts;
    const thread = this.#thread;
    this.#thread = undefined;
    this.#generation++;
    this.#stopWatching();
    this.#stopped?.();
    void endThread(thread);
    this.#reports.lost(cause, this.#heardAtMs === undefined ? "starting" : "running");
    if (this.#closed) {
      return;
    }
    const wasStable = clock.monotonicMs() - this.#startedAtMs >= watch.stableAfterMs;
    this.#failures = wasStable ? 1 : this.#failures + 1;
    this.#endedForSilence = ending === "silence" ? (wasStable ? 1 : this.#endedForSilence + 1) : 0;
    const delayMs = backoffDelayMs(watch.restart, this.#failures - 1, random());
    this.#cancelTimer = clock.after(delayMs, () => this.start());
  }
}
