import type { Clock } from "@depthwire/core";
import { RelayLink, Subjects } from "@depthwire/relay";
import { TrustBoard } from "@depthwire/relay/internal";
import type { NatsBusOptions } from "../bus-options.js";
import { openNatsBus } from "../open-bus.js";
import { processTime } from "./process-time.js";

/** What {@link followInThreads} tells the threads. */
export interface FollowerThreadData {
  readonly bus: NatsBusOptions;
  readonly venue: string;
  readonly trust: SharedArrayBuffer;
}

/** The relay as the venue of one shard's thread, over a connection of its own. */
export default async function startFollower(world: {
  readonly shard: number;
  readonly clock: Clock;
  readonly data: unknown;
}): Promise<{ readonly openFeed: RelayLink["openFeed"]; close(): Promise<void> }> {
  const { bus: options, venue, trust } = world.data as FollowerThreadData;
  const bus = await openNatsBus({ ...options, name: `${options.name}-${world.shard}` });
  const { trusted } = new TrustBoard(trust, processTime);
  const link = new RelayLink({ bus, subjects: new Subjects(venue), clock: world.clock, trusted });
  return { openFeed: link.openFeed, close: () => bus.close() };
}
