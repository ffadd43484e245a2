import type { BookStream, Venue } from "@depthwire/node";
import { drawBooks, drawnLevels } from "../../books/draw-books.js";
import { FollowedBook } from "../../books/followed-book.js";
import { showOnce } from "../../books/show-once.js";
import { tellViews } from "../../books/tell-views.js";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { aborted } from "../../screen/draw-lines.js";
import { knownPairs } from "../../venue/known-pair.js";
import { openVenue } from "../../venue/open-venue.js";
import type { VenueFlags } from "../../venue/venue-options.js";

/** What the command line says. */
export interface BookFlags extends VenueFlags {
  readonly levels?: number;
  readonly once?: true;
  readonly within: number;
}

/** Levels a side of items and of single views. */
const usualLevels = 10;
/** How often people read a line. */
const lineEveryMs = 1_000;

/** Shows live books. */
export const run: RunCommand<BookFlags> = async ({ arguments: [typed], options }, context) => {
  const wanted = typed as readonly string[];
  const venue = openVenue(options, context, { expectedPairs: wanted.length });
  try {
    const pairs = await knownPairs(wanted, venue);
    if (!context.signal.aborted) {
      await showBooks(pairs, venue, options, context);
    }
  } finally {
    await venue.close();
  }
};

async function showBooks(
  pairs: readonly string[],
  venue: Venue,
  { levels, once, within }: BookFlags,
  context: Context,
): Promise<void> {
  const { output, screen, signal } = context;
  const isDrawn = once !== true && !output.isJson && screen.isTerminal && context.environment["TERM"] !== "dumb";
  const most = levels ?? (isDrawn ? drawnLevels(pairs.length) : usualLevels);
  const streams = pairs.map((pair): { readonly pair: string; readonly stream: BookStream } => ({
    pair,
    stream: venue.book(pair, { levels: most }),
  }));
  if (once === true) {
    await showOnce(streams, context, { levels: most, withinMs: within });
  } else if (isDrawn) {
    await drawBooks(
      streams.map(({ stream }) => new FollowedBook(stream)),
      context,
      { levels },
    );
  } else {
    const told = Promise.all(streams.map(({ stream }) => tellViews(stream, context, lineEveryMs)));
    await Promise.race([told, aborted(signal)]);
  }
}
