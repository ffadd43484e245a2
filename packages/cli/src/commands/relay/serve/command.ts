import { InvalidArgumentError, Option } from "commander";
import type { CommandDescription } from "../../../program/command.js";
import { countOption, rateOption } from "../../../program/option-values.js";
import { busOptions } from "../../../relay/bus-options.js";
import { etcdOptions } from "../../../relay/etcd-options.js";
import { shardList } from "../../../relay/shard-list.js";
import { channelsOption } from "../../../venue/channels-of-pairs.js";
import { venueOptions } from "../../../venue/venue-options.js";
import type { ServeFlags } from "./flags.js";
import { metricsAddress } from "./metrics/metrics-address.js";

/** As `@depthwire/relay` has it, which a description of commands does not load. */
export const minLeaseMs = 500;

export const relayServe: CommandDescription<ServeFlags> = {
  name: "relay serve",
  group: "machines",
  summary: "take part in a relay: follow a venue, and publish the books of the shards that this process owns",
  details: [
    "Pairs are spread over 64 shards, and shards over the processes that take part, by leases on the bus: two of them on two hosts own a part each, and stand by for each other.",
    "It says what it owns whenever that changes. Ctrl-C hands its shards over to whoever stands by: no book leaves live on the way.",
  ].join("\n"),
  options: () => [
    new Option("--pairs <names>", "pairs to carry, with commas between; all: every pair that the venue lists")
      .argParser(namesIn)
      .makeOptionMandatory(),
    channelsOption("depth,deals"),
    new Option("--name <name>", "this process's name, the same after a restart; the host's by default"),
    new Option(
      "--venue-identity <text>",
      "what tells this venue from others, the same for all its owners; by default its address",
    ),
    new Option("--shards <list>", "own these shards alone, such as s00-s31 or s07,s19").argParser(shardList),
    new Option(
      "--threads <number>",
      `run so many instances (up to ${shardCount}), each in a thread of its own with its share of the pairs`,
    )
      .argParser(threadCount)
      .default(1),
    new Option("--standby <kind>", "warm: it keeps the books that it stands by for; cold: those alone that it owns")
      .choices(["warm", "cold"])
      .default("warm"),
    rateOption("--views-hz <number>", "publish views of each book, at most so many a second: JSON for other languages"),
    countOption("--views-levels <number>", "levels a side of each view").default(20),
    countOption("--keep <minutes>", "have nats-server's JetStream keep frames so long, for relay record --backfill"),
    new Option(
      "--keep-in <where>",
      "where they are kept, the same for all owners: on disk (no book is live while that is full), or in memory (gone when the server ends)",
    )
      .choices(["disk", "memory"])
      .default("disk"),
    countOption(
      "--keep-megabytes <number>",
      "the oldest of them go where they would take more; by default 2048, in memory 128",
    ),
    countOption(
      "--lease-ms <milliseconds>",
      "how long the lease of a dead owner stands; the same for all",
      minLeaseMs,
    ).default(3_000),
    new Option(
      "--on-lease-loss <what>",
      "stop: own nothing; publish: go on under the same term while the lease store is away for everybody",
    )
      .choices(["stop", "publish"])
      .default("stop"),
    new Option(
      "--metrics <host:port>",
      "show figures for Prometheus at /metrics, and at /healthz whether bus and stores hear it; a port alone is one of this computer's own",
    ).argParser(metricsAddress),
    new Option(
      "--allow-host <name>",
      "a name that figures may be asked by, where --metrics goes beyond this computer; may be repeated",
    )
      .argParser((name: string, before: readonly string[]) => [...before, name])
      .default([]),
    new Option("--allow-unsafe-store", "take part although the lease store was seen to give one lease to several"),
    ...venueOptions(),
    ...etcdOptions(),
    ...busOptions(),
  ],
  examples: [
    { line: "relay serve --pairs 4BTC_USDT,4ETH_USDT --name alpha", does: "two pairs of the usual venue" },
    { line: "relay serve --pairs all --name beta --standby cold --json", does: "every pair; events for programs" },
    { line: "relay serve --pairs all --metrics 127.0.0.1:9464", does: "with figures for Prometheus" },
    { line: "relay serve --pairs all --name gamma --threads 2", does: "every pair, on two cores: gamma-1 and gamma-2" },
  ],
  load: () => import("./run.js"),
};

/** A shard is in one thread. */
const shardCount = 64;

function threadCount(text: string): number {
  const threads = Number(text);
  if (!/^\d+$/.test(text) || threads < 1 || threads > shardCount) {
    throw new InvalidArgumentError(`It takes a whole number from 1 to ${shardCount}.`);
  }
  return threads;
}

function namesIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
