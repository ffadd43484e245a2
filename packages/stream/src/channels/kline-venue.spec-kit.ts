import type { StreamGapReason } from "@depthwire/account";
import type { PushEvent, PushedKline } from "@depthwire/core/internal";
import type { Pair, Price, Quantity } from "@depthwire/schema";
import { type FakeClock, randomInteger } from "@depthwire/testkit";
import type { ChannelItem } from "../shard/channel/channel-item.js";
import type { KlineSource } from "./kline-source.js";

export const specPair = "4BTC_USDT" as Pair;
export const minuteMs = 60_000;

/** A candle in which `trades` trades happened; each moves its close. */
export function klineOf(openedAtMs: number, trades: number): PushedKline {
  const price = `${100 + trades}` as Price;
  return {
    openedAtMs,
    openPrice: "100" as Price,
    highPrice: price,
    lowPrice: "100" as Price,
    closePrice: price,
    volume: `${trades}` as Quantity,
  };
}

/** A message of the channel. */
export function klinesEvent(dataKind: "full" | "incremental", klines: readonly PushedKline[]): PushEvent {
  return { kind: "klines", of: "trades", pair: specPair, period: "1min", dataKind, klines };
}

/** What a venue of klines does wrong. */
export interface KlineHabits {
  /** Share of requests that fail. */
  readonly failing: number;
  /** Share of requests that are answered without the latest candles. */
  readonly lagging: number;
  /** How many candles the venue remembers. */
  readonly retention: number;
  /** Most candles of the list that a subscription begins with. */
  readonly listLength: number;
  /** Whether a minute without trades has a candle. */
  readonly quietMinutes: "candle" | "none";
}

/** A market with candles of one minute, pushed over a line that breaks and answered by a service that fails. */
export class KlineVenue {
  readonly truth: PushedKline[] = [];
  readonly counts = { pushed: 0, lost: 0, outages: 0, rejected: 0, requests: 0, failed: 0 };
  readonly #clock: FakeClock;
  readonly #random: () => number;
  readonly #habits: KlineHabits;
  #nowMs = 1_700_000_040_000;
  #isConnected = false;
  #lostSinceMs: number | undefined;

  constructor(clock: FakeClock, random: () => number, habits: KlineHabits) {
    this.#clock = clock;
    this.#random = random;
    this.#habits = habits;
    this.#trade(1);
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Asks for candles as over REST. */
  readonly source: KlineSource = (_pair, { size }) => {
    this.counts.requests++;
    const answersInMs = this.#integer(0, 400);
    return new Promise((resolve, reject) => {
      this.#clock.after(answersInMs, () => {
        if (this.#random() < this.#habits.failing) {
          this.counts.failed++;
          reject(new Error("busy"));
          return;
        }
        const behind = this.#random() < this.#habits.lagging ? this.#integer(1, 3) : 0;
        const known = this.truth.slice(-this.#habits.retention);
        resolve(known.slice(0, known.length - behind).slice(-size));
      });
    });
  };

  /** Time passes, and perhaps something is traded. Returns what the channel says about it. */
  tick(): readonly ChannelItem[] {
    this.#nowMs += this.#integer(1, 40_000);
    const trades = this.#integer(0, 2);
    if (trades > 0 || this.#habits.quietMinutes === "candle") {
      this.#trade(trades);
    }
    return this.#isConnected ? [this.#event("incremental", this.truth.slice(-2))] : [];
  }

  /** A message that could not be read: `gap` stands in its place, or nobody knows. */
  lose(how: "rejected" | "unseen"): readonly ChannelItem[] {
    if (this.tick().length === 0) {
      return [];
    }
    if (how === "unseen") {
      this.counts.lost++;
      return [];
    }
    this.counts.rejected++;
    return [this.#gap("rejected", this.#nowMs, 1)];
  }

  disconnect(): readonly ChannelItem[] {
    if (!this.#isConnected) {
      return [];
    }
    this.#isConnected = false;
    this.#lostSinceMs = this.#nowMs;
    this.counts.outages++;
    return [{ kind: "status", status: "disconnected" }];
  }

  connect(): readonly ChannelItem[] {
    if (this.#isConnected) {
      return [];
    }
    this.#isConnected = true;
    const since = this.#lostSinceMs;
    this.#lostSinceMs = undefined;
    return [
      { kind: "status", status: "subscribed" },
      ...(since === undefined ? [] : [this.#gap("disconnected", since, 0)]),
      { kind: "status", status: "live" },
      this.#event("full", this.truth.slice(-this.#integer(1, this.#habits.listLength))),
    ];
  }

  #trade(trades: number): void {
    const openedAtMs = Math.floor(this.#nowMs / minuteMs) * minuteMs;
    const current = this.truth.at(-1);
    if (current?.openedAtMs === openedAtMs) {
      this.truth[this.truth.length - 1] = klineOf(openedAtMs, Number(current.volume) + trades);
    } else {
      this.truth.push(klineOf(openedAtMs, trades));
    }
  }

  #event(dataKind: "full" | "incremental", klines: readonly PushedKline[]): ChannelItem {
    this.counts.pushed++;
    return { kind: "event", event: klinesEvent(dataKind, klines), receivedAtMs: this.#nowMs };
  }

  #gap(reason: StreamGapReason, fromMs: number, dropped: number): ChannelItem {
    return { kind: "gap", fromMs, toMs: this.#nowMs, reason, dropped, missing: dropped > 0 ? "something" : "unknown" };
  }

  #integer(min: number, max: number): number {
    return randomInteger(this.#random, min, max);
  }
}
