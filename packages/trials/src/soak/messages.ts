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

/** What the process of the client under steady traffic is told when it starts. */
export interface SteadyOrders {
  readonly venue: VenueReport;
  readonly steadyMs: number;
  readonly sampleEveryMs: number;
  readonly shards: number;
}

/** What the process of the clients that come and go is told when it starts. */
export interface CycleOrders {
  readonly venue: VenueReport;
  readonly cycles: number;
  readonly shards: number;
  /** What each cycle leaves in memory on purpose. */
  readonly heldBytes: number;
}

/** What a client's process tells: how it goes, and at last how it went, with what is still open when everything was closed. */
export type ClientMessage<Report> =
  | { readonly heapBytes: number }
  | { readonly report: Report; readonly handles: readonly string[] };

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

/** What both clients' processes came to. */
export interface ClientReport {
  readonly steady: SteadyReport;
  /** x in cycles, y in bytes on the heap after a collection. */
  readonly cycleHeap: readonly Point[];
  readonly cycles: number;
  /** Kinds of what is still open when everything was closed, one entry each. */
  readonly handles: readonly string[];
}
