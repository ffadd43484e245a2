import { followInThreads, openNatsBus } from "@depthwire/nats";
import { connect, createNodeClock } from "@depthwire/node";
import { RelayLink, Subjects } from "@depthwire/relay";
import { threadOfPair } from "@depthwire/relay/internal";
import { startSandbox } from "@depthwire/sandbox";
import { BookWitness, sumOf } from "@depthwire/testkit";
import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const threads = 2;
const venue = "spec";

describe.skipIf(lacksNatsServer)("a relay between threads (skipped where nats-server is missing)", () => {
  const server = new SpecNatsServer();
  beforeAll(() => server.start());
  afterAll(() => server.remove());

  /** A sandbox, and an owner that follows it in threads, each of which publishes by itself. */
  async function publishFromThreads() {
    const sandbox = await startSandbox({ pairs: 6, seed: 4 });
    onTestFinished(() => sandbox.close());
    const { pairs } = sandbox;
    const url = new URL("./owner-thread.spec-kit.mjs", import.meta.url).href;
    const data = { servers: [server.address], venue, threads, pairs, term: 7 };
    const owner = connect({
      addresses: [sandbox.pushUrl],
      shards: threads,
      shardFor: threadOfPair,
      shardModule: { url, data },
    });
    onTestFinished(() => owner.close());
    const followed = pairs.map((pair) => owner.book(pair));
    await expect.poll(() => followed.map((book) => book.latest.status)).toEqual(pairs.map(() => "live"));
    return { sandbox, pairs, owner };
  }

  it("gives books in threads, right at every live view, with a connection to the bus for each thread", async () => {
    const { sandbox, pairs, owner } = await publishFromThreads();
    const bus = { servers: [server.address], name: "follower" };
    const follower = connect(followInThreads(bus, venue, threads));
    onTestFinished(() => follower.close());
    const witnesses = pairs.map((pair) => new BookWitness(pair, follower.book(pair), sandbox.exchange));
    await Promise.all(witnesses.map((witness) => witness.untilSeqGrewBy(10)));
    const { equal, divergences } = sumOf(witnesses);
    expect(divergences).toEqual([]);
    expect(equal).toBeGreaterThanOrEqual(pairs.length * 5);
    const books = pairs.map((pair) => follower.book(pair));
    await expect
      .poll(() => books.map((book) => [book.latest.status, book.read().status]))
      .toEqual(pairs.map(() => ["live", "live"]));
    await owner.close();
    await expect
      .poll(() => books.map((book) => [book.latest.reason, book.read().reason]))
      .toEqual(pairs.map(() => ["relay-silent", "relay-silent"]));
  });

  it("gives books in threads over one link in the reader's thread, which is asked at each reading", async () => {
    const { sandbox, pairs } = await publishFromThreads();
    const bus = await openNatsBus({ servers: [server.address], name: "reader" });
    onTestFinished(() => bus.close());
    const { openFeed, doubtOf } = new RelayLink({ bus, subjects: new Subjects(venue), clock: createNodeClock() });
    const follower = connect({ addresses: ["ws://relay"], shards: threads, openFeed, doubtOf });
    onTestFinished(() => follower.close());
    const witnesses = pairs.map((pair) => new BookWitness(pair, follower.book(pair), sandbox.exchange));
    await Promise.all(witnesses.map((witness) => witness.untilSeqGrewBy(10)));
    expect(sumOf(witnesses).divergences).toEqual([]);
    await bus.close();
    const books = pairs.map((pair) => follower.book(pair));
    expect(books.map((book) => book.latest.status)).not.toContain("live");
    expect(books.map((book) => book.read().status)).not.toContain("live");
  });
});
