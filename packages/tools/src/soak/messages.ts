import type { Point } from "./slope.js";

/** Where the client finds its venue. */
export interface VenueReport {
  readonly restUrl: string;
  readonly pushUrl: string;
  readonly pairs: readonly string[];
  readonly credential: { readonly apiKey: string; readonly apiSecret: string };
}

/** What the venue's process is told when it starts. */
export interface VenueOrders {
  readonly pairs: number;
  readonly depthIntervalMs: number;
  /** Between two cuts of all connections, in milliseconds. */
  readonly cutEveryMs: number;
}

/** What the client's process is told when it starts. */
export interface ClientOrders {
  readonly venue: VenueReport;
  readonly steadyMs: number;
  readonly sampleEveryMs: number;
  readonly cycles: number;
  readonly shards: number;
}

/** What the steady traffic came to. */
export interface SteadyReport {
  /** x in milliseconds, y in bytes on the heap after a collection. */
  readonly heap: readonly Point[];
  /** Frames that came in. */
  readonly messages: number;
  /** Views of books that loops got. */
  readonly views: number;
  /** Orders that were placed, and are finished. */
  readonly orders: number;
  /** Orders whose placing or end failed with an error: a connection was cut under them. */
  readonly orderErrors: number;
  /** Connections of books that came back. */
  readonly reconnects: number;
  /** Times that the private stream told of a gap. */
  readonly accountGaps: number;
}

/** What the client's process tells at its end. */
export interface ClientReport {
  readonly steady: SteadyReport;
  /** x in cycles, y in bytes on the heap after a collection. */
  readonly cycleHeap: readonly Point[];
  readonly cycles: number;
  /** Kinds of what is still open when everything was closed, one entry each. */
  readonly handles: readonly string[];
}
