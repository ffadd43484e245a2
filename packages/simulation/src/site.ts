import type { ExchangeEvent } from "@depthwire/exchange";
import type { BookAudit } from "./audit/book-audit.js";
import type { Findings } from "./audit/findings.js";
import type { TimerCount } from "./audit/memory-audit.js";
import type { SecretAudit } from "./audit/secret-audit.js";
import type { HardwareClock } from "./kernel/hardware-clock.js";
import type { Process } from "./kernel/process.js";
import type { Timeline } from "./kernel/timeline.js";
import type { Trace } from "./kernel/trace.js";
import type { Plant } from "./plants/plant.js";
import type { VenueProgram } from "./programs/venue-program.js";

/** What every part of a world is made of. */
export interface SiteParts {
  readonly seed: number;
  readonly timeline: Timeline;
  readonly trace: Trace;
  readonly findings: Findings;
  readonly books: BookAudit;
  readonly secrets: SecretAudit;
  readonly venue: VenueProgram;
  readonly plant: Plant | undefined;
  /** What a right clock shows now, epoch milliseconds. */
  readonly startMs: number;
  /** Begins a life of a program. */
  readonly process: (name: string, clock: HardwareClock) => Process;
}

/** Programs of a world that belong together, with what audits them. */
export interface Site {
  /** Somebody looks at what is shown now. */
  look(): void;
  /** Timers of each program. */
  readonly timers: readonly TimerCount[];
  /** What keeps each program from being live. */
  waitsFor(): readonly string[];
  /** Nothing goes wrong from now on. */
  endFaults(): void;
  /** Nobody begins anything any more. */
  rest(): void;
  /** Whether nothing is under way. */
  readonly isQuiet: boolean;
  /** Nothing is under way: everything is held against the venue's records. */
  conclude(): void;
  /** What the exchange did before comes again, from its disk. */
  renewed(): void;
  happened(event: ExchangeEvent): void;
}
