import { resolve } from "node:path";
import type { Venue } from "@depthwire/node";
import { followChannels } from "../../frames/follow-channels.js";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { lockDirectory } from "../../recordings/lock-directory.js";
import { endRecording, noteFormer, recordedWords, watchRecording } from "../../recordings/record-venue.js";
import { channelsOfPairs } from "../../venue/channels-of-pairs.js";
import { findCredential } from "../../venue/find-credential.js";
import { knownPairs } from "../../venue/known-pair.js";
import { openVenue } from "../../venue/open-venue.js";
import type { KeyFlags, VenueFlags } from "../../venue/venue-options.js";

/** What the command line says. */
export interface RecordFlags extends VenueFlags, KeyFlags {
  readonly channels: string;
  readonly private?: true;
  readonly for?: number;
  readonly segment: number;
}

/** Records until Ctrl-C, or until its time is over. */
export const run: RunCommand<RecordFlags> = async ({ arguments: [typed, pairs], options }, context) => {
  const shown = String(typed);
  const directory = resolve(context.workingDirectory, shown);
  const wanted = pairs as readonly string[];
  const channels = channelsOfPairs(wanted, options.channels, options);
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
      await Promise.race([watchRecording(venue, { shown, forMs: options.for }, context), failed]);
      const recorded = await endRecording(venue, shown);
      const { segments, frames, bytes } = recorded;
      context.output.result(
        { directory: shown, segments, frames, bytes },
        `Recorded ${recordedWords(recorded)}, in ${shown}.`,
      );
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

async function followAccount(venue: Venue, credential: Parameters<Venue["login"]>[0]): Promise<void> {
  for await (const _event of venue.login(credential)) {
    // What is recorded comes from the wire.
  }
}
