import type { Venue } from "@depthwire/client";
import { type Clock, ValidationError } from "@depthwire/core";
import { connect, createNodeClock } from "@depthwire/node";
import { defaultServiceName } from "@depthwire/schema";
import type { AcceleratorOptions } from "./options.js";
import { openReplay, type ReplayedVenue } from "./replay/replayed-venue.js";

/** What is mirrored: a venue, or a recording of one. */
export interface Source {
  readonly venue: Venue;
  /** The venue's clock, which is the recording's in a replay; what is waited for takes real time. */
  readonly clock: Clock;
  readonly serviceName: string;
  /** Undefined before a venue. */
  readonly replay: ReplayedVenue | undefined;
  close(): Promise<void>;
}

/**
 * Opens what is mirrored.
 *
 * @throws ValidationError `option-invalid`; RecordingError where a recording cannot be replayed
 */
export async function openSource(options: AcceleratorOptions): Promise<Source> {
  const { venue: address, record, logger } = options;
  if (!("replay" in address)) {
    // One directory holds a recording, so its books are kept in one thread.
    const recorded = record === undefined ? {} : { record: { directory: record }, shards: 0 };
    const venue = connect({ ...address, ...recorded, expectedPairs: options.pairs?.length ?? 0, logger });
    const { serviceName = defaultServiceName } = address;
    return { venue, clock: createNodeClock(), serviceName, replay: undefined, close: () => venue.close() };
  }
  refuseBeside(options);
  const replay = await openReplay(address, logger);
  const { venue, clock } = replay;
  return { venue, clock, serviceName: address.serviceName ?? defaultServiceName, replay, close: () => replay.close() };
}

/** A replay has no key, and nothing of it is worth keeping. */
function refuseBeside(options: AcceleratorOptions): void {
  for (const option of ["credential", "data", "intents", "record"] as const) {
    if (options[option] !== undefined) {
      throw new ValidationError("option-invalid", { option, rule: "absent where a recording is replayed" });
    }
  }
}
