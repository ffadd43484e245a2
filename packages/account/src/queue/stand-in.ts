import { joinGaps, overflowAt, type StreamGap } from "./gap.js";

/** Something that came in and waits for a reader. */
export interface Received {
  readonly kind: string;
  /** Epoch milliseconds. */
  readonly receivedAtMs: number;
}

/** How a channel stands from here on. */
interface Status {
  readonly kind: "status";
}

/** An item in the queue of a channel: a message, a gap, or the channel's status. */
export type QueuedItem<Content extends Received, State extends Status> = Content | StreamGap | State;

/** Whether an item came in. Only these are bounded; gaps and statuses between them never pile up. */
export function isReceived<Content extends Received, State extends Status>(
  item: QueuedItem<Content, State>,
): item is Content {
  return item.kind !== "gap" && item.kind !== "status";
}

/**
 * The replacement of a channel's dropped items: at most one gap that counts them, and the latest status, in the order of their
 * last change.
 */
export function channelStandIn<Content extends Received, State extends Status>(
  items: readonly QueuedItem<Content, State>[],
): readonly (StreamGap | State)[] {
  let said: readonly (StreamGap | State)[] = [];
  let gap: StreamGap | undefined;
  let status: State | undefined;
  for (const item of items) {
    if (isReceived(item) || item.kind === "gap") {
      const lost = isReceived(item) ? overflowAt(item.receivedAtMs) : item;
      gap = gap === undefined ? lost : joinGaps(gap, lost);
      said = status === undefined ? [gap] : [status, gap];
    } else {
      status = item;
      said = gap === undefined ? [status] : [gap, status];
    }
  }
  return said;
}
