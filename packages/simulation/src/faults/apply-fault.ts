import type { FaultRule } from "@depthwire/sandbox";
import type { HostedVenue } from "@depthwire/sandbox/internal";
import { usualHarm } from "../network/link.js";
import type { Computer } from "../programs/computer.js";
import { shockPrice } from "../programs/crowd.js";
import type { VenueProgram } from "../programs/venue-program.js";
import { relayFaultActs } from "../relay/relay-faults.js";
import type { RelaySite } from "../relay/relay-site.js";
import type { Disk } from "../storage/disk.js";
import { type Fault, type FaultKind, type RelayFaultKind, relayFaultKinds, type VenueFaultKind } from "./fault.js";

/** Messages that are damaged on their way out of the venue; a client sees each of these. */
const messageKinds: readonly FaultRule["kind"][] = [
  "drop",
  "duplicate",
  "reorder",
  "old-snapshot",
  "gap",
  "corrupt",
  "truncate",
  "unknown-marker",
  "not-json",
  "wrong-shape",
  "wrong-pair",
  "ambiguous",
  "crossed",
  "delay",
  "cut",
  "close",
  "black-hole",
];

/** Requests that the venue, or something before it, does not answer as it should. */
const requestKinds: readonly FaultRule["kind"][] = ["http-error", "html", "empty", "cut-request", "late", "refusal"];

const details: Partial<Record<FaultRule["kind"], Partial<FaultRule>>> = {
  "old-snapshot": { by: 3 },
  gap: { by: 3 },
  corrupt: { bits: 1 },
  delay: { ms: 400 },
  late: { ms: 3_000 },
  refusal: { code: 4003 },
};

/** An order and its answer take about so long, in milliseconds. */
const maxAmidMs = 40;

/** A trader's disk has what it was told last within this, in milliseconds. */
const maxKeepMs = 80;

/** An order reaches the venue and its disk within this, in milliseconds. */
const maxVenueAmidMs = 15;

/** What faults act on: a world is one. */
export interface SufferingWorld {
  readonly venue: Pick<VenueProgram, "kill" | "restart">;
  readonly venueDisk: Disk;
  /** Absent in worlds without one. */
  readonly relay: RelaySite | undefined;
  /** The computer of a trader, whichever number fate names. */
  at(trader: number): Computer;
  /** Acts after a time, as fate does. */
  later(ms: number, act: () => void): void;
  /** Acts on the venue, where it is there and can keep what is done. */
  onVenue(act: (venue: HostedVenue) => void): void;
  killTrader(trader: number): void;
  startTrader(trader: number): void;
  pauseTrader(trader: number): void;
  resumeTrader(trader: number): void;
}

type Apply = (world: SufferingWorld, fault: Fault) => void;

/** Lets one thing go wrong, and undoes it when its time is over. */
export function applyFault(world: SufferingWorld, fault: Fault): void {
  if (isOfRelay(fault.kind)) {
    if (world.relay !== undefined) {
      relayFaultActs[fault.kind](world.relay, fault, (ms, act) => world.later(ms, act));
    }
  } else {
    faultActs[fault.kind](world, fault);
  }
}

function isOfRelay(kind: FaultKind): kind is RelayFaultKind {
  return (relayFaultKinds as readonly string[]).includes(kind);
}

const faultActs: Readonly<Record<VenueFaultKind, Apply>> = {
  cut: (world, { trader }) => world.at(trader).link.cut(),
  swallow: (world, { trader }) => world.at(trader).link.swallow(),
  down: (world, fault) => {
    const { condition } = world.at(fault.trader).link;
    condition.isDown = true;
    world.at(fault.trader).link.cut();
    world.later(fault.forMs, () => {
      condition.isDown = false;
    });
  },
  slow: (world, fault) => {
    const { condition } = world.at(fault.trader).link;
    condition.slowness = 1 + fault.size * 60;
    world.later(fault.forMs, () => {
      condition.slowness = 1;
    });
  },
  "harmed-requests": (world, fault) => {
    const { condition } = world.at(fault.trader).link;
    condition.harm = fault.size;
    world.later(fault.forMs, () => {
      condition.harm = usualHarm;
    });
  },
  "kill-trader": (world, { trader, forMs }) => {
    world.killTrader(trader);
    world.later(forMs, () => world.startTrader(trader));
  },
  "kill-amid-order": (world, { trader, size, forMs }) => {
    world.at(trader).atNextOrder = () =>
      world.later(size * maxAmidMs, () => {
        world.killTrader(trader);
        world.later(forMs, () => world.startTrader(trader));
      });
  },
  // What it does not know yet it is to find out in its next life.
  "kill-behind-lost-answer": (world, { trader, size, forMs }) => {
    const { link } = world.at(trader);
    world.at(trader).atNextOrder = () =>
      world.later(size * maxAmidMs, () => {
        link.condition.isDown = true;
        link.cut();
        world.later(maxKeepMs, () => {
          world.killTrader(trader);
          world.later(forMs, () => {
            link.condition.isDown = false;
            world.startTrader(trader);
          });
        });
      });
  },
  "pause-trader": (world, { trader, forMs }) => {
    world.pauseTrader(trader);
    world.later(forMs, () => world.resumeTrader(trader));
  },
  "kill-venue": (world, { forMs }) => {
    world.venue.kill("told");
    world.later(forMs, () => world.venue.restart());
  },
  "kill-venue-amid-order": (world, { trader, size, forMs }) => {
    world.at(trader).atNextOrder = () =>
      world.later(size * maxVenueAmidMs, () => {
        world.venue.kill("told");
        world.later(forMs, () => world.venue.restart());
      });
  },
  "venue-power": (world, { forMs }) => {
    world.venue.kill("untold");
    world.later(forMs, () => world.venue.restart());
  },
  "venue-disk-full": (world, { forMs }) => {
    world.venueDisk.isFull = true;
    world.later(forMs, () => {
      // Somebody makes room and starts it again.
      world.venueDisk.isFull = false;
      world.venue.kill("told");
      world.venue.restart();
    });
  },
  "trader-disk-full": (world, { trader, forMs }) => {
    const disk = world.at(trader).disk;
    disk.isFull = true;
    world.later(forMs, () => {
      disk.isFull = false;
    });
  },
  "clock-jump": (world, { trader, size }) => world.at(trader).clock.jump((size - 0.5) * 120_000),
  "clock-drift": (world, { trader, size, forMs }) => {
    world.at(trader).clock.drift(1 + (size - 0.5) * 0.02);
    world.later(forMs, () => world.at(trader).clock.drift(1));
  },
  "message-faults": (world, { size }) => {
    const kind = messageKinds[Math.floor(size * messageKinds.length)] ?? "drop";
    world.onVenue((venue) => venue.faults.add({ kind, ...details[kind] }));
  },
  "refused-requests": (world, { size, atMs }) => {
    const kind = requestKinds[Math.floor(size * requestKinds.length)] ?? "late";
    const when = Math.floor(atMs) % 2 === 0 ? "before" : "after";
    world.onVenue((venue) => venue.faults.add({ kind, ...details[kind], ...(kind === "refusal" ? {} : { when }) }));
  },
  "price-shock": (world, { size }) => world.onVenue((venue) => shockPrice(venue, 0.85 + size * 0.3)),
};
