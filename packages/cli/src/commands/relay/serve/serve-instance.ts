import { setTimeout as pause } from "node:timers/promises";
import { DepthwireError } from "@depthwire/core";
import { createNodeClock } from "@depthwire/node";
import { askInstances, RelayInstance, type RelayInstanceEvent, shardNames, shardOf } from "@depthwire/relay";
import type { Context } from "../../../program/context.js";
import { Refused } from "../../../program/refused.js";
import { bootTime } from "../../../relay/boot-time.js";
import { keepFramesApart } from "../../../relay/keep-frames.js";
import { type OpenedBus, openBus } from "../../../relay/open-bus.js";
import { type RelayStores, type StoreSource, storeSource } from "../../../relay/open-stores.js";
import { aborted } from "../../../screen/draw-lines.js";
import { channelsOfPairs } from "../../../venue/channels-of-pairs.js";
import { openVenue } from "../../../venue/open-venue.js";
import { venueAddressOf } from "../../../venue/venue-address.js";
import { messageOf } from "./event-words.js";
import type { ServeFlags } from "./flags.js";
import { followPair } from "./follow-pair.js";
import type { InstanceFigures } from "./metrics/instance-figures.js";
import { ownedBy, ServeReport, type ServeResult } from "./serve-report.js";

/** How long a process of the same name may take to answer. */
const nameAnswerMs = 300;
/** Between two attempts at a store that does not answer. */
const storePauseMs = 1_000;

/** An instance that is to take part. */
export interface ServedInstance {
  readonly name: string;
  /** Pairs of the venue that it can follow. */
  readonly pairs: readonly string[];
  readonly options: ServeFlags;
  /** Is told of the instance when it is there. */
  readonly figures: InstanceFigures;
}

/**
 * Takes part with one instance until the context's signal, then hands over.
 *
 * @throws Refused `bus-unreachable`, `name-taken`, `venue-differs`, `lease-differs`, `no-lease-store`, and what the options are refused with; RelayError; TransportError
 */
export async function serveInstance(served: ServedInstance, context: Context): Promise<void> {
  const { name, options } = served;
  const opened = await openBus(options, context, name);
  try {
    await refuseSecondOfName(name, opened);
    const source = await storeSource(options, context, name);
    try {
      await serveOnceStoreAnswers({ ...served, opened, source }, context);
    } finally {
      await source.close();
    }
  } finally {
    await opened.bus.close();
  }
}

/** Two of one name would be one in the plan. @throws Refused `name-taken`; ValidationError `value-invalid` */
async function refuseSecondOfName(name: string, { bus, subjects, address }: OpenedBus): Promise<void> {
  const answers = await askInstances({ bus, subjects, limitMs: nameAnswerMs }, { kind: "status" }, name);
  if (answers.length > 0) {
    throw nameTaken(`An instance ${name} takes part already at ${address}`, name);
  }
}

function nameTaken(what: string, name: string): Refused {
  const remedy = "Give this one another --name: each process needs its own, on whichever host.";
  return new Refused("name-taken", what, remedy, { name });
}

interface Served extends ServedInstance {
  readonly opened: OpenedBus;
  readonly source: StoreSource;
}

/** A server that is just starting, or a machine that is busy, answers late: that is no reason to give up. */
async function serveOnceStoreAnswers(served: Served, context: Context): Promise<void> {
  const told = new Set<string>();
  for (;;) {
    try {
      return await serve(served, context);
    } catch (error) {
      if (context.signal.aborted || !isStoreAway(error)) {
        throw error;
      }
      const reason = messageOf(error);
      if (!told.has(reason)) {
        told.add(reason);
        context.output.note(
          `The lease store does not answer: ${reason}. It is asked again until it does; depthwire relay doctor looks further.`,
        );
      }
      await pause(storePauseMs, undefined, { signal: context.signal });
    }
  }
}

/** How stores fail that were there a moment ago: nothing else is asked while an instance starts. */
const awayCodes: ReadonlySet<string> = new Set([
  "timed-out",
  "connect-failed",
  "connection-lost",
  "relay-store-failed",
]);

function isStoreAway(error: unknown): boolean {
  return error instanceof DepthwireError && awayCodes.has(error.code);
}

async function serve(served: Served, context: Context): Promise<void> {
  const { name, source, options } = served;
  const stores = await source.open();
  const endKeeping = await keepFramesApart(options, context, name);
  try {
    await takePart(served, stores, context);
  } finally {
    await endKeeping();
  }
}

async function takePart(served: Served, stores: RelayStores, context: Context): Promise<void> {
  const { name, pairs, opened, options } = served;
  const channels = new Map(pairs.map((pair) => [pair, channelsOfPairs([pair], options.channels, options)]));
  const instance = new RelayInstance({
    bus: opened.bus,
    subjects: opened.subjects,
    ...stores,
    venueIdentity: options.venueIdentity ?? venueAddressOf(options, context).rest,
    name,
    pairs,
    clock: createNodeClock(),
    random: Math.random,
    follow: (pair) => followPair(venue, channels.get(pair) ?? []),
    protocol: options.protocol,
    serviceName: options.serviceName,
    views: options.viewsHz === undefined ? undefined : { hz: options.viewsHz, levels: options.viewsLevels },
    venueTimeMs: async () => (await venue.rest.usdt.getServerTime({})).serverTimeMs,
    bootMs: bootTime(),
    standby: options.standby,
    leaseMs: options.leaseMs,
    onLeaseLoss: options.onLeaseLoss,
    unsafeStore: options.allowUnsafeStore === true ? "allow" : "refuse",
    listener: (event) => {
      report.hear(event);
      if ((event.kind === "venue-differs" || event.kind === "lease-differs") && event.part === "joins") {
        differs.abort(event);
      }
      if (event.kind === "overtaken") {
        overtaken.abort();
      }
    },
  });
  const differs = new AbortController();
  const overtaken = new AbortController();
  const report = new ServeReport(context, () => instance.status());
  const { listenToFrames } = instance;
  const venue = openVenue(options, context, { expectedPairs: pairs.length, listenToFrames });
  served.figures.observe(instance, venue);
  try {
    await instance.start();
    if (!context.signal.aborted) {
      introduce(served, context);
    }
    await Promise.race([context.signal, differs.signal, overtaken.signal].map(aborted));
    if (overtaken.signal.aborted) {
      throw nameTaken(`Another instance ${name} began later at ${opened.address}: this one hands over and ends`, name);
    }
    if (differs.signal.aborted) {
      throw refusalOf(differs.signal.reason as Difference, served, context);
    }
    await leave(instance, report, context);
  } finally {
    report.end();
    await instance.close();
    await venue.close();
  }
}

/** What keeps an instance from taking part with those that were there before. */
type Difference = Extract<RelayInstanceEvent, { readonly kind: "venue-differs" | "lease-differs" }>;

function refusalOf(difference: Difference, served: Served, context: Context): Refused {
  return difference.kind === "venue-differs"
    ? otherVenue(difference.instance, served, context)
    : otherLease(difference, served);
}

function otherLease(
  { instance, leaseMs }: Difference & { kind: "lease-differs" },
  { opened, options }: Served,
): Refused {
  return new Refused(
    "lease-differs",
    `The leases of ${instance} at ${opened.address} stand for ${leaseMs} ms, those of this one for ${options.leaseMs} ms`,
    `Say --lease-ms ${leaseMs}. To change it for all, end all owners before the first one starts with another one.`,
    { instance, leaseMs, ownLeaseMs: options.leaseMs },
  );
}

function otherVenue(instance: string, { opened, options }: Served, context: Context): Refused {
  const { rest } = venueAddressOf(options, context);
  return new Refused(
    "venue-differs",
    `${instance} publishes another venue than ${rest} under the name ${options.venueName} at ${opened.address}`,
    "Give this venue a name of its own: --venue-name. If it is the same one by another address, say the same --venue-identity at all owners.",
    { instance, venueName: options.venueName, venue: rest },
  );
}

function introduce({ name, pairs, opened, options }: Served, context: Context): void {
  const { rest } = venueAddressOf(options, context);
  const shards = new Set(pairs.map(shardOf)).size;
  context.output.note(
    `${name} takes part in the relay of ${options.venueName} at ${opened.address}: ${pairs.length} ${pairs.length === 1 ? "pair" : "pairs"} of ${rest} in ${shards} of ${shardNames.length} shards. Ctrl-C hands over what it owns.`,
  );
}

/** Hands over, gives the rest back, and says what became of what it owned. */
async function leave(instance: RelayInstance, report: ServeReport, { output }: Context): Promise<void> {
  const { name, shards } = ownedBy(instance.status());
  report.end();
  await instance.close();
  const handedOver = report.lostFor("handed-over", shards);
  const givenBack = shards.filter((shard) => !handedOver.includes(shard));
  const words = [
    ...(handedOver.length > 0 ? [`handed over ${handedOver.join(" ")}`] : []),
    ...(givenBack.length > 0 ? [`gave back ${givenBack.join(" ")}`] : []),
  ];
  const result: ServeResult = { name, handedOver, givenBack, counts: instance.status().counts };
  output.result(result, `${name} ${words.length === 0 ? "ends; it owned nothing" : words.join(", ")}.`);
}
