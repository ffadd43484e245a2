import type { Clock } from "@depthwire/core";
import type { StreamKind } from "../channels/stream-item.js";
import { type HistogramSnapshot, MillisecondHistogram } from "../metrics/millisecond-histogram.js";

/** What is handed to loops. */
export type DeliveryKind = "book" | StreamKind;

/** Something was handed to a loop. */
export interface Delivery {
  readonly kind: DeliveryKind;
  /** The venue's time of it, epoch milliseconds; undefined where the venue told none. */
  readonly updatedAtMs: number | undefined;
  /** When it came in, epoch milliseconds. */
  readonly receivedAtMs: number;
  /** When the loop got it, epoch milliseconds. */
  readonly deliveredAtMs: number;
}

/** What was handed over of one kind. */
export interface DeliveryCounts {
  readonly delivered: number;
  /** From receipt to the loop. */
  readonly handoverMs: HistogramSnapshot;
}

/** Counts and measures what loops get, and informs the listeners. */
export class Deliveries {
  readonly #clock: Clock;
  readonly #listeners = new Set<(delivery: Delivery) => void>();
  readonly #counts = new Map<DeliveryKind, { delivered: number; readonly handover: MillisecondHistogram }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A loop got something. What has no time of receipt is counted, not measured. */
  record(kind: DeliveryKind, receivedAtMs: number, updatedAtMs?: number): void {
    const counts = this.#of(kind);
    counts.delivered++;
    if (receivedAtMs <= 0) {
      return;
    }
    const deliveredAtMs = this.#clock.epochMs();
    counts.handover.record(deliveredAtMs - receivedAtMs);
    for (const listener of this.#listeners) {
      listener({ kind, updatedAtMs, receivedAtMs, deliveredAtMs });
    }
  }

  counts(kind: DeliveryKind): DeliveryCounts {
    const { delivered, handover } = this.#of(kind);
    return { delivered, handoverMs: handover.snapshot() };
  }

  /** Calls back for each delivery from now on. Returns what ends that. */
  listen(listener: (delivery: Delivery) => void): () => void {
    // A function of its own, so that listening twice with the same one is two listeners.
    const own = (delivery: Delivery): void => listener(delivery);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  #of(kind: DeliveryKind): { delivered: number; readonly handover: MillisecondHistogram } {
    const known = this.#counts.get(kind);
    if (known !== undefined) {
      return known;
    }
    const counts = { delivered: 0, handover: new MillisecondHistogram() };
    this.#counts.set(kind, counts);
    return counts;
  }
}
