import type { CancelTimer, Clock } from "@depthwire/core";
import type { Command, ExchangeEvent } from "@depthwire/exchange";
import type { ExchangeConfig, ExchangeState } from "@depthwire/exchange/internal";
import { checkCommand, Exchange } from "@depthwire/exchange/internal";
import { Agenda } from "../clock/agenda.js";
import type { Rewindable } from "../snapshots/rewindable.js";
import { Barrier } from "./barrier.js";
import type { CommandLog } from "./command-log.js";

/** How often the world acts. */
export interface Pace {
  /** Between two ticks of index and agents, in milliseconds. */
  readonly tickIntervalMs: number;
  /** Between two publications of one pair's depth, in milliseconds. */
  readonly depthIntervalMs: number;
}

/** Publications are spread over the interval in at most this many groups, so that they do not all come at once. */
const maxGroups = 10;

/** Hears of everything that happens, in order. */
export type EventListener = (event: ExchangeEvent) => void;

/** An exchange that has begun already. */
export interface GivenExchange {
  readonly exchange: Exchange;
  /** Where its commands are kept; absent: nowhere. */
  readonly journal?: CommandLog;
  /** Whether its time stands where it ended: nothing has fallen due since. False by default. */
  readonly isPresent?: boolean;
}

/** Names of what the host does by itself. */
const duties = { wake: "wake", tick: "tick", depth: "depth" } as const;

/** An exchange in time: gives every command its time, tells the events to those who show them, and keeps the pace. */
export class ExchangeHost implements Rewindable<number> {
  readonly exchange: Exchange;
  /** What the venue does by itself. */
  readonly agenda: Agenda;
  /** Whether the exchange has just begun. */
  readonly isNew: boolean;
  readonly #log: CommandLog | undefined;
  readonly #clock: Clock;
  readonly #barrier: Barrier;
  readonly #listeners: EventListener[] = [];
  #era = 0;
  #isTelling = false;
  /** Which group of pairs is published next. */
  #turn = 0;

  /**
   * @param given where the exchange goes on, and where its commands are kept; absent: it begins, and nothing is kept
   * @param barrier hears of listeners that fail
   */
  constructor(config: ExchangeConfig, clock: Clock, given?: GivenExchange, barrier: Barrier = new Barrier()) {
    this.exchange = given?.exchange ?? new Exchange(config);
    this.#log = given?.journal;
    this.#clock = clock;
    this.#barrier = barrier;
    this.agenda = new Agenda(clock);
    this.agenda.define(duties.wake, () => this.passTime());
    this.isNew = this.exchange.state.ticks === 0;
    if (given?.isPresent === true) {
      return;
    }
    // What was due in the meantime happens now; and nobody finds an empty book.
    this.apply({ kind: "tick" });
    if (this.isNew) {
      for (const { pair } of config.markets) {
        this.apply({ kind: "publish-depth", pair });
      }
    } else {
      for (const { cancelDueAtMs } of this.exchange.state.cancelling) {
        this.#wakeAt(cancelDueAtMs ?? 0);
      }
    }
  }

  /** Whether commands are kept. */
  get isKept(): boolean {
    return this.#log !== undefined;
  }

  /** Whether commands are refused because they can no longer be kept. */
  get hasEnded(): boolean {
    return this.#log?.hasEnded === true;
  }

  /** How often it has gone back: what was asked for in an earlier era has never happened. */
  get era(): number {
    return this.#era;
  }

  /** Whether listeners are being told of a command at this moment. */
  get isTelling(): boolean {
    return this.#isTelling;
  }

  /** Number of the last command that is kept; 0 where nothing is. */
  get lastCommand(): number {
    return this.#log?.last ?? 0;
  }

  /**
   * The exchange is again as it was. What is due is the agenda's matter.
   *
   * @param command number of the last command in the state; see {@link ExchangeHost.lastCommand}
   */
  goBackTo(state: ExchangeState, command: number): void {
    const apply = (): void => this.exchange.goBackTo(state);
    if (this.#log === undefined) {
      apply();
    } else {
      this.#log.goBack(command, apply);
    }
    this.#era += 1;
  }

  /** Which group of pairs is published next. */
  save(): number {
    return this.#turn;
  }

  restore(turn: number): void {
    this.#turn = turn;
  }

  /** Resolves as soon as memory may be read: nothing as a rule. @throws StoreError `store-failed` */
  readable(): Promise<void> | undefined {
    return this.#log?.readable();
  }

  /** Resolves as soon as every command so far is kept; nothing when they are. @throws StoreError `store-failed` */
  kept(): Promise<void> | undefined {
    return this.#log?.kept();
  }

  /** Whole epoch milliseconds. */
  now(): number {
    return Math.floor(this.#clock.epochMs());
  }

  /** From now on the listener hears every event, whatever becomes of other listeners. */
  listen(listener: EventListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Carries out one command now.
   *
   * @throws ValidationError `value-invalid` when the command holds what no state may hold; nothing has happened then
   */
  apply(command: Command): readonly ExchangeEvent[] {
    const events = this.#carryOut(command);
    const wasTelling = this.#isTelling;
    this.#isTelling = true;
    for (const event of events) {
      // What takes effect later does so at its own time, not at the next tick.
      if (event.kind === "cancel-accepted") {
        this.#wakeAt(event.dueAtMs);
      }
      this.#tell(event);
    }
    this.#isTelling = wasTelling;
    return events;
  }

  #tell(event: ExchangeEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#barrier.tell("listener-failed", error, { event: event.kind });
      }
    }
  }

  #carryOut(command: Command): readonly ExchangeEvent[] {
    const at = this.now();
    if (this.#log === undefined) {
      return this.exchange.apply(command, at);
    }
    // Before it is kept: a log ends with a command that fails.
    checkCommand(command, at);
    return this.#log.carryOut(command, at, (kept, keptAt) => this.exchange.apply(kept, keptAt));
  }

  /** What is due by now has happened, though nobody asked for anything. */
  passTime(): void {
    this.#pass({ kind: "pass-time" });
  }

  /** Time goes on by itself, unless events can no longer be kept. */
  #pass(command: Command): void {
    if (!this.hasEnded) {
      this.apply(command);
    }
  }

  #wakeAt(dueAtMs: number): void {
    this.agenda.once(duties.wake, dueAtMs - this.now());
  }

  /**
   * Lets time run: ticks, and publications of those pairs that `wanted` names.
   *
   * @param publish publishes one pair's depth
   * @param together what is told meanwhile can leave in one write
   * @returns stops it
   */
  start(
    pace: Pace,
    wanted: (pair: string) => boolean,
    publish: (pair: string) => void,
    together: (work: () => void) => void = (work) => work(),
  ): CancelTimer {
    const pairs = this.exchange.markets.map((market) => market.pair);
    const groups = Math.max(1, Math.min(maxGroups, pairs.length, Math.floor(pace.depthIntervalMs / maxGroups)));
    const publishGroup = (): void => {
      for (let i = this.#turn; i < pairs.length; i += groups) {
        const pair = pairs[i];
        if (pair !== undefined && wanted(pair)) {
          publish(pair);
        }
      }
      this.#turn = (this.#turn + 1) % groups;
    };
    // Late groups are served together, but no pair twice.
    const publishDue = (beats: number): void => {
      together(() => {
        for (let i = Math.min(beats, groups); i > 0; i--) {
          publishGroup();
        }
      });
    };
    const tick = (): void => together(() => this.#pass({ kind: "tick" }));
    const stopTicks = this.agenda.repeat(duties.tick, { intervalMs: pace.tickIntervalMs }, tick);
    // Half a step apart from the ticks: a publication at the very moment of a tick would show it at random.
    const stepMs = pace.depthIntervalMs / groups;
    const stopDepth = this.agenda.repeat(duties.depth, { intervalMs: stepMs, firstAfterMs: stepMs / 2 }, publishDue);
    return () => {
      stopTicks();
      stopDepth();
    };
  }
}
