import { openNatsBus } from "@depthwire/nats";
import { connect, createNodeClock } from "@depthwire/node";
import { RelayOwner, Subjects, shardOf } from "@depthwire/relay";
import { startSandbox } from "@depthwire/sandbox";
import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { expect, it, onTestFinished } from "vitest";
import { exampleFolder, startExample } from "./program.spec-kit.js";

const pair = "4BTC_USDT";

// Skipped where nats-server is missing.
it.skipIf(lacksNatsServer)(
  "relay-consumer.ts shows the owner's book, and that it is stale when the owner gives up",
  async () => {
    const server = new SpecNatsServer();
    await server.start();
    onTestFinished(() => server.remove());
    const sandbox = await startSandbox({ pairs: [pair] });
    onTestFinished(() => sandbox.close());
    const bus = await openNatsBus({ servers: [server.address], name: "owner" });
    onTestFinished(() => bus.close());
    const owner = new RelayOwner({
      bus,
      subjects: new Subjects("main"),
      clock: createNodeClock(),
      pairs: [pair],
      owner: "host-a",
    });
    const venue = connect({ addresses: [sandbox.pushUrl], shards: 0, listenToFrames: owner.listenToFrames });
    onTestFinished(() => venue.close());
    const book = venue.book(pair);
    await expect.poll(() => book.latest.status).toBe("live");
    owner.own(shardOf(pair), 1);

    const args = ["--servers", server.address, "--venue", "main", pair];
    const run = await startExample("relay-consumer", args, await exampleFolder());
    const live = new RegExp(`^${pair} live [\\d.]+ / [\\d.]+ from host-a$`);
    await expect.poll(() => run.lines.at(-1)).toMatch(live);
    owner.disown(shardOf(pair));
    await expect.poll(() => run.lines.at(-1)).toMatch(new RegExp(`^${pair} (stale|syncing) relay-`));
    owner.own(shardOf(pair), 2);
    await expect.poll(() => run.lines.at(-1)).toMatch(live);
    run.interrupt();
    await run.ended();
  },
);
