import type { Clock } from "@depthwire/core";
import { type AccountId, createRandomState, type RandomState } from "@depthwire/exchange/internal";
import type { Rewindable } from "../snapshots/rewindable.js";
import type { Delay, DelayKind, Delays, LatencySettings } from "./check-latency.js";
import { DelayLine } from "./delay-line.js";

const none: Delay = { ms: 0, jitterMs: 0 };

/** The way of one push connection's messages to its client. */
export interface FeedLine {
  /** Whose private stream the connection has; nothing before a login. */
  account: AccountId | undefined;
  pass(act: () => void): void;
}

/** Delays that somebody set for a time. */
interface Change {
  readonly account: AccountId | undefined;
  delays: Delays;
}

/** What is set for good at one moment, and how far the random streams are. */
interface SavedLatency {
  readonly lasting: LatencySettings;
  readonly randoms: ReadonlyMap<string, RandomState>;
  readonly connections: number;
}

/** One way with its own random stream. */
interface OwnLine {
  readonly line: DelayLine;
  readonly random: RandomState;
}

/** How long requests, answers and pushed messages take, by account. Each jitter has a random stream of its own. */
export class Latency implements Rewindable<SavedLatency> {
  readonly #clock: Clock;
  readonly #seed: number;
  /** What is set for good. */
  #lasting: LatencySettings;
  /** What is set for a time, the latest at the end. */
  readonly #changes: Set<Change> = new Set();
  /** What both come to. */
  #settings: LatencySettings;
  #lines: Map<string, OwnLine> = new Map();
  #connections = 0;

  constructor(clock: Clock, seed: number, settings: LatencySettings) {
    this.#clock = clock;
    this.#seed = seed;
    this.#lasting = settings;
    this.#settings = settings;
  }

  save(): SavedLatency {
    const randoms = new Map([...this.#lines].map(([key, { random }]) => [key, { ...random }]));
    return { lasting: this.#lasting, randoms, connections: this.#connections };
  }

  /** What is on its way stays so: whoever waits for it is told that it never happened. */
  restore({ lasting, randoms, connections }: SavedLatency): void {
    this.#lasting = lasting;
    this.#connections = connections;
    this.#lines = new Map([...randoms].map(([key, random]) => [key, this.#waitingLine(key, { ...random })]));
    this.#settle();
  }

  /** What is set: for everybody, and for accounts that differ. */
  settings(): LatencySettings {
    return this.#settings;
  }

  /** Sets delays, also where they were set for a time; those that are absent stay as they are. @param account absent: everybody's */
  set(account: AccountId | undefined, delays: Delays): void {
    this.#lasting = withDelays(this.#lasting, { account, delays });
    for (const change of this.#changes) {
      if (change.account === account) {
        change.delays = without(change.delays, delays);
      }
    }
    this.#settle();
  }

  /** Sets delays for a time; of several the latest counts. @returns takes them back, and nothing else */
  change(account: AccountId | undefined, delays: Delays): () => void {
    const change: Change = { account, delays };
    this.#changes.add(change);
    this.#settle();
    return () => {
      this.#changes.delete(change);
      this.#settle();
    };
  }

  /** Resolves when a request of the account has reached the exchange, or its answer has left: in the order of the calls; nothing where it takes no time. */
  wait(kind: Exclude<DelayKind, "feed">, account: AccountId): Promise<void> | undefined {
    const key = `${kind} ${account}`;
    const own = this.#lines.get(key) ?? this.#waitingLine(key, this.#randomOf(key));
    this.#lines.set(key, own);
    return own.line.wait();
  }

  /** The way of a new push connection's messages. */
  feedLine(): FeedLine {
    this.#connections += 1;
    const random = this.#randomOf(`feed ${this.#connections}`);
    const line = new DelayLine(this.#clock, random, () => this.#delay("feed", feed.account));
    const feed: FeedLine = { account: undefined, pass: (act) => line.pass(act) };
    return feed;
  }

  #settle(): void {
    this.#settings = [...this.#changes].reduce(withDelays, this.#lasting);
  }

  #randomOf(name: string): RandomState {
    return createRandomState(this.#seed, `latency ${name}`);
  }

  /** @param key the kind of delay and the account */
  #waitingLine(key: string, random: RandomState): OwnLine {
    const [kind, account] = key.split(" ");
    const delayOf = (): Delay => this.#delay(kind as DelayKind, Number(account));
    return { line: new DelayLine(this.#clock, random, delayOf), random };
  }

  #delay(kind: DelayKind, account: AccountId | undefined): Delay {
    const { usual, accounts } = this.#settings;
    const own = account === undefined ? undefined : accounts.get(account);
    return own?.[kind] ?? usual[kind] ?? none;
  }
}

function withDelays({ usual, accounts }: LatencySettings, { account, delays }: Change): LatencySettings {
  return account === undefined
    ? { usual: { ...usual, ...delays }, accounts }
    : { usual, accounts: new Map([...accounts, [account, { ...accounts.get(account), ...delays }]]) };
}

/** The delays of which others say nothing. */
function without(delays: Delays, others: Delays): Delays {
  return Object.fromEntries(Object.entries(delays).filter(([kind]) => !(kind in others)));
}
