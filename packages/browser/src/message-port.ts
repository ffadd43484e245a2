import type { FeedPort } from "@depthwire/stream/internal";

/** One end of a line between threads, on a port of the browser. */
export function feedPortOn<Sent, Received>(port: MessagePort): FeedPort<Sent, Received> {
  return {
    post: (message, transfer = []) => port.postMessage(message, [...transfer]),
    onMessage(handler) {
      port.addEventListener("message", ({ data }: MessageEvent<Received>) => handler(data));
      port.start();
    },
  };
}
