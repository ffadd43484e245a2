import type { Clock } from "@depthwire/core";
import { type AccountId, createRandomState } from "@depthwire/exchange/internal";
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

/** How long requests, answers and pushed messages take, by account. Each jitter has a random stream of its own. */
export class Latency {
  readonly #clock: Clock;
  readonly #seed: number;
  /** What is set for good. */
  #lasting: LatencySettings;
  /** What is set for a time, the latest at the end. */
  readonly #changes: Set<Change> = new Set();
  /** What both come to. */
  #settings: LatencySettings;
  readonly #lines: Map<string, DelayLine> = new Map();
  #connections = 0;

  constructor(clock: Clock, seed: number, settings: LatencySettings) {
    this.#clock = clock;
    this.#seed = seed;
    this.#lasting = settings;
    this.#settings = settings;
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
    const line = this.#lines.get(key) ?? this.#line(key, () => this.#delay(kind, account));
    this.#lines.set(key, line);
    return line.wait();
  }

  /** The way of a new push connection's messages. */
  feedLine(): FeedLine {
    this.#connections += 1;
    const line = this.#line(`feed ${this.#connections}`, () => this.#delay("feed", feed.account));
    const feed: FeedLine = { account: undefined, pass: (act) => line.pass(act) };
    return feed;
  }

  #settle(): void {
    this.#settings = [...this.#changes].reduce(withDelays, this.#lasting);
  }

  #line(name: string, delayOf: () => Delay): DelayLine {
    return new DelayLine(this.#clock, createRandomState(this.#seed, `latency ${name}`), delayOf);
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
