import { type Clock, type Random, ValidationError } from "@depthwire/core";
import type { RecordingFiles } from "@depthwire/recording/internal";
import type { OpenSocket } from "@depthwire/stream";
import { type OnReachable, socketsOfFeeds } from "@depthwire/stream/internal";
import type { VenueOptions } from "./venue-options.js";
import type { HttpPort, ThreadsPort, VenuePorts } from "./venue-ports.js";

/** The ports that one venue uses: undefined is what its options do not need. */
export interface NeededPorts {
  readonly clock: Clock;
  readonly random: Random;
  /** The connections of the caller's own thread, the runtime's or the program's. */
  readonly openSocket: OpenSocket;
  readonly onReachable: OnReachable | undefined;
  readonly http: HttpPort | undefined;
  readonly threads: ThreadsPort | undefined;
  readonly recordings: RecordingFiles | undefined;
}

/**
 * Holds options against what the runtime has.
 *
 * @param shards as they will be, by option or default
 * @throws ValidationError `option-invalid` for an option whose port is absent
 */
export function neededPorts(options: VenueOptions, shards: number, ports: VenuePorts): NeededPorts {
  const { restAddress, record, openFeed, listenToFrames } = options;
  const { clock, random, openSocket, onReachable, http, threads, recordings } = ports;
  if (listenToFrames !== undefined && shards > 0) {
    const rule = "absent where shards are in threads: frames are told where they are accepted";
    throw new ValidationError("option-invalid", { option: "listenToFrames", rule });
  }
  return {
    clock,
    random,
    onReachable,
    openSocket:
      openFeed === undefined
        ? present(openSocket, "openFeed", "given where the runtime opens no sockets")
        : socketsOfFeeds(openFeed),
    http:
      restAddress === undefined
        ? undefined
        : present(http, "restAddress", "absent where the runtime has no HTTP connections"),
    threads: shards > 0 ? present(threads, "shards", "0 where no threads can be started") : undefined,
    recordings: record && present(recordings, "record", "absent where the runtime keeps no files"),
  };
}

function present<Port>(port: Port | undefined, option: string, rule: string): Port {
  if (port === undefined) {
    throw new ValidationError("option-invalid", { option, rule });
  }
  return port;
}
