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

/** The way between one computer and the venue. */
export class Link {
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

  /** How long one message takes one way, in milliseconds. */
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
  readonly #link: Link;
  readonly #name: string;
  #lastMs = 0;

  /** @param name of the machine at the far end */
  constructor(link: Link, name: string) {
    this.#link = link;
    this.#name = name;
  }

  pass(arrive: () => void): void {
    const { timeline } = this.#link;
    this.#lastMs = Math.max(this.#lastMs, timeline.nowMs + this.#link.delayMs());
    timeline.at(this.#lastMs, this.#name, arrive);
  }
}
