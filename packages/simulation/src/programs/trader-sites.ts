import type { ExchangeEvent } from "@depthwire/exchange";
import { EventAudit } from "../audit/event-audit.js";
import { clientOrderIdOf, HaltAudit, isOpening } from "../audit/halt-audit.js";
import { LimitAudit } from "../audit/limit-audit.js";
import type { TimerCount } from "../audit/memory-audit.js";
import { OrderAudit } from "../audit/order-audit.js";
import { clientNetwork } from "../network/client-network.js";
import type { Site, SiteParts } from "../site.js";
import { type Computer, keyOf, makeComputer } from "./computer.js";
import { type TraderSite, usualParts } from "./trader-parts.js";
import { TraderProgram } from "./trader-program.js";

/** A trader's computer, and which life of its program runs on it. */
export interface TraderComputer extends Computer {
  readonly site: TraderSite;
  readonly limits: LimitAudit;
  program: TraderProgram | undefined;
  /** Done when the first byte of its next order leaves. */
  atNextOrder: (() => void) | undefined;
}

/** The traders of a world, each with a computer and an account of its own. */
export class TraderSites implements Site {
  readonly #parts: SiteParts;
  readonly #computers: readonly TraderComputer[];

  constructor(parts: SiteParts, accounts: readonly number[]) {
    this.#parts = parts;
    this.#computers = accounts.map((account, index) => traderComputer(parts, account, index));
    for (const index of this.#computers.keys()) {
      this.start(index);
    }
  }

  /** The computer of a trader, whichever number fate names. */
  at(trader: number): TraderComputer {
    return this.#computers[trader % this.#computers.length] as TraderComputer;
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
    const { trace, secrets, venue, plant } = this.#parts;
    const { site, limits, link } = computer;
    const process = this.#parts.process(site.name, computer.clock);
    limits.begun();
    const network = clientNetwork({
      client: process,
      link,
      door: venue,
      trace,
      firstByte: (_process, request) => {
        if (isOpening(request)) {
          site.audits.halts.sent(request);
          limits.sent(clientOrderIdOf(request));
          const act = computer.atNextOrder;
          computer.atNextOrder = undefined;
          act?.();
        }
      },
    });
    const parts = usualParts(process.clock, network, secrets.logger(site.name));
    const planted = plant?.trader?.(parts, process, site.name) ?? parts;
    computer.program = new TraderProgram(site, process, venue, planted);
  }

  pause(trader: number): void {
    this.at(trader).program?.process.pause();
  }

  resume(trader: number): void {
    const { program } = this.at(trader);
    if (program?.process.isPaused === true) {
      program.resumed();
      program.process.resume();
    }
  }

  look(): void {
    for (const { program } of this.#computers) {
      program?.look();
    }
  }

  get timers(): readonly TimerCount[] {
    return this.#computers.map(({ name, program }) => ({ name, timers: program?.process.timers ?? 0 }));
  }

  waitsFor(): readonly string[] {
    return this.#computers.flatMap(({ name, program }) =>
      (program?.waitsFor() ?? ["it does not run"]).map((text) => `${name}: ${text}`),
    );
  }

  endFaults(): void {
    for (const computer of this.#computers) {
      computer.link.condition.harm = 0;
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
  const site = { name, account, key: keyOf(seed, account), protocol, intents, delivered, orders: 0, audits } as const;
  return {
    ...computer,
    // Ids of orders are counted in it, over all lives.
    site: { ...site },
    limits: new LimitAudit(findings, name),
    program: undefined,
    atNextOrder: undefined,
  };
}
