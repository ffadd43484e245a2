import { basename, resolve } from "node:path";
import { connect, createNodeClock } from "@depthwire/node";
import type { RecordingStatistics } from "@depthwire/recording";
import { RelayLink, type relayTypes } from "@depthwire/relay";
import { followChannels } from "../../../frames/follow-channels.js";
import type { RunCommand } from "../../../program/command.js";
import type { Context } from "../../../program/context.js";
import { exitCodes } from "../../../program/exit-codes.js";
import { Refused } from "../../../program/refused.js";
import { lockDirectory } from "../../../recordings/lock-directory.js";
import { endRecording, noteFormer, recordedWords, watchRecording } from "../../../recordings/record-venue.js";
import { type RecordedEnd, recordedEnds } from "../../../recordings/recorded-end.js";
import { backfillFrom } from "../../../relay/backfill.js";
import type { BusFlags } from "../../../relay/bus-options.js";
import { DirectorySegmentStore } from "../../../relay/directory-segment-store.js";
import { type OpenedBus, openBus } from "../../../relay/open-bus.js";
import { relayAddress } from "../../../relay/relay-address.js";
import { refuseMisspelled, relayedPairs } from "../../../relay/relayed-pairs.js";
import { channelsOfPairs } from "../../../venue/channels-of-pairs.js";
import type { ChannelDialect, NamedChannel } from "../../../venue/known-channel.js";
import { formerRuns, moveLeftovers, type RunDirectory, runDirectory } from "./run-directory.js";

/** What the command line says. */
export interface RelayRecordFlags extends BusFlags, ChannelDialect {
  readonly channels: string;
  readonly store?: string;
  readonly backfill?: number;
  readonly for?: number;
  readonly segment: number;
}

/** Records what comes over a relay until Ctrl-C, or until its time is over. */
export const run: RunCommand<RelayRecordFlags> = async ({ arguments: [typed, pairs], options }, context) => {
  refuseMisspelled(pairs as readonly string[]);
  const opened = await openBus(options, context, "depthwire relay record");
  try {
    const wanted = await relayedPairs(pairs as readonly string[], opened, options.venueName, context);
    const channels = channelsOfPairs(wanted, options.channels, options);
    const former = await formerEnds(String(typed), channels, options, context);
    const place = await directoryOf(String(typed), options, context);
    const { directory, shown, mover } = place;
    const unlock = await lockDirectory(directory, shown);
    let recorded: RelayRecorded | undefined;
    try {
      recorded = await recordResuming(wanted, { ...options, ...place, channels, former }, opened, context);
      await mover?.moveAll();
    } finally {
      await unlock();
    }
    await mover?.removeEmpty();
    refuseNothing(recorded, wanted, opened, options);
    tellRecorded(recorded, place, options, context);
    return recorded.absent.length === 0 ? undefined : exitCodes.damaged;
  } finally {
    await opened.bus.close();
  }
};

/** What was recorded, and what was missing on the way. */
interface RelayRecorded extends RecordingStatistics {
  /** Times in which a channel was not live or something of it is missing: those that the files list, and channels that could not go on from the run before. */
  readonly gaps: number;
  /** Snapshots that were taken: one for each pair at the beginning, at each new owner, behind each gap. */
  readonly snapshots: number;
  /** Messages of former owners, which were dropped. */
  readonly oldTerm: number;
  /** Messages that were missed while the recorder was away, and are in the recording. */
  readonly backfilled: number;
  /** Pairs that nobody published. */
  readonly absent: readonly string[];
}

/** What is recorded, where, and what of it was recorded before. */
interface RecordedRun extends RunDirectory, Omit<RelayRecordFlags, "channels"> {
  readonly channels: readonly NamedChannel[];
  readonly former: ReadonlyMap<string, RecordedEnd>;
}

/** What was missed is read by a connection of its own: it is kept in a NATS account of its own. */
async function recordResuming(
  pairs: readonly string[],
  run: RecordedRun,
  opened: OpenedBus,
  context: Context,
): Promise<RelayRecorded> {
  if (run.backfill === undefined) {
    return record(pairs, run, { opened, resume: undefined }, context);
  }
  const kept = await openBus(run, context, "depthwire relay record kept", { account: "kept" });
  try {
    const spoilt = (channel: string, messages: number): void =>
      context.output.note(
        `${messages} kept messages of ${channel} are none of an owner's, or were stored twice: they are left out. Whoever has a recorder's key can do that.`,
      );
    return await record(pairs, run, { opened, resume: backfillFrom(kept, run.former, run.backfill, spoilt) }, context);
  } finally {
    await kept.bus.close();
  }
}

async function record(
  pairs: readonly string[],
  { directory, shown, mover, channels, ...options }: RecordedRun,
  { opened, resume }: { readonly opened: OpenedBus; readonly resume: relayTypes.Resume | undefined },
  context: Context,
): Promise<RelayRecorded> {
  const { bus, subjects } = opened;
  if (mover === undefined) {
    await noteFormer(directory, shown, context);
  }
  const { protocol, serviceName } = options;
  const link = new RelayLink({ bus, subjects, clock: createNodeClock(), resume });
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
    const absent = new Set(pairs);
    const came = (pair: string): void => void absent.delete(pair);
    const failed = followChannels(venue, channels, { note, onItem: async () => {}, came }).then(
      () => new Promise<never>(() => {}),
    );
    const watched = watchRecording(
      venue,
      { shown, forMs: options.for, onLook: async () => mover?.moveClosed() },
      context,
    );
    await Promise.race([watched, failed]);
    const recorded = await endRecording(venue, shown);
    const { notResumed, snapshots, oldTerm, resumed: backfilled } = link.counts;
    const gaps = recorded.feedGaps + notResumed;
    return { ...recorded, gaps, snapshots, oldTerm, backfilled, absent: [...absent] };
  } finally {
    await venue.close();
  }
}

/** @throws Refused `no-relay` */
function refuseNothing(
  { absent }: RelayRecorded,
  wanted: readonly string[],
  { address }: OpenedBus,
  { venueName }: RelayRecordFlags,
): void {
  if (absent.length === wanted.length) {
    const pairs = absent.join(", ");
    throw new Refused(
      "no-relay",
      `Nothing was recorded: nobody published ${pairs} for the venue ${venueName} at ${address}`,
      "Look who takes part: depthwire relay status. --venue-name must be the same on both sides.",
      { bus: address, venueName, absent },
    );
  }
}

function tellRecorded(
  recorded: RelayRecorded,
  { shown, mover }: RunDirectory,
  { store }: RelayRecordFlags,
  { output }: Context,
): void {
  const { segments, frames, bytes, gaps, snapshots, oldTerm, backfilled, absent } = recorded;
  const lost = gaps === 0 ? "nothing was missing" : `${gaps} ${gaps === 1 ? "gap" : "gaps"}`;
  const where = store === undefined || mover === undefined ? shown : `${store}, where ${mover.moved} went`;
  const filled = backfilled === 0 ? "" : `, and ${backfilled} messages from before this run are in it`;
  const nobody = absent.length === 0 ? "" : ` Nobody published ${absent.join(", ")}.`;
  output.result(
    {
      directory: shown,
      store,
      segments,
      frames,
      bytes,
      gaps,
      snapshots,
      oldTerm,
      backfilled,
      moved: mover?.moved,
      absent,
    },
    `Recorded ${recordedWords(recorded)}, in ${where}; ${lost}${filled}.${nobody}`,
  );
}

/** How far the last run here goes, wherever it is by now. */
async function formerEnds(
  shown: string,
  channels: readonly NamedChannel[],
  { store, backfill, ...dialect }: RelayRecordFlags,
  { workingDirectory }: Context,
): Promise<ReadonlyMap<string, RecordedEnd>> {
  if (backfill === undefined) {
    return new Map();
  }
  const directory = resolve(workingDirectory, shown);
  const runs = store === undefined ? [directory] : await formerRuns([directory, resolve(workingDirectory, store)]);
  const ends = new Map<string, RecordedEnd>();
  let last: string | undefined;
  for (const run of runs) {
    if (last !== undefined && basename(run) !== last) {
      break;
    }
    // The segments of one run may stand in two places. One that was killed before it had subscribed to anything says nothing.
    const sought = channels.filter(({ channel }) => (ends.get(channel)?.frames.length ?? 0) === 0);
    for (const [channel, end] of await recordedEnds(run, sought, dialect, backfill)) {
      ends.set(channel, end);
      last = basename(run);
    }
  }
  return ends;
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
