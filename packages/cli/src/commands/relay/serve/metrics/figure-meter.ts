import type { MeterLike } from "@depthwire/stream";

/** One value of a {@link Figure}. */
export interface FigureValue {
  readonly value: number;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** What one instrument says at a moment. Plain data, which crosses threads. */
export interface Figure {
  /** As OpenTelemetry has it: `depthwire.relay.shards`. */
  readonly name: string;
  readonly kind: "counter" | "gauge";
  /** `s`, `By`, or what is counted: `{shard}`. */
  readonly unit: string;
  readonly description: string;
  readonly values: readonly FigureValue[];
}

type Callback = Parameters<ReturnType<MeterLike["createObservableGauge"]>["addCallback"]>[0];

/** A meter that is read when somebody asks. */
export class FigureMeter implements MeterLike {
  readonly #reads: (() => Figure)[] = [];

  readonly createObservableCounter: MeterLike["createObservableCounter"] = (name, options) =>
    this.#instrument("counter", name, options);
  readonly createObservableGauge: MeterLike["createObservableGauge"] = (name, options) =>
    this.#instrument("gauge", name, options);
  /** Histograms are of what loops get: an owner has none that anybody waits for. */
  readonly createHistogram: MeterLike["createHistogram"] = () => ({ record: () => undefined });

  /** What all instruments say now. */
  read(): Figure[] {
    return this.#reads.map((read) => read());
  }

  #instrument(
    kind: Figure["kind"],
    name: string,
    { unit = "", description = "" }: NonNullable<Parameters<MeterLike["createObservableGauge"]>[1]> = {},
  ): ReturnType<MeterLike["createObservableGauge"]> {
    const callbacks = new Set<Callback>();
    this.#reads.push(() => {
      const values: FigureValue[] = [];
      for (const callback of callbacks) {
        callback({ observe: (value, attributes = {}) => values.push({ value, attributes }) });
      }
      return { name, kind, unit, description, values };
    });
    return {
      addCallback: (callback) => void callbacks.add(callback),
      removeCallback: (callback) => void callbacks.delete(callback),
    };
  }
}
