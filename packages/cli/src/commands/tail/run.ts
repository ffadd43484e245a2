import type { Venue } from "@depthwire/node";
import { ChannelLines, type LineForm } from "../../frames/channel-lines.js";
import { followChannels } from "../../frames/follow-channels.js";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { findCredential } from "../../venue/find-credential.js";
import { knownChannel, type NamedChannel } from "../../venue/known-channel.js";
import { knownPairs } from "../../venue/known-pair.js";
import { openVenue } from "../../venue/open-venue.js";
import type { KeyFlags, VenueFlags } from "../../venue/venue-options.js";

/** What the command line says. */
export interface TailFlags extends VenueFlags, KeyFlags {
  readonly count?: number;
  readonly raw?: true;
  readonly hex?: true;
}

/** Follows channels until Ctrl-C, or until there were enough messages. */
export const run: RunCommand<TailFlags> = async ({ arguments: [typed], options }, context) => {
  const channels = (typed as readonly string[]).map((text) => knownChannel(text, options));
  const lines = new ChannelLines(
    { channels, form: formOf(options), count: options.count ?? Number.POSITIVE_INFINITY, now: Date.now },
    context,
  );
  const venue = openVenue(options, context, { wireTap: lines.tap });
  const stop = (): void => lines.close();
  context.signal.addEventListener("abort", stop, { once: true });
  try {
    await knownPairs(
      channels.flatMap(({ kind, pair }) => (kind === "private" ? [] : [pair])),
      venue,
    );
    if (context.signal.aborted) {
      return;
    }
    const watch = { note: context.output.note, onItem: async () => {} };
    const failed = Promise.all([
      followChannels(venue, channels, watch),
      followAccount(venue, channels, options, context),
    ]).then(() => new Promise<never>(() => {}));
    await Promise.race([lines.run(), failed]);
  } finally {
    context.signal.removeEventListener("abort", stop);
    await venue.close();
  }
};

function formOf({ raw, hex }: TailFlags): LineForm {
  return raw === true ? "raw" : hex === true ? "hex" : "decoded";
}

/** Logs in where the private channel is wanted. @throws VenueError where the key is refused; Refused `no-key` */
async function followAccount(
  venue: Venue,
  channels: readonly NamedChannel[],
  options: TailFlags,
  context: Context,
): Promise<void> {
  if (!channels.some(({ kind }) => kind === "private")) {
    return;
  }
  const { credential, from } = await findCredential(options, context);
  context.output.note(`The key is that of ${from}.`);
  for await (const _event of venue.login(credential)) {
    // What is shown comes from the wire.
  }
}
