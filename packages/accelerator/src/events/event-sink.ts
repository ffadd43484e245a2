import type { EventItem } from "./event-item.js";

/** Somebody who listens, in whatever form. */
export interface EventSink {
  /** Writes these together. @returns whether it takes more right now */
  write(items: readonly EventItem[]): "goes-on" | "is-full";
  /** Resolves when it takes more. */
  drained(): Promise<void>;
  /** Says that the line stands. */
  ping(): void;
  readonly isClosed: () => boolean;
}
