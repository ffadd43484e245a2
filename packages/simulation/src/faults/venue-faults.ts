import type { FaultRule } from "@depthwire/sandbox";
import type { HostedVenue } from "@depthwire/sandbox/internal";
import { shockPrice } from "../programs/crowd.js";
import type { VenueProgram } from "../programs/venue-program.js";
import type { Disk } from "../storage/disk.js";
import type { FaultAct, VenueFaultKind } from "./fault.js";

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

/** The venue as faults act on it. */
export interface SufferingVenue {
  readonly venue: Pick<VenueProgram, "kill" | "restart">;
  readonly venueDisk: Disk;
  /** Acts on the venue, where it is there and can keep what is done. */
  onVenue(act: (venue: HostedVenue) => void): void;
}

/** What each kind does to the venue. */
export const venueFaultActs: Readonly<Record<VenueFaultKind, FaultAct<SufferingVenue>>> = {
  "kill-venue": ({ venue }, { forMs }, later) => {
    venue.kill("told");
    later(forMs, () => venue.restart());
  },
  "venue-power": ({ venue }, { forMs }, later) => {
    venue.kill("untold");
    later(forMs, () => venue.restart());
  },
  "venue-disk-full": ({ venue, venueDisk }, { forMs }, later) => {
    venueDisk.isFull = true;
    later(forMs, () => {
      // Somebody makes room and starts it again.
      venueDisk.isFull = false;
      venue.kill("told");
      venue.restart();
    });
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
