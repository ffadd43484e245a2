import type { InMemorySocket, InMemoryVenue } from "@depthwire/sandbox/neutral";
import { LatePosts } from "./late-posts.js";
import type { LinePort, ToClient, ToVenue } from "./line-message.js";

/** The venue's end of the line, with what the switches of the page do to it. */
export interface ServedLine {
  /** Ends every connection, and refuses new ones for a while. */
  cut(refuseForMs: number): void;
  /** From now on everything takes so long each way, in milliseconds. */
  delay(ms: number): void;
}

/** "Abnormal": ended without a word. @spec RFC 6455, section 7.4.1 */
const abnormalClosure = 1006;

/** Answers a client at the other end of a message channel, as a server would. */
export function serveLine(venue: InMemoryVenue, port: LinePort): ServedLine {
  const sockets = new Map<number, InMemorySocket>();
  const inbound = new LatePosts();
  const outbound = new LatePosts();
  let refusedUntilMs = 0;
  const say = (message: ToClient): void => outbound.add(() => port.postMessage(message));
  const connect = (socket: number): void => {
    if (performance.now() < refusedUntilMs) {
      say({ kind: "closed", socket, code: abnormalClosure, cause: "refused" });
      return;
    }
    const handlers = {
      opened: () => say({ kind: "opened", socket }),
      message: (bytes: Uint8Array) => say({ kind: "message", socket, bytes }),
      controlFrame: () => say({ kind: "control-frame", socket }),
      closed: (code: number, cause: string) => {
        sockets.delete(socket);
        say({ kind: "closed", socket, code, cause });
      },
    };
    sockets.set(socket, venue.connect(handlers));
  };
  const hear = (message: ToVenue): void => {
    switch (message.kind) {
      case "connect":
        connect(message.socket);
        break;
      case "send":
        sockets.get(message.socket)?.send(message.text);
        break;
      case "ping":
        sockets.get(message.socket)?.ping();
        break;
      case "close":
        sockets.get(message.socket)?.close(message.code);
        break;
      case "request":
        void answer(venue, message).then(say);
    }
  };
  port.addEventListener("message", ({ data }) => inbound.add(() => hear(data as ToVenue)));
  port.start();
  return {
    cut: (refuseForMs) => {
      refusedUntilMs = performance.now() + refuseForMs;
      for (const socket of sockets.values()) {
        socket.cut();
      }
    },
    delay: (ms) => {
      inbound.delayMs = ms;
      outbound.delayMs = ms;
    },
  };
}

async function answer(
  venue: InMemoryVenue,
  { request, wanted }: ToVenue & { readonly kind: "request" },
): Promise<ToClient> {
  try {
    const { status, body } = await venue.request(wanted);
    return { kind: "answered", request, status, body };
  } catch {
    return { kind: "lost", request };
  }
}
