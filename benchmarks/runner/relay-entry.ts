import { openNatsBus } from "@depthwire/nats";
import { connect, createNodeClock } from "@depthwire/node";
import { RelayLink, RelayOwner, Subjects } from "@depthwire/relay";
import { pairsByShard } from "@depthwire/relay/internal";
import type { BookStream } from "@depthwire/stream";
import {
  checkEngine,
  type FedEngine,
  feedEngine,
  pushPaced,
  type Stretch,
  until,
  untilApplied,
} from "../cases/follow-engine.js";
import { type CorpusOptions, createDepthCorpus } from "../corpus/depth-corpus.js";
import { relayVenue } from "./relay-venue.js";

/** What a process of the case `relay` is: all have the same engine and the same corpus. */
export interface RelayRole {
  /** `memory`: fed from memory; `owner`: the same, and publishes; `follower`: fed by the relay. */
  readonly kind: "memory" | "owner" | "follower";
  readonly corpus: CorpusOptions;
  /** Address of nats-server. */
  readonly server: string;
}

/** What it is told. */
export type RelayOrder =
  /** Takes a stretch: pushes it at this pace, or waits until it has come. */
  | { readonly kind: "run"; readonly stretch: Stretch; readonly framesPerSecond: number }
  /** Joins late: ends all books and follows them anew. */
  | { readonly kind: "join" }
  /** Compares its books with the corpus'. */
  | { readonly kind: "check" };

/** What it answers, one for each order; the first without one. */
export type RelayAnswer =
  | { readonly kind: "ready" }
  /** Behind `began`: processor time, and time by the clock. */
  | { readonly kind: "ran"; readonly cpuUs: number; readonly ms: number; readonly gaps: number }
  | { readonly kind: "joined"; readonly ms: number }
  | { readonly kind: "checked"; readonly error?: string };

/** While a stretch comes in, looking is work beside what is measured. */
const lookEveryMs = 25;

/** An engine in one of the roles. */
interface RelayEngine {
  readonly books: () => ReadonlyMap<string, BookStream>;
  readonly take: (stretch: Stretch, framesPerSecond: number) => Promise<void>;
  readonly join: () => Promise<void>;
  readonly gaps: () => number;
}

const { kind, corpus: options, server } = JSON.parse(process.argv[2] ?? "{}") as RelayRole;
const corpus = createDepthCorpus(options);
const pairs = corpus.pairs.map(({ pair }) => pair);
const engine = await (kind === "follower" ? follower() : source());
process.on("message", (order: RelayOrder) => void obey(order));
process.on("disconnect", () => process.exit());
tell({ kind: "ready" });

async function obey(order: RelayOrder): Promise<void> {
  if (order.kind === "run") {
    const startMs = performance.now();
    const before = process.cpuUsage();
    await engine.take(order.stretch, order.framesPerSecond);
    const { user, system } = process.cpuUsage(before);
    tell({ kind: "ran", cpuUs: user + system, ms: performance.now() - startMs, gaps: engine.gaps() });
  } else if (order.kind === "join") {
    const startMs = performance.now();
    await engine.join();
    tell({ kind: "joined", ms: performance.now() - startMs });
  } else {
    tell({ kind: "checked", ...check() });
  }
}

function check(): { readonly error?: string } {
  try {
    checkEngine(kind, engine.books(), corpus);
    return {};
  } catch (error) {
    return { error: String(error) };
  }
}

function tell(answer: RelayAnswer): void {
  process.send?.(answer);
}

async function source(): Promise<RelayEngine> {
  const relay = kind === "owner" ? await ownerOf() : undefined;
  const fed: FedEngine = await feedEngine(corpus, 0, { listenToFrames: relay?.listenToFrames });
  return {
    books: () => fed.books,
    take: (stretch, framesPerSecond) => pushPaced(fed, corpus, stretch, framesPerSecond),
    join: () => Promise.reject(new Error("only followers join")),
    gaps: () => 0,
  };
}

async function ownerOf(): Promise<RelayOwner> {
  const bus = await openNatsBus({ servers: [server], name: "owner" });
  const relay = new RelayOwner({
    bus,
    subjects: new Subjects(relayVenue),
    owner: "owner",
    clock: createNodeClock(),
    pairs,
  });
  for (const shard of pairsByShard({ pairs }).keys()) {
    relay.own(shard, Date.now());
  }
  return relay;
}

async function follower(): Promise<RelayEngine> {
  const bus = await openNatsBus({ servers: [server], name: "follower" });
  const link = new RelayLink({ bus, subjects: new Subjects(relayVenue), clock: createNodeClock() });
  const { openFeed, doubtOf } = link;
  const follow = async () => {
    const venue = connect({ addresses: ["ws://relay"], shards: 0, openFeed, doubtOf });
    const books = new Map(pairs.map((pair) => [pair, venue.book(pair)]));
    await until(() => [...books.values()].every((book) => book.read(1).status === "live"));
    return { venue, books };
  };
  let present = await follow();
  return {
    books: () => present.books,
    take: (stretch) => untilApplied(present.books, corpus, stretch, lookEveryMs),
    join: async () => {
      await present.venue.close();
      present = await follow();
    },
    gaps: () => link.counts.gaps,
  };
}
