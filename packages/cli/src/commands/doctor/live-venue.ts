import { DepthwireError, defaultFrameLimits, type HttpClient } from "@depthwire/core";
import { type ConnectOptions, connect, createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createNodeSocketOpener, socketLimitsFor } from "@depthwire/node/internal";
import { createRestClient, type VenueClockReading } from "@depthwire/rest";
import type { AlternateDomain } from "@depthwire/schema";
import type { BookStateItem, ItemStream } from "@depthwire/stream";
import { timeLimit } from "../../program/time-limit.js";
import type { FoundCredential } from "../../venue/find-credential.js";
import { knownPair, listedPairs } from "../../venue/known-pair.js";
import type { VenueAddress } from "../../venue/venue-address.js";
import type { SeenState } from "./checks/sequence.js";
import { pingPush } from "./ping-push.js";
import type { Way } from "./probe/way.js";

/** A venue as checks ask it. */
export interface LiveVenue {
  measure(): Promise<VenueClockReading | undefined>;
  /** Milliseconds of one call without a key. */
  call(): Promise<number>;
  /** Milliseconds of each ping. */
  pings(count: number): Promise<readonly number[]>;
  /** States of a pair's depth channel, as long as patience lasts. */
  states(pair: string, wanted: number): Promise<readonly SeenState[]>;
  /** Other addresses of the venue; undefined where it does not list them. */
  alternates(): Promise<readonly AlternateDomain[] | undefined>;
  /** A pair of its own: the one that is meant, else the first. @throws Refused `unknown-pair` */
  pair(meant: string | undefined): Promise<string | undefined>;
  /** @throws VenueError where the key is refused */
  signedRead(found: FoundCredential): Promise<void>;
  close(): Promise<void>;
}

/** What is known of the venue before. */
export interface LiveVenueOptions extends Pick<ConnectOptions, "serviceName" | "protocol"> {
  readonly address: VenueAddress;
  /** The ways that were probed. */
  readonly ways: { readonly rest: Way; readonly push: Way };
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

/** Opens the venue by the ways that were probed. Nothing is connected before it is asked. */
export function openLiveVenue(options: LiveVenueOptions): LiveVenue {
  const { address, ways, signal, patienceMs, serviceName, protocol } = options;
  const venue = connect({
    addresses: [address.push],
    restAddress: address.rest,
    serviceName,
    protocol,
    shards: 0,
    // A jump is to be seen, not mended.
    sequencePolicy: "monotonic",
    signal,
    ...networkOf(ways.push),
    http: networkOf(ways.rest),
  });
  const http = createNodeHttpClient(networkOf(ways.rest));
  return {
    measure: async () => {
      await venue.rest.measureVenueTime();
      return venue.rest.venueTime();
    },
    call: async () => {
      const startedAtMs = performance.now();
      await venue.rest.usdt.getServerTime({}, { signal });
      return performance.now() - startedAtMs;
    },
    pings: (count) => {
      const open = createNodeSocketOpener(socketLimitsFor(defaultFrameLimits), networkOf(ways.push));
      const limit = timeLimit(signal, patienceMs);
      return pingPush(open, address.push, { count, signal: limit.signal }).finally(() => limit.end());
    },
    states: (pair, wanted) => lookAt(venue.book(pair, { every: true, signal }), wanted, patienceMs),
    alternates: () =>
      venue.rest.usdt.getAlternateDomains({}, { signal }).catch((error: unknown) => {
        // Not every deployment has it.
        if (error instanceof DepthwireError) {
          return undefined;
        }
        throw error;
      }),
    pair: async (meant) => (meant === undefined ? (await listedPairs(venue, "usdt"))[0] : knownPair(meant, venue)),
    signedRead: (found) => signedRead(found, options, http.request),
    close: async () => {
      await Promise.all([venue.close(), http.close()]);
    },
  };
}

async function signedRead(
  { credential }: FoundCredential,
  { address, serviceName, signal }: LiveVenueOptions,
  http: HttpClient,
): Promise<void> {
  const client = createRestClient(
    { addresses: { rest: [address.rest] }, credential, serviceName },
    { clock: createNodeClock(), random: Math.random, http },
  );
  try {
    await client.usdt.getAssets({}, { signal });
  } finally {
    client.close();
  }
}

/** The states that come, until there are enough or patience ends. */
async function lookAt(
  stream: ItemStream<BookStateItem>,
  wanted: number,
  patienceMs: number,
): Promise<readonly SeenState[]> {
  const seen: SeenState[] = [];
  const patience = setTimeout(() => stream.close(), patienceMs);
  try {
    for await (const item of stream) {
      if (item.kind === "state" && item.view.status === "live") {
        seen.push({ epoch: item.view.epoch, seq: item.view.seq });
      }
      if (seen.length === wanted) {
        break;
      }
    }
  } finally {
    clearTimeout(patience);
  }
  return seen;
}

/** How connections are told to go a way that was probed. */
function networkOf({ proxy }: Way): Pick<ConnectOptions, "proxy" | "proxyCredential"> {
  if (proxy === undefined) {
    return { proxy: "none" };
  }
  const { username, password } = proxy;
  const plain = new URL(proxy);
  plain.username = "";
  plain.password = "";
  const proxyCredential = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { proxy: plain.href, ...(username === "" ? {} : { proxyCredential }) };
}
