import { seededRandom } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { stepSession } from "./session.js";
import type { SessionInput } from "./session-events.js";
import { defaultSessionOptions, type SessionOptions } from "./session-options.js";
import { idleSession, type SessionState } from "./session-state.js";

const clientCount = 10_000;
const options: SessionOptions = { ...defaultSessionOptions, addresses: ["ws://one"] };
/** Connections that the venue takes in a second. */
const capacity = 2_000;
/** Finer than any wait that matters. */
const tickMs = 10;

/** Many clients of one venue, each a session of its own, on a clock that ticks. */
class Crowd {
  readonly #random = seededRandom(1);
  readonly #urgent: number;
  readonly #clients: SessionState[] = Array.from({ length: clientCount }, () => idleSession());
  /** Who wants to connect at which tick. */
  readonly #coming: number[][] = [];
  /** Attempts to connect, by tick. */
  readonly attempts: number[] = [];
  connected: number = clientCount;
  #atMs = 0;

  /** @param urgent how many of the clients have open orders or positions */
  constructor(urgent: number) {
    this.#urgent = urgent;
  }

  /** Everybody is connected, and has been for long; then everybody's connection ends at once. */
  cutAll(): void {
    for (let client = 0; client < clientCount; client++) {
      this.#step(client, { kind: "start" });
      this.#step(client, { kind: "opened", generation: 1 });
    }
    this.#atMs = options.stableAfterMs;
    for (let client = 0; client < clientCount; client++) {
      this.#lose(client, 1);
    }
    this.connected = 0;
  }

  /** A tick in which the venue takes so many of those who come. */
  tick(takes: number): void {
    const coming = this.#coming[this.attempts.length] ?? [];
    this.attempts.push(coming.length);
    this.#atMs += tickMs;
    for (const [place, client] of coming.entries()) {
      const { generation } = this.#step(client, { kind: "timer", heardAtMs: 0 });
      if (place < takes) {
        this.#step(client, { kind: "opened", generation });
        this.connected++;
      } else {
        this.#lose(client, generation);
      }
    }
  }

  #lose(client: number, generation: number): void {
    const { dueAtMs } = this.#step(client, { kind: "closed", generation, code: 1006, cause: "restart" });
    const tick = this.attempts.length + Math.floor((dueAtMs - this.#atMs) / tickMs);
    this.#coming[tick] ??= [];
    this.#coming[tick]?.push(client);
  }

  #step(client: number, input: SessionInput): SessionState {
    const now = {
      atMs: this.#atMs,
      random: this.#random(),
      need: client < this.#urgent ? "urgent" : "ordinary",
    } as const;
    const { state } = stepSession(options, this.#clients[client] as SessionState, input, now);
    this.#clients[client] = state;
    return state;
  }
}

/** The largest number of attempts within one second. */
function peakOf(attempts: readonly number[]): number {
  const ticks = 1_000 / tickMs;
  let within = 0;
  let peak = 0;
  for (const [tick, came] of attempts.entries()) {
    within += came - (attempts[tick - ticks] ?? 0);
    peak = Math.max(peak, within);
  }
  return peak;
}

const crowds = [0, 3, 20].flatMap((downSeconds) =>
  [0, 2_000, clientCount].map((urgent) => [downSeconds, urgent] as const),
);

test.each(crowds)(
  "after %i s without a venue 10,000 clients, %i of them with money at stake, come back at no more than twice its capacity, and all get in",
  (downSeconds, urgent) => {
    const crowd = new Crowd(urgent);
    crowd.cutAll();
    const downTicks = (downSeconds * 1_000) / tickMs;
    for (let tick = 0; crowd.connected < clientCount; tick++) {
      crowd.tick(tick < downTicks ? 0 : (capacity * tickMs) / 1_000);
      expect(tick * tickMs).toBeLessThan(150_000);
    }
    expect(peakOf(crowd.attempts)).toBeLessThanOrEqual(2 * capacity);
  },
);
