/** A point of a series, as the chart's library takes it. */
interface Point {
  readonly time: number;
}

type Options = Readonly<Record<string, unknown>>;

/** A series of a chart that keeps what it was given, and refuses what the library refuses. */
export class FakeSeries {
  readonly kind: unknown;
  options: Options;
  points: readonly Point[] = [];
  readonly lines = new Set<{ options: Options; applyOptions: (more: Options) => void }>();
  /** How often all of it was drawn anew. */
  drawnWhole = 0;
  /** How often one of its points was. */
  drawnPoints = 0;

  constructor(kind: unknown, options: Options) {
    this.kind = kind;
    this.options = options;
  }

  applyOptions(more: Options): void {
    this.options = { ...this.options, ...more };
  }

  setData(points: readonly Point[]): void {
    this.drawnWhole++;
    this.points = points;
  }

  update(point: Point, isHistorical = false): void {
    this.drawnPoints++;
    const newest = this.points.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    if (point.time < newest && !isHistorical) {
      throw new Error("Cannot update oldest data");
    }
    if (isHistorical && !this.points.some(({ time }) => time === point.time)) {
      throw new Error("Cannot update non-existing data point when historicalUpdate is true");
    }
    this.points = [...this.points.filter(({ time }) => time !== point.time), point].toSorted((a, b) => a.time - b.time);
  }

  createPriceLine(options: Options): object {
    const line = {
      options,
      applyOptions: (more: Options): void => {
        line.options = { ...line.options, ...more };
      },
    };
    this.lines.add(line);
    return line;
  }

  removePriceLine(line: { options: Options; applyOptions: (more: Options) => void }): void {
    this.lines.delete(line);
  }
}

interface ChartOptions {
  readonly localization: {
    readonly timeFormatter: (time: number) => string;
    readonly priceFormatter: (price: number) => string;
  };
  readonly timeScale: { readonly tickMarkFormatter: (time: number, type: number) => string };
}

/** Stands for a chart of the library. */
export class FakeChart {
  readonly place: unknown;
  readonly options: ChartOptions;
  readonly painted: Options[] = [];
  readonly series: FakeSeries[] = [];
  readonly scales = new Map<string, Options>();
  markers: readonly Options[] = [];
  hover: ((at: { readonly time?: number }) => void) | undefined;
  isRemoved = false;

  constructor(place: unknown, options: ChartOptions) {
    this.place = place;
    this.options = options;
  }

  applyOptions(more: Options): void {
    this.painted.push(more);
  }

  addSeries(kind: unknown, options: Options): FakeSeries {
    const made = new FakeSeries(kind, options);
    this.series.push(made);
    return made;
  }

  priceScale(name: string): { applyOptions: (options: Options) => void } {
    return { applyOptions: (options) => this.scales.set(name, options) };
  }

  subscribeCrosshairMove(hover: (at: { readonly time?: number }) => void): void {
    this.hover = hover;
  }

  remove(): void {
    this.isRemoved = true;
  }
}
