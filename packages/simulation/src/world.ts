import { StoreError } from "@depthwire/core";
import type { ExchangeEvent } from "@depthwire/exchange";
import type { HostedVenue } from "@depthwire/sandbox/internal";
import { AcceleratorSite } from "./accelerator/accelerator-site.js";
import { BookAudit } from "./audit/book-audit.js";
import { Findings } from "./audit/findings.js";
import { MemoryAudit } from "./audit/memory-audit.js";
import { MoneyAudit } from "./audit/money-audit.js";
import { SecretAudit } from "./audit/secret-audit.js";
import { acceleratorAccount, accountsOf, type Cast, castOf, deskAccount } from "./cast.js";
import { DeskSite } from "./desk/desk-site.js";
import { deskToleranceMs } from "./desk/rival-parts.js";
import { applyFault } from "./faults/apply-fault.js";
import type { Fault } from "./faults/fault.js";
import { HardwareClock } from "./kernel/hardware-clock.js";
import { Process } from "./kernel/process.js";
import { randomFor } from "./kernel/seeds.js";
import { Timeline } from "./kernel/timeline.js";
import { Trace } from "./kernel/trace.js";
import type { Plant } from "./plants/plant.js";
import { keyOf } from "./programs/computer.js";
import { Crowd, cancelEverything, fundAccounts } from "./programs/crowd.js";
import { TraderSites } from "./programs/trader-sites.js";
import { VenueProgram } from "./programs/venue-program.js";
import { RelaySite } from "./relay/relay-site.js";
import type { Site, SiteParts } from "./site.js";
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

/** One venue, who takes part, and everything between them, on one virtual timeline. */
export class World {
  readonly timeline: Timeline;
  readonly trace: Trace;
  readonly findings: Findings;
  readonly venueDisk: Disk;
  readonly venue: VenueProgram;
  readonly traders: TraderSites | undefined;
  readonly relay: RelaySite | undefined;
  readonly desk: DeskSite | undefined;
  readonly accelerator: AcceleratorSite | undefined;
  readonly #seed: number;
  readonly #accounts: readonly number[];
  /** None before the venue has begun. */
  #sites: readonly Site[] = [];
  readonly #books: BookAudit;
  readonly #memory: MemoryAudit;
  readonly #money: MoneyAudit;
  readonly #crowd: Crowd;

  constructor({ seed, plant, tell }: WorldOptions) {
    const cast = castOf(seed);
    this.#seed = seed;
    this.#accounts = [
      ...accountsOf(cast),
      ...(cast.hasDesk ? [deskAccount] : []),
      ...(cast.hasAccelerator ? [acceleratorAccount] : []),
    ];
    this.timeline = new Timeline(seed);
    this.trace = new Trace(this.timeline, tell);
    this.findings = new Findings(this.timeline);
    const keys = this.#accounts.map((account) => keyOf(seed, account));
    const secrets = new SecretAudit(
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
    this.venueDisk = new Disk(this.timeline, "venue", randomFor(seed, "venue disk"));
    this.venue = this.#openVenue(cast, plant, secrets);
    fundAccounts(
      this.venue.venue,
      this.#accounts.map((account, index) => ({ account, key: keys[index] })),
    );
    const { timeline, trace, findings, venue } = this;
    const process = (name: string, hardware: HardwareClock): Process => this.#process(name, hardware);
    const books = this.#books;
    const parts: SiteParts = { seed, timeline, trace, findings, books, secrets, venue, plant, startMs, process };
    this.traders = cast.traders > 0 ? new TraderSites(parts, accountsOf(cast)) : undefined;
    this.relay = cast.hasRelay ? new RelaySite(parts) : undefined;
    this.desk = cast.hasDesk ? new DeskSite(parts) : undefined;
    this.accelerator = cast.hasAccelerator ? new AcceleratorSite(parts) : undefined;
    this.#sites = [this.traders, this.relay, this.desk, this.accelerator].filter(
      (site): site is NonNullable<typeof site> => site !== undefined,
    );
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

  /** Nothing goes wrong from now on: what the venue was still to do to messages it does not. */
  endFaults(): void {
    for (const site of this.#sites) {
      site.endFaults();
    }
    this.onVenue((venue) => venue.faults.clear());
  }

  /** Nobody begins anything any more. */
  calm(): void {
    this.#crowd.end();
    for (const site of this.#sites) {
      site.rest();
    }
  }

  /** What keeps each program from being live. */
  waitsFor(): readonly string[] {
    return this.#sites.flatMap((site) => site.waitsFor());
  }

  /** Whether nothing is under way. */
  get isQuiet(): boolean {
    return this.#sites.every(({ isQuiet }) => isQuiet);
  }

  /** What is not live is a finding. */
  requireLive(): void {
    this.findings.looked("liveness");
    for (const text of this.waitsFor()) {
      this.findings.add("liveness", text);
    }
  }

  /** What still waits at the venue is taken back: from now on nothing trades with the accounts of this world. */
  empty(): void {
    this.onVenue((venue) => cancelEverything(venue, this.#accounts));
  }

  /** Nothing is under way: everything is held against the venue's records. */
  conclude(): void {
    for (const site of this.#sites) {
      site.conclude();
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

  #openVenue(cast: Cast, plant: Plant | undefined, secrets: SecretAudit): VenueProgram {
    const clock = new HardwareClock(this.timeline, startMs);
    return new VenueProgram(
      {
        seed: this.#seed,
        profile: this.#seed % 2 === 0 ? "documented" : "deployed",
        logger: secrets.logger("venue"),
        tellWhen: plant?.tellWhen ?? "kept",
        timestampToleranceMs: cast.hasDesk ? deskToleranceMs : undefined,
      },
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
  }

  #process(name: string, clock: HardwareClock): Process {
    const random = randomFor(this.#seed, `${name} ${this.timeline.nowMs}`);
    return new Process(name, clock, {
      timeline: this.timeline,
      random,
      uncaught: (machine, error) => this.uncaught(machine, error),
    });
  }

  #look(): void {
    this.timeline.at(this.timeline.nowMs + lookEveryMs, "auditors", () => {
      this.#money.look();
      for (const site of this.#sites) {
        site.look();
      }
      this.#memory.look(this.#sites.flatMap(({ timers }) => timers));
      this.#look();
    });
  }

  #renewed(): void {
    this.#books.renewed();
    for (const site of this.#sites) {
      site.renewed();
    }
  }

  #happened(event: ExchangeEvent): void {
    if (event.kind === "depth-published") {
      this.#books.published(event.pair, event.seq);
      return;
    }
    for (const site of this.#sites) {
      site.happened(event);
    }
  }
}
