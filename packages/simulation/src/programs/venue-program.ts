import type { Logger } from "@depthwire/core";
import type { ExchangeEvent, ExchangeView } from "@depthwire/exchange";
import { Exchange, type ExchangeConfig, type ExchangeState } from "@depthwire/exchange/internal";
import { type HostedVenue, hostVenue, nodePorts } from "@depthwire/sandbox/internal";
import type { Process } from "../kernel/process.js";
import type { EndHeard, VenueDoor } from "../network/venue-door.js";
import { type CommandFile, SimulatedCommandLog, type TellWhen } from "../storage/command-log.js";
import type { Disk } from "../storage/disk.js";

/** Pairs of the simulated venue; the last one is where accounts are ruined. */
export const venuePairs: readonly string[] = ["4BTC_USDT", "4ETH_USDT", "4EOS_USDT"];

/** Whose habits, and how often it publishes. */
export interface VenueHabit {
  readonly seed: number;
  readonly profile: "documented" | "deployed";
  readonly logger: Logger;
  readonly tellWhen: TellWhen;
  /** How far a signed time may be from the venue's; undefined: as usual. */
  readonly timestampToleranceMs: number | undefined;
}

/** Hears what a venue does; `renewed` before everything comes again from its disk. */
export interface VenueListener {
  renewed(): void;
  happened(event: ExchangeEvent): void;
  /** A life of the venue has begun. */
  opened(venue: HostedVenue, process: Process): void;
}

interface Life {
  readonly process: Process;
  readonly venue: HostedVenue;
  readonly exchange: Exchange;
}

/** The venue as a program on a computer of its own: it can be killed, and goes on from its disk. */
export class VenueProgram implements VenueDoor {
  readonly name = "venue";
  readonly #habit: VenueHabit;
  readonly #disk: Disk;
  readonly #begin: () => Process;
  readonly #listener: VenueListener;
  readonly #file: CommandFile = { kept: [] };
  #life: Life;
  #onEnd: Set<(heard: EndHeard) => void> = new Set();
  #lives = 1;

  constructor(habit: VenueHabit, disk: Disk, begin: () => Process, listener: VenueListener) {
    this.#habit = habit;
    this.#disk = disk;
    this.#begin = begin;
    this.#listener = listener;
    this.#life = this.#start();
  }

  get isOpen(): boolean {
    return !this.#life.process.isDead;
  }

  get lives(): number {
    return this.#lives;
  }

  get venue(): HostedVenue {
    return this.#life.venue;
  }

  get process(): Process {
    return this.#life.process;
  }

  /** The truth, as it is now or was at the end. */
  get exchange(): ExchangeView & { readonly state: ExchangeState } {
    return this.#life.exchange;
  }

  enter(act: (venue: HostedVenue) => void): void {
    const { process, venue } = this.#life;
    process.enter(() => act(venue));
  }

  onEnd(act: (heard: EndHeard) => void): void {
    this.#onEnd.add(act);
  }

  /** It ends. @param heard `untold`: its computer loses its power */
  kill(heard: EndHeard): void {
    if (!this.isOpen) {
      return;
    }
    this.#life.process.kill();
    const told = this.#onEnd;
    this.#onEnd = new Set();
    for (const act of told) {
      act(heard);
    }
  }

  /** The next life, from the disk. */
  restart(): void {
    if (!this.isOpen) {
      this.#lives += 1;
      this.#life = this.#start();
    }
  }

  #start(): Life {
    const process = this.#begin();
    const { seed, profile, logger, tellWhen, timestampToleranceMs } = this.#habit;
    let exchange: Exchange | undefined;
    const venue = hostVenue(
      nodePorts,
      {
        pairs: venuePairs,
        seed,
        profile,
        logger,
        tickIntervalMs: 250,
        depthIntervalMs: 200,
        terms: {},
        ...(timestampToleranceMs === undefined ? {} : { timestampToleranceMs }),
      },
      process.clock,
      (config) => {
        this.#listener.renewed();
        exchange = this.#replayed(config, (event) => this.#listener.happened(event));
        const kept = exchange;
        const journal = new SimulatedCommandLog(this.#file, {
          disk: this.#disk,
          process,
          takeBack: () => {
            this.#listener.renewed();
            kept.goBackTo(this.#replayed(config, (event) => this.#listener.happened(event)).state);
          },
          tellWhen,
        });
        // What the first commands do is heard as well: the venue's own listeners come after them.
        return { exchange: listening(exchange, (event) => this.#listener.happened(event)), journal };
      },
    );
    this.#listener.opened(venue, process);
    return { process, venue, exchange: exchange as Exchange };
  }

  #replayed(config: ExchangeConfig, happened: (event: ExchangeEvent) => void): Exchange {
    const exchange = new Exchange(config);
    for (const { command, at } of this.#file.kept) {
      for (const event of exchange.apply(command, at)) {
        happened(event);
      }
    }
    return exchange;
  }
}

/** The same exchange, which tells what each command does. */
function listening(exchange: Exchange, happened: (event: ExchangeEvent) => void): Exchange {
  const apply = exchange.apply.bind(exchange);
  exchange.apply = (command, at) => {
    const events = apply(command, at);
    for (const event of events) {
      happened(event);
    }
    return events;
  };
  return exchange;
}
