import { openVenue } from "@depthwire/client";
import { RelayInstance, type Subjects } from "@depthwire/relay";
import type { Pair } from "@depthwire/schema";
import type { PushProtocol } from "@depthwire/stream";
import type { Process } from "../kernel/process.js";
import type { VenueProgram } from "../programs/venue-program.js";
import type { InstanceParts } from "./relay-parts.js";

/** How long a lease of the relay stands that is not renewed, in milliseconds. */
export const relayLeaseMs = 2_000;

/** A supervisor starts it again so long after the store did not answer, in milliseconds. */
const retryMs = 500;

/** What all instances and followers of one relay have alike. */
export interface RelayTerms {
  readonly subjects: Subjects;
  readonly pairs: readonly string[];
  readonly protocol: PushProtocol;
}

/** One life of a program that takes part in the relay, composed as `depthwire relay serve` composes it. */
export class InstanceProgram {
  readonly process: Process;
  readonly relay: RelayInstance;
  #takesPart = false;

  constructor(process: Process, venueProgram: VenueProgram, terms: RelayTerms, parts: InstanceParts) {
    this.process = process;
    const { subjects, pairs, protocol } = terms;
    const { name, clock, bus, store, network, logger } = parts;
    const { pushUrl, restUrl, serviceName } = venueProgram.venue;
    this.relay = new RelayInstance({
      bus,
      subjects,
      leaseStore: store,
      sharedStore: store,
      venueIdentity: restUrl,
      name,
      pairs,
      clock,
      random: process.random,
      follow: (pair) => venue.book(pair as Pair),
      protocol,
      serviceName,
      leaseMs: relayLeaseMs,
      venueTimeMs: async () => (await venue.rest.usdt.getServerTime({})).serverTimeMs,
    });
    const venue = openVenue(
      {
        addresses: [pushUrl],
        restAddress: restUrl,
        protocol,
        serviceName,
        backoff: { firstWindowMs: 500, maxWindowMs: 8_000 },
        logger,
        listenToFrames: this.relay.listenToFrames,
      },
      {
        clock,
        random: process.random,
        openSocket: network.openSocket,
        http: { connections: 2, open: () => ({ request: network.http, close: () => Promise.resolve() }) },
      },
    );
    void this.#start();
  }

  /** What keeps it from taking part; empty when it does. */
  waitsFor(): readonly string[] {
    const { state } = this.relay.status();
    return this.#takesPart && state === "taking-part" ? [] : [`it is ${state}`];
  }

  /** Somebody asks it to hand over what it owns. */
  handOver(): void {
    for (const { shard, role } of this.relay.status().shards) {
      if (role === "owner") {
        // Refused, where nobody is there to take it.
        this.relay.handOver(shard).catch(() => undefined);
      }
    }
  }

  async #start(): Promise<void> {
    while (!this.process.isDead) {
      try {
        await this.relay.start();
        this.#takesPart = true;
        return;
      } catch {
        await new Promise<void>((resolve) => {
          this.process.clock.after(retryMs, resolve);
        });
      }
    }
  }
}
