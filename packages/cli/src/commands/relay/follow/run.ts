import type { BookView } from "@depthwire/book";
import { connect, createNodeClock } from "@depthwire/node";
import { RelayLink, shardOf } from "@depthwire/relay";
import type { RunCommand } from "../../../program/command.js";
import type { Context } from "../../../program/context.js";
import { Refused } from "../../../program/refused.js";
import { timeLimit } from "../../../program/time-limit.js";
import type { BusFlags } from "../../../relay/bus-options.js";
import { type OpenedBus, openBus } from "../../../relay/open-bus.js";
import { relayAddress } from "../../../relay/relay-address.js";
import { refuseMisspelled, relayedPairs } from "../../../relay/relayed-pairs.js";
import { aborted, drawLines } from "../../../screen/draw-lines.js";
import type { ChannelDialect } from "../../../venue/known-channel.js";
import { CalmFacts } from "./calm-facts.js";
import { relayTable } from "./relay-table.js";
import { RelayedBook, type RelayedBookItem } from "./relayed-book.js";
import { changeLine, tellChanges } from "./tell-changes.js";

/** What the command line says. */
export interface FollowFlags extends BusFlags, ChannelDialect {
  readonly once?: true;
  readonly within: number;
}

/** Shows books that a relay publishes. */
export const run: RunCommand<FollowFlags> = async ({ arguments: [typed], options }, context) => {
  const names = typed as readonly string[];
  refuseMisspelled(names);
  const withinMs = options.once === true ? options.within : undefined;
  const limit = timeLimit(context.signal, withinMs);
  try {
    const opened = await openBus(options, context, "depthwire relay follow", { withinMs });
    await followPairs(names, opened, options, { ...context, limited: limit.signal });
  } finally {
    limit.end();
  }
};

/** A context with what ends it earlier: `--within` counts from the start of the command. */
interface LimitedContext extends Context {
  readonly limited: AbortSignal;
}

async function followPairs(
  names: readonly string[],
  opened: OpenedBus,
  options: FollowFlags,
  context: LimitedContext,
): Promise<void> {
  const { bus, subjects } = opened;
  try {
    const hearing = { output: context.output, signal: context.limited };
    const pairs = await relayedPairs(names, opened, options.venueName, hearing);
    const link = new RelayLink({ bus, subjects, clock: createNodeClock() });
    const { openFeed, doubtOf } = link;
    const { protocol, serviceName } = options;
    const engine = connect({ addresses: [relayAddress], shards: 0, protocol, serviceName, openFeed, doubtOf });
    try {
      const books = pairs.map((pair) => new RelayedBook(pair, engine.book(pair, { levels: 10 }), link));
      await show(books, options, context);
    } finally {
      await engine.close();
    }
  } finally {
    await bus.close();
  }
}

async function show(books: readonly RelayedBook[], options: FollowFlags, context: LimitedContext): Promise<void> {
  const { output, screen, signal, environment } = context;
  if (options.once === true) {
    await showLive(books, options.within, context);
  } else if (!output.isJson && screen.isTerminal && environment["TERM"] !== "dumb") {
    const calm = books.map((book) => new CalmFacts(book));
    await drawLines((size) => {
      const nowMs = performance.now();
      return relayTable(
        calm.map((book) => book.facts(nowMs)),
        size,
      );
    }, context);
  } else {
    await Promise.race([Promise.all(books.map((book) => tellChanges(book, context))), aborted(signal)]);
  }
}

/** One live view of each. @throws Refused `not-live`, `interrupted` */
async function showLive(books: readonly RelayedBook[], withinMs: number, context: LimitedContext): Promise<void> {
  const { output, signal, limited } = context;
  const found = await Promise.all(books.map((book) => firstLive(book, limited)));
  for (const [index, book] of books.entries()) {
    const live = found[index];
    if (live === undefined) {
      throw signal.aborted ? new Refused("interrupted", "Ctrl-C ended it") : notLive(book, withinMs);
    }
    output.item(live.item, output.isJson ? "" : changeLine(live.view, live.item, context));
  }
}

/** What is said of it is read while it is followed. */
async function firstLive(
  book: RelayedBook,
  tooLate: AbortSignal,
): Promise<{ readonly view: BookView; readonly item: RelayedBookItem } | undefined> {
  const { stream } = book;
  const end = (): void => stream.close();
  if (tooLate.aborted) {
    end();
  }
  tooLate.addEventListener("abort", end, { once: true });
  try {
    for await (const view of stream) {
      if (view.status === "live") {
        return { view, item: book.item(view) };
      }
    }
    return undefined;
  } finally {
    tooLate.removeEventListener("abort", end);
  }
}

function notLive(book: RelayedBook, withinMs: number): Refused {
  const { pair } = book;
  const { owner } = book.standing();
  const shard = shardOf(pair);
  const why =
    owner === undefined
      ? `no owner of its shard ${shard} gave its state`
      : `its owner ${owner} does not show it as live`;
  return new Refused(
    "not-live",
    `The book of ${pair} was not live within ${withinMs} ms: ${why}`,
    owner === undefined
      ? "Look who owns what with: depthwire relay status. If somebody owns it, --protocol must be the owner's, and nats-server's max_payload must hold the state of a book: depthwire relay doctor."
      : "Look who owns what with: depthwire relay status.",
    { pair, shard, owner },
  );
}
