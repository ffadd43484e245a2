import type { Engine } from "../engine/engine.js";
import type { EngineStatistics } from "../engine/engine-statistics.js";
import { engineInstruments, type InstrumentRow } from "./instruments.js";
import type { MeterLike, MeterReading } from "./meter.js";

/** What of an engine is observed. A venue of `connect()` has it too. */
export type ObservableEngine = Pick<Engine, "statistics" | "onDelivery">;

/**
 * Shows an engine to an OpenTelemetry meter: counters and gauges of `statistics()`, read when they are exported, and histograms
 * of how old things are when a loop gets them. Names begin with `depthwire.`; times are in seconds, as OpenTelemetry has them.
 *
 * @returns what ends it
 */
export function observe(engine: ObservableEngine, meter: MeterLike): () => void {
  const ends = engineInstruments.map((row) => observeRow(engine, meter, row));
  const unit = { unit: "s" };
  const handover = meter.createHistogram("depthwire.handover.duration", {
    ...unit,
    description: "From receipt to the loop that gets it",
  });
  const lag = meter.createHistogram("depthwire.delivery.lag", {
    ...unit,
    description: "From the venue's update time to the loop that gets it, by two clocks",
  });
  ends.push(
    engine.onDelivery(({ kind, updatedAtMs, receivedAtMs, deliveredAtMs }) => {
      handover.record(secondsFrom(receivedAtMs, deliveredAtMs), { stream: kind });
      if (updatedAtMs !== undefined) {
        lag.record(secondsFrom(updatedAtMs, deliveredAtMs), { stream: kind });
      }
    }),
  );
  return () => {
    for (const end of ends) {
      end();
    }
  };
}

function observeRow(engine: ObservableEngine, meter: MeterLike, row: InstrumentRow): () => void {
  const { name, kind, unit, description, read } = row;
  const options = { unit, description };
  const instrument =
    kind === "counter" ? meter.createObservableCounter(name, options) : meter.createObservableGauge(name, options);
  const callback = (reading: MeterReading): void => {
    const statistics: EngineStatistics = engine.statistics();
    for (const { value, attributes } of read(statistics)) {
      reading.observe(value, attributes);
    }
  };
  instrument.addCallback(callback);
  return () => instrument.removeCallback(callback);
}

/** Two clocks, or one that was set, may tell that something came before it was. */
function secondsFrom(fromMs: number, toMs: number): number {
  return Math.max(0, toMs - fromMs) / 1_000;
}
