import { hostFeeds, type OpenFeed } from "@depthwire/stream";
import { feedPortOn } from "./message-port.js";

/** A line to a shard's worker beside its own. */
export interface SideLine {
  /** The worker's end. */
  readonly far: MessagePort;
  /** The worker is gone. */
  close(): void;
}

/** The line to the connections that the program has for the shard. */
export function openFeedLine(openFeed: OpenFeed): SideLine {
  const { port1: near, port2: far } = new MessageChannel();
  const host = hostFeeds(feedPortOn(near), openFeed);
  return {
    far,
    close() {
      host.close();
      near.close();
    },
  };
}
