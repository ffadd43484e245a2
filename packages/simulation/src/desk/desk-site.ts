import type { ExchangeEvent } from "@depthwire/exchange";
import { EventAudit } from "../audit/event-audit.js";
import { isOrder } from "../audit/halt-audit.js";
import type { TimerCount } from "../audit/memory-audit.js";
import { OrderAudit } from "../audit/order-audit.js";
import { RivalAudit } from "../audit/rival-audit.js";
import { deskAccount } from "../cast.js";
import { randomFor } from "../kernel/seeds.js";
import { clientNetwork } from "../network/client-network.js";
import type { FirstByte } from "../network/venue-http.js";
import { type Computer, keyOf, makeComputer } from "../programs/computer.js";
import { LeaseHost } from "../relay/lease-host.js";
import type { Site, SiteParts } from "../site.js";
import { usualRivalParts } from "./rival-parts.js";
import { RivalProgram, type RivalSite } from "./rival-program.js";

const names = ["rival 1", "rival 2"] as const;
/** How many computers a desk has. */
export const deskComputers: number = names.length;

/** A computer of a desk, and which life of its program runs on it. */
export interface DeskComputer extends Computer {
  readonly site: RivalSite;
  reachesStore: boolean;
  program: RivalProgram | undefined;
  /** Done when its program begins its next order. */
  atNextOrder: (() => void) | undefined;
  /** Done when the first byte of its next order leaves. */
  atNextSend: (() => void) | undefined;
}

/** Two programs with one key on two computers, and the host of the lease that says which of them trades. */
export class DeskSite implements Site {
  readonly leases: LeaseHost;
  readonly #parts: SiteParts;
  readonly #rivals: RivalAudit;
  readonly #computers: readonly DeskComputer[];

  constructor(parts: SiteParts) {
    this.#parts = parts;
    this.leases = new LeaseHost(parts.timeline, randomFor(parts.seed, "desk lease host"));
    this.#rivals = new RivalAudit(parts.findings);
    this.#computers = names.map((name) => this.#computer(name));
    for (const index of names.keys()) {
      this.start(index);
    }
  }

  /** A computer, whichever number fate names. */
  at(index: number): DeskComputer {
    return this.#computers[index % names.length] as DeskComputer;
  }

  start(index: number): void {
    const computer = this.at(index);
    if (computer.program !== undefined && !computer.program.process.isDead) {
      return;
    }
    const { trace, secrets, venue, plant } = this.#parts;
    const { name, link, clock, site } = computer;
    const process = this.#parts.process(name, clock);
    const firstByte: FirstByte = (_process, { target }) => {
      if (isOrder(target)) {
        const act = computer.atNextSend;
        computer.atNextSend = undefined;
        act?.();
      }
    };
    const network = clientNetwork({ client: process, link, door: venue, trace, firstByte });
    const store = this.leases.port(process, () => computer.reachesStore);
    const parts = usualRivalParts(process.clock, network, secrets.logger(name), store);
    computer.program = new RivalProgram(site, process, venue, plant?.rival?.(parts, process) ?? parts);
  }

  kill(index: number): void {
    const { program, site } = this.at(index);
    if (program !== undefined && !program.process.isDead) {
      site.audits.events.ended();
      program.process.kill();
    }
  }

  pause(index: number): void {
    this.at(index).program?.process.pause();
  }

  resume(index: number): void {
    this.at(index).program?.process.resume();
  }

  look(): void {
    this.#rivals.look(this.#computers.filter(({ program }) => program?.holds).map(({ name }) => name));
  }

  get timers(): readonly TimerCount[] {
    return this.#computers.map(({ name, program }) => ({ name, timers: program?.process.timers ?? 0 }));
  }

  waitsFor(): readonly string[] {
    const isHeld = this.#computers.some(({ program }) => program?.holds);
    return [
      ...(isHeld ? [] : ["nobody holds the key of the desk"]),
      ...this.#computers.flatMap(({ name, program }) =>
        (program === undefined || program.process.isDead ? ["it does not run"] : program.waitsFor()).map(
          (text) => `${name}: ${text}`,
        ),
      ),
    ];
  }

  endFaults(): void {
    for (const computer of this.#computers) {
      computer.link.condition.harm = 0;
      computer.atNextOrder = undefined;
      computer.atNextSend = undefined;
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
    const truth = this.#parts.venue.venue.account(deskAccount);
    for (const { site, program } of this.#computers) {
      if (program !== undefined) {
        site.audits.events.conclude(program.account.events.state, truth);
      }
      site.audits.orders.conclude();
    }
  }

  renewed(): void {
    for (const { site } of this.#computers) {
      site.audits.events.renewed();
      site.audits.orders.renewed();
    }
  }

  happened(event: ExchangeEvent): void {
    if (!("account" in event) || event.account !== deskAccount) {
      return;
    }
    this.#rivals.happened(event);
    for (const { site } of this.#computers) {
      site.audits.events.happened(event);
      site.audits.orders.happened(event);
    }
  }

  #computer(name: string): DeskComputer {
    const { seed, findings, secrets } = this.#parts;
    const computer = makeComputer(this.#parts, name);
    const whole: DeskComputer = {
      ...computer,
      site: {
        name,
        key: keyOf(seed, deskAccount),
        computer,
        orderBegun: () => {
          const act = whole.atNextOrder;
          whole.atNextOrder = undefined;
          act?.();
        },
        audits: {
          events: new EventAudit(findings, name),
          orders: new OrderAudit(findings, name),
          rivals: this.#rivals,
          secrets,
        },
      },
      reachesStore: true,
      program: undefined,
      atNextOrder: undefined,
      atNextSend: undefined,
    };
    return whole;
  }
}
