import { createInflate } from "@depthwire/book";
import { openNatsBus } from "@depthwire/nats";
import { createNodeClock } from "@depthwire/node";
import { RelayLink, Subjects } from "@depthwire/relay";
import { createEngine } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { patiently } from "@depthwire/testkit/patiently";
import { trialOrders, writeFailure, writeNote } from "../nats-cluster/trial-notes.js";
import { BookReader } from "./book-reader.js";
import type { ConsumerNote, ConsumerOrders, ToConsumer } from "./member-messages.js";
import { watchLoop } from "./watch-loop.js";
import { WatchedBus } from "./watched-bus.js";

/** This process is going to be blocked, stopped and cut off. */
const orders = trialOrders<ConsumerOrders>();
const readEveryMs = 5;
const tellEveryMs = 50;
const countEveryMs = 500;

const write = (note: ConsumerNote): void => writeNote(note);

const clock = createNodeClock();
const subjects = new Subjects(orders.venue);
const nats = await patiently(() => openNatsBus({ servers: orders.servers, name: orders.name }));
nats.subscribe(orders.floodSubject, () => undefined);
const bus = new WatchedBus(nats, { without: orders.without, pairs: orders.pairs, subjects, write });
const link = new RelayLink({ bus, subjects, clock });
const engine = createEngine(
  { addresses: ["ws://relay"], backoff: { firstWindowMs: 40, maxWindowMs: 150 } },
  {
    clock,
    random: Math.random,
    doubtOf: link.doubtOf,
    shard: { openSocket: socketsOfFeeds(bus.watchFeeds(link.openFeed)), createInflate },
  },
);
const readers = orders.pairs.map((pair) => new BookReader(pair, engine.book(pair, { levels: 2_000 }), write));
bus.isLive = (pair) => readers.find((reader) => reader.pair === pair)?.isLive() ?? false;

function readAll(): void {
  for (const reader of readers) {
    reader.read();
    bus.look(reader.pair);
  }
}

process.on("message", ({ forMs }: ToConsumer) => {
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs) {
    // Nothing else runs here.
  }
  readAll();
});
for (const reader of readers) {
  reader.follow().catch(writeFailure);
}
watchLoop((span) => write({ note: "late", ...span }));
setInterval(readAll, readEveryMs);
setInterval(() => {
  for (const reader of readers) {
    reader.tell();
  }
}, tellEveryMs);
setInterval(() => write({ note: "counts", counts: { ...link.counts } }), countEveryMs);
write({ note: "ready" });
