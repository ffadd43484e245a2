import { type Bus, type LeaseStore, MemoryBus, type MemoryConnection, Subjects } from "@depthwire/relay";
import { randomInteger } from "@depthwire/testkit";
import type { TimerCount } from "../audit/memory-audit.js";
import { RelayAudit } from "../audit/relay-audit.js";
import { HardwareClock } from "../kernel/hardware-clock.js";
import type { Process } from "../kernel/process.js";
import { randomFor } from "../kernel/seeds.js";
import { clientNetwork } from "../network/client-network.js";
import { Link } from "../network/link.js";
import { venuePairs } from "../programs/venue-program.js";
import type { Site, SiteParts } from "../site.js";
import { busPort } from "./bus-port.js";
import { FollowerProgram } from "./follower-program.js";
import { InstanceProgram, type RelayTerms, relayLeaseMs } from "./instance-program.js";
import { LeaseHost } from "./lease-host.js";

/** A computer of the relay, and which life of its program runs on it. */
export interface RelayComputer {
  readonly name: string;
  readonly clock: HardwareClock;
  /** Its way to the venue; a follower needs none. */
  readonly link: Link;
  /** Its present connection to the bus. */
  connection: MemoryConnection;
  /** A message to or from the bus takes so much longer, in milliseconds. */
  busDelayMs: number;
  /** Share of the messages to it that the bus drops. */
  busLoss: number;
  reachesStore: boolean;
  program: InstanceProgram | FollowerProgram | undefined;
}

/** Two that may own shards, and one that follows. */
const names = ["relay 1", "relay 2", "follower"] as const;
/** How many computers a relay has. */
export const relayComputers: number = names.length;

/** A message takes so long on each half of its way, in milliseconds. */
const maxHalfWayMs = 6;
/** A host's time of day is wrong by so much at most, in milliseconds. */
const maxSkewMs = 5_000;

/** A relay between the venue and those that follow it: its computers, their bus, and the host of their leases. */
export class RelaySite implements Site {
  readonly leases: LeaseHost;
  readonly #parts: SiteParts;
  readonly #computers: readonly RelayComputer[];
  readonly #bus: MemoryBus;
  readonly #audit: RelayAudit;
  readonly #terms: RelayTerms;

  constructor(parts: SiteParts) {
    const { seed, timeline, findings, startMs } = parts;
    this.#parts = parts;
    this.leases = new LeaseHost(timeline, randomFor(seed, "lease host"));
    this.#audit = new RelayAudit(findings, () => timeline.nowMs, relayLeaseMs);
    this.#terms = {
      subjects: new Subjects("main"),
      pairs: venuePairs.slice(0, 2),
      protocol: Math.floor(seed / 6) % 2 === 0 ? "prefix" : "channel",
    };
    const random = randomFor(seed, "bus");
    const clock = {
      epochMs: () => startMs + timeline.nowMs,
      monotonicMs: () => timeline.nowMs,
      after: (delayMs: number, act: () => void) => timeline.at(timeline.nowMs + delayMs, "bus", act),
    };
    this.#bus = new MemoryBus(clock, {
      delayMs: (name) => random() * maxHalfWayMs + this.#named(name).busDelayMs,
      loses: (name) => {
        const { busLoss } = this.#named(name);
        return busLoss > 0 && random() < busLoss;
      },
    });
    this.#computers = names.map((name) => {
      const skewMs = randomInteger(randomFor(seed, `${name} clock`), -maxSkewMs, maxSkewMs);
      return {
        name,
        clock: new HardwareClock(timeline, startMs + skewMs),
        link: new Link(name, timeline, randomFor(seed, `${name} link`)),
        connection: this.#bus.connect(name),
        busDelayMs: 0,
        busLoss: 0,
        reachesStore: true,
        program: undefined,
      };
    });
    for (const index of names.keys()) {
      this.start(index);
    }
  }

  /** A computer, whichever number fate names. */
  at(index: number): RelayComputer {
    return this.#computers[index % names.length] as RelayComputer;
  }

  start(index: number): void {
    const computer = this.at(index);
    if (computer.program !== undefined && !computer.program.process.isDead) {
      return;
    }
    const { name, clock } = computer;
    const process = this.#parts.process(name, clock);
    computer.connection = this.#bus.connect(name);
    const bus = busPort(process, computer.connection, {
      published: (who, subject, bytes) => {
        this.#parts.trace.note(`${who} ~ ${subject}`);
        this.#audit.published(who, subject, bytes);
      },
      answered: (_who, subject, bytes) => this.#audit.answered(subject, bytes),
    });
    computer.program =
      name === "follower" ? this.#follower(computer, process, bus) : this.#instance(computer, process, bus);
  }

  kill(index: number): void {
    this.at(index).program?.process.kill();
  }

  pause(index: number): void {
    this.at(index).program?.process.pause();
  }

  resume(index: number): void {
    const { program } = this.at(index);
    if (program?.process.isPaused === true) {
      if (program instanceof FollowerProgram) {
        program.resumed();
      }
      program.process.resume();
      // In this very moment somebody may look, before anything that waited has come.
      this.#look(program);
    }
  }

  /** Somebody looks at what is shown. */
  look(): void {
    for (const { program } of this.#computers) {
      this.#look(program);
    }
  }

  /** Timers of each program. */
  get timers(): readonly TimerCount[] {
    return this.#computers.map(({ name, program }) => ({ name, timers: program?.process.timers ?? 0 }));
  }

  /** Nothing goes wrong from now on. */
  endFaults(): void {
    for (const computer of this.#computers) {
      computer.link.condition.harm = 0;
    }
  }

  /** What keeps each program from being live. */
  waitsFor(): readonly string[] {
    return this.#computers.flatMap(({ name, program }) =>
      (program === undefined || program.process.isDead ? ["it does not run"] : program.waitsFor()).map(
        (text) => `${name}: ${text}`,
      ),
    );
  }

  /** It trades nothing: there is nothing to end, nothing under way, and nothing of it in the venue's records. */
  rest(): void {}

  readonly isQuiet = true;

  conclude(): void {}

  renewed(): void {}

  happened(): void {}

  #named(name: string): RelayComputer {
    return this.#computers.find((one) => one.name === name) as RelayComputer;
  }

  #look(program: RelayComputer["program"]): void {
    if (program instanceof FollowerProgram) {
      program.look();
    }
  }

  #instance(computer: RelayComputer, process: Process, bus: Bus): InstanceProgram {
    const { venue, trace, plant, secrets } = this.#parts;
    const { name, link } = computer;
    const network = clientNetwork({ client: process, link, door: venue, trace, firstByte: () => undefined });
    const store: LeaseStore = this.leases.port(process, () => computer.reachesStore);
    const parts = {
      name: name.replace(" ", "-"),
      clock: process.clock,
      bus,
      store,
      network,
      logger: secrets.logger(name),
    };
    const planted = plant?.instance?.(parts, process) ?? parts;
    return new InstanceProgram(process, venue, this.#terms, planted);
  }

  #follower({ name }: RelayComputer, process: Process, bus: Bus): FollowerProgram {
    const { plant, secrets, books } = this.#parts;
    const parts = { clock: process.clock, bus, logger: secrets.logger(name), engine: {} };
    const planted = plant?.follower?.(parts, process) ?? parts;
    return new FollowerProgram(process, this.#terms, planted, { books, relay: this.#audit });
  }
}
