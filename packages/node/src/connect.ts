import { availableParallelism } from "node:os";
import { openVenue, type Venue } from "@depthwire/client";
import { defaultFrameLimits } from "@depthwire/core";
import { checkOptions } from "@depthwire/core/internal";
import { createNodeClock } from "./clock.js";
import { connectOptionTable } from "./connect-option-table.js";
import type { ConnectOptions } from "./connect-options.js";
import { createNodeHttpClient } from "./http-client.js";
import { defaultConnections } from "./http-dispatcher.js";
import { recordingFilesIn } from "./recording-directory.js";
import { checkShardModule } from "./shard-module.js";
import { createNodeSocketOpener, socketLimitsFor } from "./socket.js";
import { checkNetwork } from "./socket-network.js";
import { createShardThreadPool } from "./thread.js";

/**
 * Follows a venue: live books, in this thread or in threads of their own. The connections are made when the first book
 * is asked for; while books are followed, the process stays alive.
 *
 * @throws ValidationError `option-invalid`; TransportError `aborted`
 */
export function connect(options: ConnectOptions): Venue {
  checkOptions({ ...options }, connectOptionTable);
  const { proxy, proxyCredential, proxyCredentialFile, tls, http, socketLimits, shardModule, record, ...venue } = {
    ...options,
  };
  // The way to the venue, alone: what is handed to threads holds nothing else of the options.
  const network = { proxy, proxyCredential, proxyCredentialFile, tls };
  checkNetwork(network, 0);
  checkShardModule(shardModule, venue.shards);
  const { directory, ...recorded } = record ?? {};
  const frameLimits = { ...defaultFrameLimits, ...venue.frameLimits };
  return openVenue(
    { ...venue, record: record && recorded },
    {
      clock: createNodeClock(),
      random: Math.random,
      openSocket: createNodeSocketOpener(socketLimitsFor(frameLimits, socketLimits), network),
      http: {
        connections: http?.connections ?? defaultConnections,
        open: () => createNodeHttpClient({ ...network, ...http }),
      },
      threads: {
        cores: availableParallelism(),
        open({ shards, openFeed, onRecording }) {
          checkNetwork(network, shards);
          const world = { socketLimits, network, module: shardModule, record };
          return createShardThreadPool({ world, openFeed, onRecording });
        },
      },
      recordings: directory === undefined ? undefined : recordingFilesIn(directory),
    },
  );
}
