/** What a measurement is about. */
export type MeterAttributes = Readonly<Record<string, string | number>>;

/** Takes the present values of one instrument. */
export interface MeterReading {
  observe(value: number, attributes?: MeterAttributes): void;
}

/** How an instrument is described. */
export interface InstrumentOptions {
  readonly description?: string;
  readonly unit?: string;
}

/** An instrument that is read when its values are wanted. */
export interface ObservableInstrument {
  addCallback(callback: (reading: MeterReading) => void): void;
  removeCallback(callback: (reading: MeterReading) => void): void;
}

/** An instrument that gets each value. */
export interface HistogramInstrument {
  record(value: number, attributes?: MeterAttributes): void;
}

/** The few methods of an OpenTelemetry `Meter` that are used; any of its versions has them. */
export interface MeterLike {
  createObservableCounter(name: string, options?: InstrumentOptions): ObservableInstrument;
  createObservableGauge(name: string, options?: InstrumentOptions): ObservableInstrument;
  createHistogram(name: string, options?: InstrumentOptions): HistogramInstrument;
}
