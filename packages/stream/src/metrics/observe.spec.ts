import { fakeClock } from "@depthwire/testkit";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { expect, onTestFinished, test } from "vitest";
import { snapshotText, specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { createEngine } from "../engine/create-engine.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { engineInstruments } from "./instruments.js";
import { observe } from "./observe.js";

test("an engine is seen by a meter of OpenTelemetry, until it is not observed any more", async () => {
  const clock = fakeClock();
  const network = new FakeNetwork();
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  const engine = createEngine({ addresses: ["ws://one"] }, { clock, random: () => 0.5, shard });
  onTestFinished(() => engine.close());
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  onTestFinished(() => provider.shutdown());
  const end = observe(engine, provider.getMeter("spec"));

  /** The latest values, `name{attributes}`. */
  const exported = async (): Promise<Map<string, unknown>> => {
    exporter.reset();
    await provider.forceFlush();
    const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    return new Map(
      metrics.flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => {
          const labels = Object.entries(attributes).map(([name, label]) => `${name}=${label}`);
          return [`${descriptor.name}{${labels.join()}}`, value] as const;
        }),
      ),
    );
  };

  const views = engine.book(specPair)[Symbol.asyncIterator]();
  const deals = engine.deals(specPair, { limit: 1 });
  await views.next();
  await clock.advanceAndSettle(0);
  network.last.open();
  network.last.zlib(snapshotText(100));
  network.last.zlib(updateText(102));
  network.last.plain("nonsense");
  const deal = (atMs: number) => ["1", "1", "1", `${atMs}`, ""];
  for (const atMs of [1, 2, 3]) {
    network.last.zlib(JSON.stringify({ topic: `${specPair}_deals`, t: 1, d: deal(atMs) }));
  }
  await clock.advanceAndSettle(250);
  await views.next();
  const seen = await exported();
  const { frames, bytesIn, bytesInflated } = engine.statistics();
  expect(frames).toBe(6);
  expect(Object.fromEntries(seen)).toMatchObject({
    "depthwire.frames{}": 6,
    "depthwire.bytes.received{}": bytesIn,
    "depthwire.bytes.inflated{}": bytesInflated,
    "depthwire.book.gaps{}": 1,
    "depthwire.frames.rejected{code=json-syntax}": 1,
    "depthwire.books{status=gapped}": 1,
    "depthwire.books{status=live}": 0,
    "depthwire.connections.opened{}": 1,
    "depthwire.stream.open{stream=deals}": 1,
    "depthwire.stream.queue{stream=deals}": 1,
    "depthwire.stream.dropped{stream=deals}": 2,
    "depthwire.account.queue{}": 0,
    "depthwire.handover.duration{stream=book}": { count: 1, sum: 0.25 },
  });
  expect(seen.get("depthwire.delivery.lag{stream=book}")).toMatchObject({ count: 1 });
  // Each instrument told something, or has nothing to tell of in this engine.
  const silent = engineInstruments.filter(({ name }) => ![...seen.keys()].some((key) => key.startsWith(`${name}{`)));
  expect(silent.map(({ name }) => name)).toEqual(["depthwire.venue.errors"]);

  end();
  network.last.plain("nonsense");
  deals.close();
  const after = await exported();
  expect([engine.statistics().frames, after.get("depthwire.frames{}")]).toEqual([7, 6]);
  expect(after.get("depthwire.handover.duration{stream=book}")).toMatchObject({ count: 1 });
});
