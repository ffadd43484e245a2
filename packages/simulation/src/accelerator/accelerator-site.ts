import type { AccountFill } from "@depthwire/account";
import type { Random } from "@depthwire/core";
import type { ExchangeEvent } from "@depthwire/exchange";
import { EventAudit } from "../audit/event-audit.js";
import { clientOrderIdOf, HaltAudit, isOpening } from "../audit/halt-audit.js";
import { LimitAudit } from "../audit/limit-audit.js";
import type { TimerCount } from "../audit/memory-audit.js";
import { OrderAudit } from "../audit/order-audit.js";
import { ReadAudit } from "../audit/read-audit.js";
import { StreamAudit } from "../audit/stream-audit.js";
import { acceleratorAccount } from "../cast.js";
import { randomFor } from "../kernel/seeds.js";
import { clientNetwork } from "../network/client-network.js";
import { type Computer, keyOf, makeComputer } from "../programs/computer.js";
import type { Site, SiteParts } from "../site.js";
import { SimulatedData } from "../storage/data-files.js";
import { usualAcceleratorParts } from "./accelerator-parts.js";
import { type AcceleratorKey, AcceleratorProgram } from "./accelerator-program.js";
import { Bot, type BotAudits } from "./bot.js";
import { LocalWay } from "./local-way.js";
import { nameOfPrice } from "./wish.js";

/** How many computers with an accelerator there are. */
export const acceleratorComputers = 1;

const name = "accelerator";
/** Whoever watches over a program starts it again after so long, where it gave up; in milliseconds. */
const startAgainMs = 1_000;

/** A local accelerator on its computer, and a bot that trades through it. */
export class AcceleratorSite implements Site {
  readonly computer: Computer;
  /** Done when the first byte of the next order leaves. */
  atNextOrder: (() => void) | undefined;
  readonly #parts: SiteParts;
  readonly #key: AcceleratorKey;
  readonly #data: SimulatedData;
  readonly #audits: BotAudits;
  readonly #limits: LimitAudit;
  readonly #powerRandom: Random;
  readonly #bot: Bot;
  #program: AcceleratorProgram | undefined;

  constructor(parts: SiteParts) {
    this.#parts = parts;
    const { seed, timeline, trace, findings, books, secrets } = parts;
    this.computer = makeComputer(parts, name);
    const { disk, clock } = this.computer;
    this.#data = new SimulatedData(timeline, disk);
    this.#powerRandom = randomFor(seed, `${name} power`);
    const protocol = Math.floor(seed / 2) % 2 === 0 ? "prefix" : "channel";
    this.#key = { name, key: keyOf(seed, acceleratorAccount), protocol, secrets };
    this.#limits = new LimitAudit(findings, name);
    this.#audits = {
      books,
      secrets,
      events: new EventAudit(findings, name),
      stream: new StreamAudit(findings, name),
      orders: new OrderAudit(findings, name),
      halts: new HaltAudit(findings, name),
      reads: new ReadAudit(findings, name),
    };
    this.start();
    const process = parts.process("bot", clock);
    const random = randomFor(seed, "loopback");
    this.#bot = new Bot({
      name: "bot",
      account: acceleratorAccount,
      process,
      way: new LocalWay(process, () => this.#program, { timeline, trace, random }),
      findings,
      audits: this.#audits,
      serverRunsForMs: () => this.#program?.runsForMs ?? 0,
      haltReached: () => this.#audits.halts.reached(parts.venue.venue.account(acceleratorAccount)),
    });
  }

  start(): void {
    if (this.#program !== undefined && !this.#program.process.isDead) {
      return;
    }
    const { trace, secrets, venue, plant, timeline } = this.#parts;
    const { link, clock } = this.computer;
    const process = this.#parts.process(name, clock);
    this.#limits.begun();
    const network = clientNetwork({
      client: process,
      link,
      door: venue,
      trace,
      firstByte: (_process, request) => {
        if (isOpening(request)) {
          this.#audits.halts.sent(request);
          this.#limits.sent(clientOrderIdOf(request));
          const act = this.atNextOrder;
          this.atNextOrder = undefined;
          act?.();
        }
      },
    });
    const data = this.#data.runtime(process);
    const parts = usualAcceleratorParts(process.clock, network, { logger: secrets.logger(name), data });
    const program = new AcceleratorProgram(this.#key, process, venue, plant?.accelerator?.(parts, process) ?? parts);
    this.#program = program;
    timeline.at(timeline.nowMs + startAgainMs, "fate", () => this.#watch(program));
  }

  kill(): void {
    if (this.#program !== undefined && !this.#program.process.isDead) {
      this.#program.process.kill();
      this.#bot.serverEnded();
    }
  }

  /** It ends by itself. */
  stop(): void {
    const program = this.#program;
    program?.stop(() => {
      if (this.#program === program) {
        this.kill();
      }
    });
  }

  /** Its computer loses its power; the bot is on another one. */
  losePower(): void {
    this.kill();
    this.#data.losePower(this.#powerRandom);
    this.#audits.stream.machineLost();
  }

  pause(): void {
    this.#program?.process.pause();
  }

  resume(): void {
    if (this.#program?.process.isPaused === true) {
      this.#program.resumed();
      this.#program.process.resume();
    }
  }

  look(): void {}

  get timers(): readonly TimerCount[] {
    return [{ name, timers: this.#program?.process.timers ?? 0 }];
  }

  waitsFor(): readonly string[] {
    return this.#bot.waitsFor().map((text) => `${name}: ${text}`);
  }

  endFaults(): void {
    this.computer.link.condition.harm = 0;
    this.atNextOrder = undefined;
  }

  rest(): void {
    this.#bot.rest();
  }

  get isQuiet(): boolean {
    return this.#bot.isQuiet;
  }

  conclude(): void {
    const { events, orders, reads } = this.#audits;
    const truth = this.#parts.venue.venue.account(acceleratorAccount);
    const { fills, openOrders } = this.#bot.last;
    const account = this.#program?.account;
    if (account === undefined || fills === undefined || openOrders === undefined) {
      this.#parts.findings.add("liveness", `${name}: its lists were never answered at the end`);
      return;
    }
    events.conclude(account.events.state, truth);
    events.concludeList(fills as readonly AccountFill[]);
    reads.conclude(
      openOrders,
      truth.openOrders.map(({ orderId }) => orderId),
    );
    orders.conclude();
    if (!this.#bot.hasTraded) {
      this.#parts.findings.add("liveness", `${name}: no order of the whole world was placed`);
    }
  }

  renewed(): void {
    const { events, orders, reads } = this.#audits;
    events.renewed();
    orders.renewed();
    reads.renewed();
    this.#limits.renewed();
  }

  happened(event: ExchangeEvent): void {
    if (!("account" in event) || event.account !== acceleratorAccount) {
      return;
    }
    this.#audits.events.happened(event);
    this.#audits.orders.happened(known(event, this.#audits.orders));
    this.#audits.reads.happened(event);
    this.#limits.happened(event);
  }

  /** It gave up before it listened: somebody starts it again. */
  #watch(program: AcceleratorProgram): void {
    if (program.hasFailed && this.#program === program) {
      this.kill();
      this.start();
    }
  }
}

/** An order that its client gave no id has one of the accelerator's; auditors know it by its price. */
function known(event: ExchangeEvent, orders: OrderAudit): ExchangeEvent {
  if (event.kind !== "order-changed") {
    return event;
  }
  const byPrice = nameOfPrice(event.order.price);
  return orders.knows(byPrice) ? { ...event, order: { ...event.order, clientOrderId: byPrice } } : event;
}
