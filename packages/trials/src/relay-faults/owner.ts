import { Credential } from "@depthwire/core";
import { type NatsBus, openNatsBus, openNatsLeaseStore, relayBuckets } from "@depthwire/nats";
import { createNodeClock } from "@depthwire/node";
import { credentialVariables } from "@depthwire/node/internal";
import { RelayInstance, type RelayInstanceOptions, RelayOwner, Subjects } from "@depthwire/relay";
import type { Engine } from "@depthwire/stream";
import { patiently } from "@depthwire/testkit/patiently";
import { trialOrders, writeFailure, writeNote } from "../nats-cluster/trial-notes.js";
import type { OwnerNote, OwnerOrders, RefusedShard, ToOwner } from "./member-messages.js";
import { StubbornOwner } from "./stubborn-owner.js";
import { venueEngine } from "./venue-engine.js";
import { watchLoop } from "./watch-loop.js";

/** This process is going to be stopped, killed and cut off. */
const orders = trialOrders<OwnerOrders>();
const lookEveryMs = 50;
const looksWithoutShards = 60;
const tellEveryLooks = 100;
const clock = createNodeClock();
const subjects = new Subjects(orders.venue);

const write = (note: OwnerNote): void => writeNote(note);

/** What it does until it takes part, and how that failed last. */
let present = { step: "starts", failure: "" };

/** Does one step of the start, again and again until it is done. */
function begin<Done>(step: string, work: () => Promise<Done>): Promise<Done> {
  present = { step, failure: "" };
  return patiently(async () => {
    try {
      return await work();
    } catch (error) {
      present = { step, failure: String(error) };
      throw error;
    }
  });
}

function openBus(): Promise<NatsBus> {
  return begin("connects to the bus", () => openNatsBus({ servers: orders.servers, name: orders.name }));
}

/** One that acts when it is told to, whatever anybody else does. */
async function ignoreLeases(): Promise<void> {
  const { name, pairs, pushUrl } = orders;
  const owner = new RelayOwner({ bus: await openBus(), subjects, owner: name, clock, pairs });
  const engine = venueEngine(pushUrl, owner.listenToFrames);
  for (const pair of pairs) {
    engine.book(pair);
  }
  process.on("message", (message: ToOwner) => {
    if (message.kind === "act") {
      for (const [shard, term] of Object.entries(message.terms)) {
        owner.own(shard, term);
      }
    } else if (message.kind === "rest") {
      owner.close();
    }
  });
}

async function takePart(): Promise<void> {
  let running: RelayInstance | undefined;
  tellWhenWarm(() => running);
  const bus = await openBus();
  const storeBus = await openBus();
  const open = (bucket: string) => begin(`opens ${bucket}`, () => openNatsLeaseStore(storeBus, { bucket }));
  const stores = { leaseStore: await open(relayBuckets.leases), sharedStore: await open(relayBuckets.shared) };
  const { instance, engine, stubborn } = await begin("tries the store", () => start(bus, stores));
  running = instance;
  process.on("message", (message: ToOwner) => {
    if (message.kind === "hand-over") {
      handOverAll(instance).catch(writeFailure);
    } else {
      stubborn.isStubborn = message.kind === "be-stubborn";
    }
  });
  if (orders.account === "logged-in") {
    logIn(engine);
  }
}

/** An instance starts once. Where the store does not answer then, as after a restart of the process, another one does. */
async function start(
  bus: NatsBus,
  stores: Pick<RelayInstanceOptions, "leaseStore" | "sharedStore">,
): Promise<{ readonly instance: RelayInstance; readonly engine: Engine; readonly stubborn: StubbornOwner }> {
  const { name, pairs, pushUrl, leaseMs } = orders;
  const stubborn = new StubbornOwner(subjects, () => instance.status().owner);
  const instance: RelayInstance = new RelayInstance({
    leaseStore: stubborn.store(stores.leaseStore),
    sharedStore: stores.sharedStore,
    bus: stubborn.bus(bus),
    subjects,
    name,
    clock,
    random: Math.random,
    pairs,
    follow: (pair) => engine.book(pair),
    leaseMs,
    venueTimeMs: () => Promise.resolve(Date.now()),
    listener: (event) => {
      if (event.kind === "owned") {
        write({ note: "owned", shard: event.shard, term: event.term, atMs: Date.now() });
      } else if (event.kind === "lost") {
        write({ note: "lost", shard: event.shard, term: event.term, atMs: Date.now(), cause: event.cause });
      }
    },
  });
  const engine = venueEngine(pushUrl, instance.listenToFrames);
  try {
    await instance.start();
    return { instance, engine, stubborn };
  } catch (error) {
    await Promise.all([instance.close(), engine.close()]);
    throw error;
  }
}

/** Whoever neither owns nor stands by for anything is warm as well, once it has had the time to find out. */
function tellWhenWarm(running: () => RelayInstance | undefined): void {
  let looks = 0;
  let looksInPart = 0;
  const looking = setInterval(() => {
    const status = running()?.status();
    looks++;
    looksInPart += status === undefined ? 0 : 1;
    const isSettled = status !== undefined && (status.shards.length > 0 || looksInPart > looksWithoutShards);
    if (isSettled && status.shards.every(({ booksNotLive }) => booksNotLive.length === 0)) {
      clearInterval(looking);
      write({ note: "warm" });
    } else if (looks % tellEveryLooks === 0) {
      write({ note: "not-warm", what: JSON.stringify(status ?? present) });
    }
  }, lookEveryMs);
}

/** Nothing of it may come on the bus. */
function logIn(engine: Engine): void {
  const { [credentialVariables.apiKey]: apiKey = "", [credentialVariables.apiSecret]: apiSecret = "" } = process.env;
  engine.login(new Credential({ apiKey, apiSecret }));
}

async function handOverAll(instance: RelayInstance): Promise<void> {
  const owned = instance.status().shards.filter(({ role }) => role === "owner");
  const shards: string[] = [];
  const refused: RefusedShard[] = [];
  for (const { shard } of owned) {
    try {
      await instance.handOver(shard);
      shards.push(shard);
    } catch (error) {
      refused.push({ shard, refusal: refusalOf(error), status: JSON.stringify(instance.status()) });
    }
  }
  write({ note: "handed-over", shards, refused });
}

function refusalOf(error: unknown): string {
  const { details } = error as { readonly details?: { readonly refusal?: unknown } };
  return typeof details?.refusal === "string" ? details.refusal : String(error);
}

watchLoop((span) => write({ note: "late", ...span }));
await (orders.leases === "keeps" ? takePart() : ignoreLeases());
write({ note: "ready" });
