import { resolve } from "node:path";
import { connect, createNodeClock } from "@depthwire/node";
import type { RecordingStatistics } from "@depthwire/recording";
import { RelayLink } from "@depthwire/relay";
import { followChannels } from "../../../frames/follow-channels.js";
import type { RunCommand } from "../../../program/command.js";
import type { Context } from "../../../program/context.js";
import { lockDirectory } from "../../../recordings/lock-directory.js";
import { endRecording, noteFormer, recordedWords, watchRecording } from "../../../recordings/record-venue.js";
import type { BusFlags } from "../../../relay/bus-options.js";
import { DirectorySegmentStore } from "../../../relay/directory-segment-store.js";
import { type OpenedBus, openBus } from "../../../relay/open-bus.js";
import { relayAddress } from "../../../relay/relay-address.js";
import { relayedPairs } from "../../../relay/relayed-pairs.js";
import { channelsOfPairs } from "../../../venue/channels-of-pairs.js";
import type { ChannelDialect } from "../../../venue/known-channel.js";
import { moveLeftovers, type RunDirectory, runDirectory } from "./run-directory.js";

/** What the command line says. */
export interface RelayRecordFlags extends BusFlags, ChannelDialect {
  readonly channels: string;
  readonly store?: string;
  readonly for?: number;
  readonly segment: number;
}

/** Records what comes over a relay until Ctrl-C, or until its time is over. */
export const run: RunCommand<RelayRecordFlags> = async ({ arguments: [typed, pairs], options }, context) => {
  const opened = await openBus(options, context, "depthwire relay record");
  try {
    const wanted = await relayedPairs(pairs as readonly string[], opened, options.venueName, context);
    const place = await directoryOf(String(typed), options, context);
    const { directory, shown, mover } = place;
    const unlock = await lockDirectory(directory, shown);
    let recorded: RelayRecorded | undefined;
    try {
      recorded = await record(wanted, { ...options, ...place }, opened, context);
      await mover?.moveAll();
    } finally {
      await unlock();
    }
    await mover?.removeEmpty();
    tellRecorded(recorded, place, options, context);
  } finally {
    await opened.bus.close();
  }
};

/** What was recorded, and what was missing on the way. */
interface RelayRecorded extends RecordingStatistics {
  /** Messages that were found missing; a snapshot came behind each. */
  readonly gaps: number;
  /** Snapshots that were taken: one for each pair at the beginning, at each new owner, behind each gap. */
  readonly snapshots: number;
  /** Messages of former owners, which were dropped. */
  readonly oldTerm: number;
}

async function record(
  pairs: readonly string[],
  { directory, shown, mover, ...options }: RunDirectory & RelayRecordFlags,
  { bus, subjects }: OpenedBus,
  context: Context,
): Promise<RelayRecorded> {
  if (mover === undefined) {
    await noteFormer(directory, shown, context);
  }
  const { protocol, serviceName } = options;
  const channels = channelsOfPairs(pairs, options.channels, options);
  const link = new RelayLink({ bus, subjects, clock: createNodeClock() });
  const { openFeed, doubtOf } = link;
  const venue = connect({
    addresses: [relayAddress],
    shards: 0,
    protocol,
    serviceName,
    openFeed,
    doubtOf,
    record: { directory, maxSegmentMs: options.segment },
  });
  try {
    const { note } = context.output;
    const failed = followChannels(venue, channels, { note, onItem: async () => {} }).then(
      () => new Promise<never>(() => {}),
    );
    const watched = watchRecording(
      venue,
      { shown, forMs: options.for, onLook: async () => mover?.moveClosed() },
      context,
    );
    await Promise.race([watched, failed]);
    const { gaps, snapshots, oldTerm } = link.counts;
    return { ...(await endRecording(venue, shown)), gaps, snapshots, oldTerm };
  } finally {
    await venue.close();
  }
}

function tellRecorded(
  recorded: RelayRecorded,
  { shown, mover }: RunDirectory,
  { store }: RelayRecordFlags,
  { output }: Context,
): void {
  const { segments, frames, bytes, gaps, snapshots, oldTerm } = recorded;
  const lost = gaps === 0 ? "nothing was missing" : `${gaps} ${gaps === 1 ? "gap" : "gaps"}`;
  const where = store === undefined || mover === undefined ? shown : `${store}, where ${mover.moved} went`;
  output.result(
    { directory: shown, store, segments, frames, bytes, gaps, snapshots, oldTerm, moved: mover?.moved },
    `Recorded ${recordedWords(recorded)}, in ${where}; ${lost}.`,
  );
}

async function directoryOf(shown: string, { store }: RelayRecordFlags, context: Context): Promise<RunDirectory> {
  const { workingDirectory, output } = context;
  const directory = resolve(workingDirectory, shown);
  if (store === undefined) {
    return { directory, shown, mover: undefined };
  }
  const kept = new DirectorySegmentStore(resolve(workingDirectory, store));
  const moved = await moveLeftovers(directory, kept);
  if (moved > 0) {
    output.note(`${moved} ${moved === 1 ? "segment" : "segments"} of runs that were killed went to ${store}.`);
  }
  return runDirectory({ directory, shown }, kept, Date.now());
}
