import type { ExchangeEvent } from "@depthwire/exchange";
import { EventAudit } from "../audit/event-audit.js";
import { clientOrderIdOf, HaltAudit, isOpening } from "../audit/halt-audit.js";
import { LimitAudit } from "../audit/limit-audit.js";
import type { TimerCount } from "../audit/memory-audit.js";
import { OrderAudit } from "../audit/order-audit.js";
import { ThreadAudit } from "../audit/thread-audit.js";
import { type BookThreads, threadsOf } from "../cast.js";
import type { Process } from "../kernel/process.js";
import { randomFor } from "../kernel/seeds.js";
import { type ClientNetwork, clientNetwork } from "../network/client-network.js";
import type { FirstByte } from "../network/venue-http.js";
import type { Site, SiteParts } from "../site.js";
import { ThreadLine } from "../threads/thread-line.js";
import { ThreadRoom } from "../threads/thread-room.js";
import { type Computer, keyOf, makeComputer } from "./computer.js";
import { type TraderSite, usualParts } from "./trader-parts.js";
import { TraderProgram } from "./trader-program.js";

/** A trader's computer, and which life of its program runs on it. */
export interface TraderComputer extends Computer {
  readonly site: TraderSite;
  readonly limits: LimitAudit;
  readonly keptIn: BookThreads;
  readonly threadLine: ThreadLine;
  program: TraderProgram | undefined;
  /** The threads of its program, where its books are kept in some. */
  room: ThreadRoom | undefined;
  /** Done when the first byte of its next order leaves. */
  atNextOrder: (() => void) | undefined;
}

/** The traders of a world, each with a computer and an account of its own. */
export class TraderSites implements Site {
  readonly #parts: SiteParts;
  readonly #computers: readonly TraderComputer[];
  readonly #threads: ThreadAudit;

  constructor(parts: SiteParts, accounts: readonly number[]) {
    this.#parts = parts;
    this.#threads = new ThreadAudit(parts.findings, () => parts.timeline.nowMs);
    this.#computers = accounts.map((account, index) => traderComputer(parts, account, index));
    for (const index of this.#computers.keys()) {
      this.start(index);
    }
  }

  /** The computer of a trader, whichever number fate names. */
  at(trader: number): TraderComputer {
    return this.#computers[trader % this.#computers.length] as TraderComputer;
  }

  /** The computer of one of those traders whose books are kept in threads; undefined where there is none. */
  withThreads(trader: number): TraderComputer | undefined {
    const threaded = this.#computers.filter(({ keptIn }) => keptIn.shards > 0);
    return threaded[trader % threaded.length];
  }

  kill(trader: number): void {
    const { program } = this.at(trader);
    if (program !== undefined && !program.process.isDead) {
      program.ended();
      program.process.kill();
    }
  }

  start(trader: number): void {
    const computer = this.at(trader);
    if (computer.program !== undefined && !computer.program.process.isDead) {
      return;
    }
    const { secrets, venue, plant } = this.#parts;
    const { site, limits } = computer;
    const process = this.#parts.process(site.name, computer.clock);
    limits.begun();
    const network = this.#networkOf(computer, process, (_process, request) => {
      if (isOpening(request)) {
        site.audits.halts.sent(request);
        limits.sent(clientOrderIdOf(request));
        const act = computer.atNextOrder;
        computer.atNextOrder = undefined;
        act?.();
      }
    });
    computer.room = this.#roomOf(computer, process);
    const parts = { ...usualParts(process.clock, network, secrets.logger(site.name)), threads: computer.room };
    const planted = plant?.trader?.(parts, process, site.name) ?? parts;
    computer.program = new TraderProgram(site, process, venue, planted);
  }

  /** @param which where its books are kept in threads: those may go on meanwhile */
  pause(trader: number, which: "main thread" | "all threads"): void {
    const { program, room } = this.at(trader);
    program?.process.pause();
    if (which === "all threads") {
      room?.pause();
    }
  }

  resume(trader: number): void {
    const { program, room } = this.at(trader);
    if (program?.process.isPaused === true) {
      program.resumed();
      program.process.resume();
      room?.resume();
    }
  }

  look(): void {
    for (const computer of this.#computers) {
      computer.program?.look();
      this.#lookAtThreads(computer);
    }
  }

  get timers(): readonly TimerCount[] {
    return this.#computers.flatMap(({ name, program, room }) => [
      { name, timers: program?.process.timers ?? 0 },
      ...(room?.threads ?? []),
    ]);
  }

  waitsFor(): readonly string[] {
    return this.#computers.flatMap(({ name, program }) =>
      (program?.waitsFor() ?? ["it does not run"]).map((text) => `${name}: ${text}`),
    );
  }

  endFaults(): void {
    for (const computer of this.#computers) {
      computer.link.condition.harm = 0;
      computer.threadLine.maxExtraMs = 0;
      for (const thread of computer.room?.threads ?? []) {
        thread.release("hung");
      }
      computer.atNextOrder = undefined;
    }
  }

  rest(): void {
    for (const { program } of this.#computers) {
      program?.rest();
    }
  }

  get isQuiet(): boolean {
    return this.#computers.every(({ program }) => program?.isPlacing !== true);
  }

  conclude(): void {
    for (const { site, program } of this.#computers) {
      if (program !== undefined) {
        site.audits.events.conclude(program.account.events.state, this.#parts.venue.venue.account(site.account));
      }
      site.audits.orders.conclude();
    }
  }

  renewed(): void {
    for (const { site, limits } of this.#computers) {
      site.audits.events.renewed();
      site.audits.orders.renewed();
      limits.renewed();
    }
  }

  happened(event: ExchangeEvent): void {
    const account = "account" in event ? event.account : undefined;
    const computer = this.#computers.find(({ site }) => site.account === account);
    computer?.site.audits.events.happened(event);
    computer?.site.audits.orders.happened(event);
    computer?.limits.happened(event);
  }

  #networkOf({ link }: TraderComputer, client: Process, firstByte: FirstByte): ClientNetwork {
    const { venue: door, trace } = this.#parts;
    return clientNetwork({ client, link, door, trace, firstByte });
  }

  #roomOf(computer: TraderComputer, host: Process): ThreadRoom | undefined {
    const { keptIn, threadLine: line, clock } = computer;
    const { shards, memory } = keptIn;
    const { trace } = this.#parts;
    return shards === 0
      ? undefined
      : new ThreadRoom({
          shards,
          memory,
          host,
          line,
          trace,
          process: (name) => this.#parts.process(name, clock),
          openSocket: (process) => this.#networkOf(computer, process, () => undefined).openSocket,
          look: () => this.#lookAtThreads(computer),
        });
  }

  #lookAtThreads({ program, room }: TraderComputer): void {
    if (program !== undefined && room !== undefined && !program.process.isDead && !program.process.isPaused) {
      const { runsForMs, books } = program;
      this.#threads.look(room.threads, { runsForMs, shownOf: (pair) => books.shownOf(pair) });
    }
  }
}

function traderComputer(parts: SiteParts, account: number, index: number): TraderComputer {
  const { seed, findings, books, secrets } = parts;
  const name = `trader ${index + 1}`;
  const computer = makeComputer(parts, name);
  const { intents, delivered } = computer;
  const audits = {
    books,
    events: new EventAudit(findings, name),
    orders: new OrderAudit(findings, name),
    halts: new HaltAudit(findings, name),
    secrets,
  };
  const protocol = (Math.floor(seed / 2) + index) % 2 === 0 ? "prefix" : "channel";
  const keptIn = threadsOf(seed, index);
  const { secondBook } = keptIn;
  const key = keyOf(seed, account);
  const site = { name, account, key, protocol, intents, delivered, secondBook, orders: 0, audits } as const;
  return {
    ...computer,
    // Ids of orders are counted in it, over all lives.
    site: { ...site },
    limits: new LimitAudit(findings, name),
    keptIn,
    threadLine: new ThreadLine(parts.timeline, randomFor(seed, `${name} threads`)),
    program: undefined,
    room: undefined,
    atNextOrder: undefined,
  };
}
