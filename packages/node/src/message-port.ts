import type { MessagePort } from "node:worker_threads";
import type { FeedPort } from "@depthwire/stream/internal";

/** One end of a line between threads, on a port of Node. */
export function feedPortOn<Sent, Received>(port: MessagePort): FeedPort<Sent, Received> {
  return {
    post: (message, transfer = []) => port.postMessage(message, [...transfer]),
    onMessage: (handler) => port.on("message", handler),
  };
}
