import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDirectoryStore, type Venue } from "@depthwire/node";
import { openRecording } from "@depthwire/recording";
import { followChannels } from "../../frames/follow-channels.js";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";
import { timeLimit } from "../../program/time-limit.js";
import { lockDirectory } from "../../recordings/lock-directory.js";
import { findCredential } from "../../venue/find-credential.js";
import { knownChannel, type NamedChannel } from "../../venue/known-channel.js";
import { knownPairs } from "../../venue/known-pair.js";
import { openVenue } from "../../venue/open-venue.js";
import type { KeyFlags, VenueFlags } from "../../venue/venue-options.js";
import { RecordStatus } from "./record-status.js";

/** What the command line says. */
export interface RecordFlags extends VenueFlags, KeyFlags {
  readonly channels: string;
  readonly private?: true;
  readonly for?: number;
  readonly segment: number;
}

const statusEveryMs = 1_000;

/** Records until Ctrl-C, or until its time is over. */
export const run: RunCommand<RecordFlags> = async ({ arguments: [typed, pairs], options }, context) => {
  const shown = String(typed);
  const directory = resolve(context.workingDirectory, shown);
  const wanted = pairs as readonly string[];
  const channels = channelsOf(wanted, options);
  await checkPairs(wanted, options, context);
  const found = options.private === true ? await findCredential(options, context) : undefined;
  // A venue that records begins with the directory at once: nobody else may be writing there by then.
  const unlock = await lockDirectory(directory, shown);
  try {
    await noteFormer(directory, shown, context);
    const record = { directory, maxSegmentMs: options.segment };
    const venue = openVenue(options, context, { expectedPairs: wanted.length, record });
    try {
      const failed = Promise.all([
        followChannels(venue, channels, { note: context.output.note, onItem: async () => {} }),
        found && followAccount(venue, found.credential),
      ]).then(() => new Promise<never>(() => {}));
      await Promise.race([untilOver(venue, shown, options, context), failed]);
      await finish(venue, shown, context);
    } finally {
      await venue.close();
    }
  } finally {
    await unlock();
  }
};

/** @throws Refused `unknown-pair`; TransportError where the venue cannot be asked */
async function checkPairs(pairs: readonly string[], options: RecordFlags, context: Context): Promise<void> {
  const venue = openVenue(options, context);
  try {
    await knownPairs(pairs, venue);
  } finally {
    await venue.close();
  }
}

/** The channels of every pair. @throws Refused `unknown-channel`, `unknown-period` */
function channelsOf(
  pairs: readonly string[],
  { channels, protocol, serviceName }: RecordFlags,
): readonly NamedChannel[] {
  const words = channels.split(",").map((word) => word.trim());
  return pairs.flatMap((pair) =>
    words.map((word) => {
      const [kind = "", ...period] = word.split(":");
      return knownChannel([kind, pair, ...period].join(":"), { protocol, serviceName });
    }),
  );
}

async function followAccount(venue: Venue, credential: Parameters<Venue["login"]>[0]): Promise<void> {
  for await (const _event of venue.login(credential)) {
    // What is recorded comes from the wire.
  }
}

/** What is there already must be sound: this run is written behind it. @throws RecordingError */
async function noteFormer(directory: string, shown: string, { output }: Context): Promise<void> {
  const segments = await openRecording(await openDirectoryStore(directory));
  if (segments.length > 0) {
    output.note(
      `${shown} has a recording of ${segments.length} ${segments.length === 1 ? "segment" : "segments"}: this run goes behind it.`,
    );
  }
}

async function untilOver(venue: Venue, shown: string, options: RecordFlags, context: Context): Promise<void> {
  const limit = timeLimit(context.signal, options.for);
  const { signal: over } = limit;
  const status = new RecordStatus(venue, context, options.for);
  try {
    while (!over.aborted) {
      await pause(statusEveryMs, undefined, { signal: over }).catch(() => {});
      requireWritten(venue, shown);
      status.show();
    }
  } finally {
    limit.end();
    status.end();
  }
}

async function finish(venue: Venue, shown: string, { output }: Context): Promise<void> {
  await venue.close();
  requireWritten(venue, shown);
  const recorded = venue.recording?.statistics();
  if (recorded === undefined) {
    return;
  }
  const { segments, frames, bytes } = recorded;
  const size = `${(bytes / 1e6).toFixed(2)} MB`;
  output.result(
    { directory: shown, segments, frames, bytes },
    `Recorded ${frames.toLocaleString("en-US")} frames, ${size} in ${segments} ${segments === 1 ? "segment" : "segments"}, in ${shown}.`,
  );
}

/** @throws Refused `file-unusable` where the recording has stopped: a full disk, a directory that is gone */
function requireWritten(venue: Venue, shown: string): void {
  const [cause] = venue.recording?.failures().values() ?? [];
  if (cause !== undefined) {
    const remedy = `What was written before is whole: depthwire inspect ${shown} says how far it goes.`;
    throw new Refused("file-unusable", `The recording in ${shown} stopped: ${cause}`, remedy);
  }
}
