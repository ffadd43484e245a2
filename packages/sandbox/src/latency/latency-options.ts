/** How long something takes: `ms`, and up to `jitterMs` more, evenly spread. Milliseconds; a number alone is a delay without jitter. */
export type DelayOption = number | { readonly ms: number; readonly jitterMs?: number };

/** What takes time between a user and the exchange. What is absent takes what is usual, or none. */
export interface LatencyDelays {
  /** Until a signed request has reached the exchange: its timestamp is judged, and its order placed, after it. */
  readonly orderEntry?: DelayOption;
  /** Until the answer to a signed request is on its way. */
  readonly response?: DelayOption;
  /** Until a pushed message is on its way. */
  readonly feed?: DelayOption;
}

/** The venue's latency: of everybody, and of accounts that differ, by their numbers. The jitter follows from the seed. */
export interface LatencyOptions extends LatencyDelays {
  readonly accounts?: Readonly<Record<string, LatencyDelays>>;
}
