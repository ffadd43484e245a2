import { StoreError } from "@depthwire/core";
import type { ExchangeEvent } from "@depthwire/exchange";
import type { HostedVenue } from "@depthwire/sandbox/internal";
import { BookAudit } from "./audit/book-audit.js";
import { Findings } from "./audit/findings.js";
import { clientOrderIdOf, isOpening } from "./audit/halt-audit.js";
import { MemoryAudit } from "./audit/memory-audit.js";
import { MoneyAudit } from "./audit/money-audit.js";
import { SecretAudit } from "./audit/secret-audit.js";
import { hasRelay, traderAccounts } from "./cast.js";
import { applyFault } from "./faults/apply-fault.js";
import type { Fault } from "./faults/fault.js";
import { HardwareClock } from "./kernel/hardware-clock.js";
import { Process } from "./kernel/process.js";
import { randomFor } from "./kernel/seeds.js";
import { Timeline } from "./kernel/timeline.js";
import { Trace } from "./kernel/trace.js";
import { clientNetwork } from "./network/client-network.js";
import type { Plant } from "./plants/plant.js";
import { type Computer, keyOf, makeComputer } from "./programs/computer.js";
import { Crowd, cancelEverything, fundAccounts } from "./programs/crowd.js";
import { usualParts } from "./programs/trader-parts.js";
import { TraderProgram } from "./programs/trader-program.js";
import { VenueProgram } from "./programs/venue-program.js";
import { RelaySite } from "./relay/relay-site.js";
import { Disk } from "./storage/disk.js";

/** When the simulated clocks begin: 2026-01-01. */
const startMs = Date.UTC(2026, 0, 1);
/** How often auditors look, in milliseconds of true time. */
const lookEveryMs = 1_000;
/** How a world is made. */
export interface WorldOptions {
  readonly seed: number;
  readonly plant?: Plant | undefined;
  /** Hears each line of the trace. */
  readonly tell?: ((line: string) => void) | undefined;
}

/** One venue, its traders, and everything between them, on one virtual timeline. */
export class World {
  readonly timeline: Timeline;
  readonly trace: Trace;
  readonly findings: Findings;
  readonly venueDisk: Disk;
  readonly venue: VenueProgram;
  readonly relay: RelaySite | undefined;
  readonly #options: WorldOptions;
  readonly #computers: readonly Computer[];
  readonly #books: BookAudit;
  readonly #memory: MemoryAudit;
  readonly #money: MoneyAudit;
  readonly #secrets: SecretAudit;
  readonly #crowd: Crowd;

  constructor(options: WorldOptions) {
    const { seed, plant } = options;
    this.#options = options;
    this.timeline = new Timeline(seed);
    this.trace = new Trace(this.timeline, options.tell);
    this.findings = new Findings(this.timeline);
    const keys = traderAccounts.map((account) => keyOf(seed, account));
    this.#secrets = new SecretAudit(
      this.findings,
      keys.flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret]),
    );
    this.#books = new BookAudit(
      this.findings,
      () => this.venue.exchange,
      () => this.timeline.nowMs,
    );
    this.#memory = new MemoryAudit(this.findings);
    this.#money = new MoneyAudit(this.findings, () => this.venue.exchange.state);
    const { timeline, findings } = this;
    const parts = { seed, timeline, findings, books: this.#books, secrets: this.#secrets, startMs };
    this.#computers = traderAccounts.map((account, index) => makeComputer(parts, account, index));
    this.venueDisk = new Disk(this.timeline, "venue", randomFor(seed, "venue disk"));
    const profile = seed % 2 === 0 ? "documented" : "deployed";
    const clock = new HardwareClock(this.timeline, startMs);
    this.venue = new VenueProgram(
      { seed, profile, logger: this.#secrets.logger("venue"), tellWhen: plant?.tellWhen ?? "kept" },
      this.venueDisk,
      () => this.#process("venue", clock),
      {
        renewed: () => this.#renewed(),
        happened: (event) => this.#happened(event),
        opened: (venue, process) => {
          venue.listen((event) => this.#money.justHappened(event));
          plant?.venue?.(venue, process);
        },
      },
    );
    fundAccounts(
      this.venue.venue,
      traderAccounts.map((account, index) => ({ account, key: keys[index] })),
    );
    for (const [index] of traderAccounts.entries()) {
      this.startTrader(index);
    }
    const { trace, venue } = this;
    const process = (name: string, hardware: HardwareClock): Process => this.#process(name, hardware);
    this.relay = hasRelay(seed) ? new RelaySite({ ...parts, trace, venue, plant, process }) : undefined;
    this.#crowd = new Crowd(this.timeline, randomFor(seed, "crowd"), (act) => this.onVenue(act));
    this.#look();
  }

  /** Lets things go wrong, each at its time. */
  suffer(faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.timeline.at(fault.atMs, "fate", () => {
        this.trace.note(`fault ${JSON.stringify(fault)}`);
        applyFault(this, fault);
      });
    }
  }

  /** Acts after a time, as fate does. */
  later(ms: number, act: () => void): void {
    this.timeline.at(this.timeline.nowMs + ms, "fate", act);
  }

  /** The computer of a trader, whichever number fate names. */
  at(trader: number): Computer {
    return this.#computers[trader % this.#computers.length] as Computer;
  }

  /** Acts on the venue, where it is there and can keep what is done. */
  onVenue(act: (venue: HostedVenue) => void): void {
    if (this.venue.isOpen) {
      this.venue.enter((venue) => {
        try {
          act(venue);
        } catch (error) {
          if (!(error instanceof StoreError)) {
            throw error;
          }
        }
      });
    }
  }

  killTrader(trader: number): void {
    const computer = this.at(trader);
    if (computer.program !== undefined && !computer.program.process.isDead) {
      computer.program.ended();
      computer.program.process.kill();
    }
  }

  startTrader(trader: number): void {
    const computer = this.at(trader);
    if (computer.program === undefined || computer.program.process.isDead) {
      const process = this.#process(computer.site.name, computer.clock);
      computer.limits.begun();
      const network = clientNetwork({
        client: process,
        link: computer.link,
        door: this.venue,
        trace: this.trace,
        firstByte: (_process, request) => {
          if (isOpening(request)) {
            computer.site.audits.halts.sent(request);
            computer.limits.sent(clientOrderIdOf(request));
            const act = computer.atNextOrder;
            computer.atNextOrder = undefined;
            act?.();
          }
        },
      });
      const parts = usualParts(process.clock, network, this.#secrets.logger(computer.site.name));
      const planted = this.#options.plant?.trader?.(parts, process, computer.site.name) ?? parts;
      computer.program = new TraderProgram(computer.site, process, this.venue, planted);
    }
  }

  pauseTrader(trader: number): void {
    this.at(trader).program?.process.pause();
  }

  resumeTrader(trader: number): void {
    const { program } = this.at(trader);
    if (program?.process.isPaused === true) {
      program.resumed();
      program.process.resume();
    }
  }

  /** Nothing goes wrong from now on: what the venue was still to do to messages it does not. */
  endFaults(): void {
    for (const computer of this.#computers) {
      computer.link.condition.harm = 0;
      computer.atNextOrder = undefined;
    }
    this.relay?.endFaults();
    this.onVenue((venue) => venue.faults.clear());
  }

  /** Nobody begins anything any more. */
  calm(): void {
    this.#crowd.end();
    for (const { program } of this.#computers) {
      program?.rest();
    }
  }

  /** What keeps each program from being live. */
  waitsFor(): readonly string[] {
    const traders = this.#computers.flatMap(({ site, program }) =>
      (program?.waitsFor() ?? ["it does not run"]).map((text) => `${site.name}: ${text}`),
    );
    return [...traders, ...(this.relay?.waitsFor() ?? [])];
  }

  /** Whether nothing is under way. */
  get isQuiet(): boolean {
    return this.#computers.every(({ program }) => program?.isPlacing !== true);
  }

  /** Lets time pass until everything is live. What is not after a while is a finding. */
  async untilLive(withinMs: number): Promise<void> {
    this.findings.looked("liveness");
    const untilMs = this.timeline.nowMs + withinMs;
    while (this.waitsFor().length > 0 && this.timeline.nowMs < untilMs) {
      await this.timeline.runTo(this.timeline.nowMs + 1_000);
    }
    for (const text of this.waitsFor()) {
      this.findings.add("liveness", text);
    }
  }

  /** What still waits at the venue is taken back: from now on nothing trades with the traders. */
  empty(): void {
    this.onVenue((venue) => cancelEverything(venue, traderAccounts));
  }

  /** Nothing is under way: everything is held against the venue's records. */
  conclude(): void {
    for (const { site, program } of this.#computers) {
      if (program !== undefined) {
        site.audits.events.conclude(program.account.events.state, this.venue.venue.account(site.account));
      }
      site.audits.orders.conclude();
    }
    this.#money.look();
  }

  /** An error that nobody caught. */
  uncaught(machine: string, error: unknown): void {
    this.findings.add(
      "uncaught",
      `${machine}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }

  #process(name: string, clock: HardwareClock): Process {
    const random = randomFor(this.#options.seed, `${name} ${this.timeline.nowMs}`);
    return new Process(name, clock, {
      timeline: this.timeline,
      random,
      uncaught: (machine, error) => this.uncaught(machine, error),
    });
  }

  #look(): void {
    this.timeline.at(this.timeline.nowMs + lookEveryMs, "auditors", () => {
      this.#money.look();
      this.relay?.look();
      for (const { program } of this.#computers) {
        program?.look();
      }
      const timers = this.#computers.map(({ site, program }) => ({
        name: site.name,
        timers: program?.process.timers ?? 0,
      }));
      this.#memory.look([...timers, ...(this.relay?.timers ?? [])]);
      this.#look();
    });
  }

  #renewed(): void {
    for (const { site } of this.#computers) {
      site.audits.events.renewed();
      site.audits.orders.renewed();
    }
  }

  #happened(event: ExchangeEvent): void {
    if (event.kind === "depth-published") {
      this.#books.published(event.pair, event.seq);
      return;
    }
    if (!("account" in event)) {
      return;
    }
    const computer = this.#computers.find(({ site }) => site.account === event.account);
    computer?.site.audits.events.happened(event);
    computer?.site.audits.orders.happened(event);
    computer?.limits.happened(event);
  }
}
