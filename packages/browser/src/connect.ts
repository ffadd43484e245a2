import { openVenue, type Venue } from "@depthwire/client";
import { defaultFrameLimits } from "@depthwire/core";
import { checkOptions } from "@depthwire/core/internal";
import { createBrowserClock } from "./clock.js";
import { connectOptionTable } from "./connect-option-table.js";
import type { ConnectOptions } from "./connect-options.js";
import { browserConnections, createBrowserHttpClient } from "./http-client.js";
import { followPageLife } from "./page-life.js";
import { recordingFilesIn } from "./recording-directory.js";
import { refuseSecretAddresses, withoutSecrets } from "./secrets.js";
import { createBrowserSocketOpener, socketLimitsFor } from "./socket.js";
import { createShardThreadPool } from "./thread.js";
import { watchedVenue } from "./watched-venue.js";

/** A page's own thread copies a segment whenever it writes some of it. */
const pageSegmentBytes = 1024 * 1024;

/**
 * Follows a venue from a web page: live books. The connections are made when the first book is asked for. When the page sleeps, is put away or goes
 * offline, its books are `stale` at once; they are live again by themselves.
 *
 * @throws ValidationError `option-invalid`, `browser-secrets`; TransportError `aborted`
 */
export function connect(options: ConnectOptions): Venue {
  checkOptions({ ...options }, connectOptionTable);
  const { http, socketLimits, openWorker, record, allowBrowserSecrets = false, ...given } = { ...options };
  if (!allowBrowserSecrets) {
    const { addresses, restAddress } = given;
    refuseSecretAddresses([
      ...addresses,
      ...(typeof restAddress === "object" ? Object.values(restAddress).flat() : [restAddress]),
    ]);
  }
  const { directory, ...recorded } = { maxSegmentBytes: pageSegmentBytes, ...record };
  const life = followPageLife();
  const frameLimits = { ...defaultFrameLimits, ...given.frameLimits };
  try {
    const venue = openVenue(
      { ...given, record: record && recorded },
      {
        clock: createBrowserClock(),
        random: Math.random,
        openSocket: createBrowserSocketOpener(socketLimitsFor(frameLimits, socketLimits), life),
        onReachable: (retry) => life.onReachable(retry),
        http: { connections: browserConnections, open: () => createBrowserHttpClient(http) },
        threads: {
          cores: navigator.hardwareConcurrency,
          open: ({ openFeed, onRecording }) =>
            createShardThreadPool({ life, socketLimits, openFeed, openWorker, record, onRecording }),
        },
        recordings: directory === undefined ? undefined : recordingFilesIn(directory),
      },
    );
    given.signal?.addEventListener("abort", () => life.stop(), { once: true });
    const watched = watchedVenue(venue, life);
    return allowBrowserSecrets ? watched : withoutSecrets(watched);
  } catch (error) {
    life.stop();
    throw error;
  }
}
