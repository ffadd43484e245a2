import { createTrustMemory, TrustBoard, threadOfPair } from "@depthwire/relay/internal";
import type { NatsBusOptions } from "../bus-options.js";
import type { FollowerThreadData } from "./follower-thread.js";
import { processTime } from "./process-time.js";

/** What of a venue's options follows a relay in threads. */
export interface FollowInThreads {
  readonly addresses: readonly string[];
  readonly shards: number;
  readonly shardModule: { readonly url: string; readonly data: unknown };
  readonly shardFor: (pair: string) => number;
  readonly doubtOf: TrustBoard["doubtOf"];
}

/**
 * Follows a relay with books in threads: `connect({ ...followInThreads({ servers, name }, "venue", 2) })`. Each thread has a connection to NATS
 * of its own; nothing goes through the caller's thread, which asks for trust at each reading.
 *
 * @param venue name of the venue on the bus
 * @param shards how many threads
 */
export function followInThreads(bus: NatsBusOptions, venue: string, shards: number): FollowInThreads {
  const trust = createTrustMemory();
  const data: FollowerThreadData = { bus, venue, trust };
  return {
    addresses: ["ws://relay"],
    shards,
    shardModule: { url: builtModule("follower-thread"), data },
    shardFor: threadOfPair,
    doubtOf: new TrustBoard(trust, processTime).doubtOf,
  };
}

/** Loaded from sources (by a test runner), a thread still runs the built file: workers know no TypeScript. */
function builtModule(name: string): string {
  const folder = import.meta.url.endsWith(".ts") ? "../../dist/threads/" : "./";
  return new URL(`${folder}${name}.js`, import.meta.url).href;
}
