/**
 * Follows books over the relay, as one of many programs on the same feed, and prints the best prices while they may be trusted.
 *
 * Run: `node docs/examples/relay-consumer.ts --servers nats://127.0.0.1:4222 --venue main 4BTC_USDT`, where a relay runs
 * (`docs/guides/many-machines.md`; Node 22.18 or later; before, `npx tsx`). It goes on until Ctrl-C, or for `--seconds`.
 * See: a line when the best prices or the status of a pair change, and which owner they come from.
 */
import { parseArgs } from "node:util";
import { openNatsBus } from "@depthwire/nats";
import { connect, createNodeClock, ValidationError } from "@depthwire/node";
import { RelayLink, Subjects } from "@depthwire/relay";

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  // What has a code can be mended outside of this program (an option, an address): its sentence is enough.
  console.error(error.code === undefined ? error : error.message);
  process.exit(1);
});
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    servers: { type: "string", default: "nats://127.0.0.1:4222" },
    venue: { type: "string", default: "main" },
    seconds: { type: "string", default: "0" },
  },
});

/** The number of an option. */
function numberOf(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (!Number.isFinite(number)) {
    throw new ValidationError("value-invalid", { path: `--${name}`, rule: "a number" });
  }
  return number;
}

const pairs = positionals.length > 0 ? positionals : ["4BTC_USDT"];
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const seconds = numberOf("seconds");
const over = stop.signal;
if (seconds > 0) {
  // A timer of its own: Node 20 may collect an AbortSignal.timeout() that only AbortSignal.any() follows, and it never comes.
  setTimeout(() => stop.abort(), seconds * 1_000).unref();
}

const bus = await openNatsBus({ servers: values.servers.split(","), name: "relay-consumer" });
const link = new RelayLink({ bus, subjects: new Subjects(values.venue), clock: createNodeClock() });
// `doubtOf` is asked whenever a book is read: a process that was stopped shows nothing as live before it has heard the owner anew.
const venue = connect({ addresses: ["ws://relay"], shards: 0, openFeed: link.openFeed, doubtOf: link.doubtOf });
const books = pairs.map((pair) => venue.book(pair));
function closeBooks(): void {
  for (const book of books) {
    book.close();
  }
}
// Ctrl-C may have come while the bus was opened.
if (over.aborted) {
  closeBooks();
}
over.addEventListener("abort", closeBooks);

async function follow(book: (typeof books)[number]): Promise<void> {
  let before = "";
  for await (const { pair, status, reason, bestBid, bestAsk } of book) {
    // Trade on `live` alone; every other status comes with its reason.
    const words =
      status === "live"
        ? `live ${bestBid?.price} / ${bestAsk?.price} from ${link.standingOf(pair)?.owner}`
        : `${status} ${reason}`;
    if (words !== before) {
      console.log(`${pair} ${words}`);
      before = words;
    }
  }
}
await Promise.all(books.map(follow));
// What reads first, then the way that it reads by.
await venue.close();
await bus.close();
