import type { CancelTimer, Clock, EncodedFrame } from "@depthwire/core";
import type { DepthMessage } from "../push/depth-message.js";
import type { FaultTarget } from "./fault.js";
import type { FaultPlan } from "./fault-plan.js";
import { type FaultSources, framesOf } from "./faulty-frames.js";

/** Where messages go: to everybody on a channel, or to one new subscriber. */
export interface Receivers {
  send(frame: EncodedFrame): void;
  /** Ends their connections without a word. */
  cut(): void;
}

/** How long a delayed message is late when the rule does not say. */
const usualDelayMs = 200;

interface LateQueue {
  readonly waiting: (() => void)[];
  untilMs: number;
  cancel: CancelTimer;
}

/** Delivers depth messages, through the fault plan. Without faults a message is written once and sent at once. */
export class FaultyDelivery {
  readonly #plan: FaultPlan;
  readonly #sources: FaultSources;
  readonly #clock: Clock;
  /** Messages of a pair that wait for the one after them. */
  readonly #overtaken: Map<string, (() => void)[]> = new Map();
  readonly #late: Map<string, LateQueue> = new Map();

  constructor(plan: FaultPlan, sources: FaultSources, clock: Clock) {
    this.#plan = plan;
    this.#sources = sources;
    this.#clock = clock;
  }

  /** Sends a message as the plan wants it. */
  deliver(message: DepthMessage, target: FaultTarget, receivers: Receivers): void {
    const { pair } = message;
    const rule = this.#plan.takeForMessage(pair, target);
    if (rule?.kind === "cut") receivers.cut();
    const frames = framesOf(message, rule, this.#sources);
    const send = (): void => {
      for (const frame of frames) receivers.send(frame);
    };
    if (target === "snapshots") {
      this.#afterDelay(rule?.kind === "delay" ? (rule.ms ?? usualDelayMs) : 0, send);
      return;
    }
    if (rule?.kind === "reorder") {
      this.#overtaken.set(pair, [...(this.#overtaken.get(pair) ?? []), send]);
      return;
    }
    this.#inOrder(pair, rule?.kind === "delay" ? (rule.ms ?? usualDelayMs) : 0, send);
    for (const sendOvertaken of this.#overtaken.get(pair) ?? []) this.#inOrder(pair, 0, sendOvertaken);
    this.#overtaken.delete(pair);
  }

  /** Forgets what waits. */
  stop(): void {
    for (const queue of this.#late.values()) queue.cancel();
    this.#late.clear();
    this.#overtaken.clear();
  }

  #afterDelay(delayMs: number, send: () => void): void {
    if (delayMs === 0) send();
    else this.#clock.after(delayMs, send);
  }

  /** Sends at once, or behind whatever of the pair is late already. */
  #inOrder(pair: string, delayMs: number, send: () => void): void {
    const queue = this.#late.get(pair);
    if (queue === undefined && delayMs === 0) {
      send();
      return;
    }
    const untilMs = this.#clock.monotonicMs() + delayMs;
    if (queue === undefined) {
      this.#late.set(pair, { waiting: [send], untilMs, cancel: this.#flushAfter(pair, delayMs) });
      return;
    }
    queue.waiting.push(send);
    if (untilMs > queue.untilMs) {
      queue.untilMs = untilMs;
      queue.cancel();
      queue.cancel = this.#flushAfter(pair, delayMs);
    }
  }

  #flushAfter(pair: string, delayMs: number): CancelTimer {
    return this.#clock.after(delayMs, () => {
      const queue = this.#late.get(pair);
      this.#late.delete(pair);
      for (const send of queue?.waiting ?? []) send();
    });
  }
}
