import type { Random } from "@depthwire/core";
import type { Timeline } from "../kernel/timeline.js";

/** Share of requests that something happens to on an ordinary day. */
export const usualHarm = 0.02;

/** What the way between one computer and the venue is like at present. */
export interface LinkCondition {
  /** Refuses new connections and loses every request before it is sent. */
  isDown: boolean;
  /** Everything takes so many times as long. */
  slowness: number;
  /** Share of requests that something happens to. */
  harm: number;
}

/** What messages pass over. */
export interface Way {
  readonly timeline: Timeline;
  /** How long one message takes one way, in milliseconds. */
  delayMs(): number;
}

/** The way between one computer and the venue. */
export class Link implements Way {
  readonly condition: LinkCondition = { isDown: false, slowness: 1, harm: usualHarm };
  readonly timeline: Timeline;
  readonly random: Random;
  readonly computer: string;
  /** What stands over this link, to be cut or to be swallowed. */
  readonly sockets: Set<{ cut(): void; swallow(): void }> = new Set();
  readonly requests: Set<{ cut(): void; swallow(): void }> = new Set();

  constructor(computer: string, timeline: Timeline, random: Random) {
    this.computer = computer;
    this.timeline = timeline;
    this.random = random;
  }

  delayMs(): number {
    const usual = 1 + this.random() * 9;
    const straggler = this.random() < 0.01 ? 40 + this.random() * 160 : 0;
    return (usual + straggler) * this.condition.slowness;
  }

  /** Ends everything that stands; both sides hear of it. */
  cut(): void {
    for (const one of [...this.sockets, ...this.requests]) {
      one.cut();
    }
  }

  /** Everything that stands stays open, and nothing passes any more. */
  swallow(): void {
    for (const one of [...this.sockets, ...this.requests]) {
      one.swallow();
    }
  }
}

/** One direction of one connection: nothing overtakes, whatever the delays. */
export class Lane {
  readonly #way: Way;
  readonly #name: string;
  #lastMs: number;

  /**
   * @param name of the machine at the far end
   * @param opensAtMs when the far end is there, in true time: what is sent before waits for it
   */
  constructor(way: Way, name: string, opensAtMs = 0) {
    this.#way = way;
    this.#name = name;
    this.#lastMs = opensAtMs;
  }

  pass(arrive: () => void): void {
    const { timeline } = this.#way;
    this.#lastMs = Math.max(this.#lastMs, timeline.nowMs + this.#way.delayMs());
    timeline.at(this.#lastMs, this.#name, arrive);
  }
}
