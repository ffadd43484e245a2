import type { CancelTimer, Clock } from "@depthwire/core";
import type { EncodedFrame } from "@depthwire/core/internal";
import type { Barrier } from "../host/barrier.js";
import { failedCloseCode } from "../push/close-codes.js";
import { type Feed, type FeedMessage, feedKey } from "../push/feed.js";
import type { Outlet } from "../push/outlet/outlet.js";
import type { FaultTarget } from "./fault.js";
import type { FaultPlan, MessageFaultRule } from "./fault-plan.js";
import { type FaultSources, framesOf } from "./faulty-frames.js";

/** Where messages go at one outlet: to everybody on a channel, or to one new subscriber. */
export interface Audience {
  readonly outlet: Outlet;
  send(frame: EncodedFrame): void;
  /** Ends their connections without a word. */
  cut(): void;
  /** Closes their connections with a code. */
  close(code: number): void;
  /** From now on nothing reaches them, and nobody tells them. */
  silence(): void;
}

/** How long a delayed message is late when the rule does not say. */
const usualDelayMs = 200;

/** "Try again later". */
const usualCloseCode = 1013;

interface LateQueue {
  readonly waiting: (() => void)[];
  untilMs: number;
  cancel: CancelTimer;
}

/** Delivers messages of feeds, through the fault plan. Without faults a message is written once an outlet and sent at once. */
export class FaultyDelivery {
  readonly #plan: FaultPlan;
  readonly #sources: FaultSources;
  readonly #clock: Clock;
  readonly #barrier: Barrier;
  /** Messages of a feed that wait for the one after them. */
  readonly #overtaken: Map<string, (() => void)[]> = new Map();
  readonly #late: Map<string, LateQueue> = new Map();
  /** First messages to newcomers that are late. */
  readonly #lateGreetings: Set<CancelTimer> = new Set();

  constructor(plan: FaultPlan, sources: FaultSources, clock: Clock, barrier: Barrier) {
    this.#plan = plan;
    this.#sources = sources;
    this.#clock = clock;
    this.#barrier = barrier;
  }

  /** Sends a message as the plan wants it. */
  deliver(feed: Feed, message: FeedMessage, target: FaultTarget, audiences: readonly Audience[]): void {
    const rule = this.#plan.takeForMessage(feed, target);
    for (const audience of audiences) {
      if (rule?.kind === "cut") {
        audience.cut();
      } else if (rule?.kind === "close") {
        audience.close(rule.code ?? usualCloseCode);
      } else if (rule?.kind === "black-hole") {
        audience.silence();
      }
    }
    const framed = audiences.map((audience) => ({ audience, frames: this.#framesFor(audience, feed, message, rule) }));
    const send = (): void => {
      for (const { audience, frames } of framed) {
        for (const frame of frames) {
          audience.send(frame);
        }
      }
    };
    const delayMs = rule?.kind === "delay" ? (rule.ms ?? usualDelayMs) : 0;
    if (target === "snapshots") {
      this.#afterDelay(delayMs, send);
    } else {
      this.#inTurn(feedKey(feed), delayMs, send, rule?.kind === "reorder");
    }
  }

  /** Forgets what waits. */
  stop(): void {
    for (const queue of this.#late.values()) {
      queue.cancel();
    }
    this.#late.clear();
    this.#overtaken.clear();
    for (const cancel of this.#lateGreetings) {
      cancel();
    }
    this.#lateGreetings.clear();
  }

  /** Who cannot be told would go on with a hole: his connection ends. Others are told. */
  #framesFor(
    audience: Audience,
    feed: Feed,
    message: FeedMessage,
    rule: MessageFaultRule | undefined,
  ): readonly EncodedFrame[] {
    let frames: readonly EncodedFrame[] = [];
    const write = (): void => {
      frames = framesOf({ feed, message, outlet: audience.outlet, sources: this.#sources }, rule);
    };
    this.#barrier.guard("push-failed", write, () => audience.close(failedCloseCode));
    return frames;
  }

  #inTurn(key: string, delayMs: number, send: () => void, isOvertaken: boolean): void {
    if (isOvertaken) {
      this.#overtaken.set(key, [...(this.#overtaken.get(key) ?? []), send]);
      return;
    }
    this.#inOrder(key, delayMs, send);
    for (const sendOvertaken of this.#overtaken.get(key) ?? []) {
      this.#inOrder(key, 0, sendOvertaken);
    }
    this.#overtaken.delete(key);
  }

  #afterDelay(delayMs: number, send: () => void): void {
    if (delayMs === 0) {
      send();
      return;
    }
    const cancel = this.#clock.after(delayMs, () => {
      this.#lateGreetings.delete(cancel);
      send();
    });
    this.#lateGreetings.add(cancel);
  }

  /** Sends at once, or behind whatever of the feed is late already. */
  #inOrder(key: string, delayMs: number, send: () => void): void {
    const queue = this.#late.get(key);
    if (queue === undefined && delayMs === 0) {
      send();
      return;
    }
    const untilMs = this.#clock.monotonicMs() + delayMs;
    if (queue === undefined) {
      this.#late.set(key, { waiting: [send], untilMs, cancel: this.#flushAfter(key, delayMs) });
      return;
    }
    queue.waiting.push(send);
    if (untilMs > queue.untilMs) {
      queue.untilMs = untilMs;
      queue.cancel();
      queue.cancel = this.#flushAfter(key, delayMs);
    }
  }

  #flushAfter(key: string, delayMs: number): CancelTimer {
    return this.#clock.after(delayMs, () => {
      const queue = this.#late.get(key);
      this.#late.delete(key);
      for (const send of queue?.waiting ?? []) {
        send();
      }
    });
  }
}
