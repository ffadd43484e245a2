import type { VenuePorts } from "@depthwire/client";
import { type HttpClient, type HttpResponse, ProtocolError, TransportError } from "@depthwire/core";
import type { OpenSocket } from "@depthwire/stream";
import type { LinePort, ToClient, ToVenue } from "./line-message.js";

type SocketHandlers = Parameters<OpenSocket>[1];

/** Requests that may be on their way at once. */
const connections = 8;

/** What the line gives a client. */
export interface LinePorts {
  readonly openSocket: OpenSocket;
  readonly http: NonNullable<VenuePorts["http"]>;
}

/** The client's end of the line: connections and calls whose bytes go through a message channel instead of a network. */
export function linePorts(port: LinePort): LinePorts {
  const end = new ClientEnd(port);
  return {
    openSocket: end.openSocket,
    http: { connections, open: () => ({ request: end.request, close: async () => undefined }) },
  };
}

interface WaitingCall {
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (error: Error) => void;
  readonly address: string;
  readonly maxBodyBytes: number;
}

class ClientEnd {
  readonly #say: (message: ToVenue) => void;
  readonly #sockets = new Map<number, SocketHandlers>();
  readonly #calls = new Map<number, WaitingCall>();
  #count = 0;

  constructor(port: LinePort) {
    this.#say = (message) => port.postMessage(message);
    port.addEventListener("message", ({ data }) => this.#hear(data as ToClient));
    port.start();
  }

  readonly openSocket: OpenSocket = (_address, handlers) => {
    this.#count += 1;
    const socket = this.#count;
    this.#sockets.set(socket, handlers);
    this.#say({ kind: "connect", socket });
    return {
      send: (text) => this.#say({ kind: "send", socket, text }),
      ping: () => this.#say({ kind: "ping", socket }),
      close: (code) => this.#say({ kind: "close", socket, code }),
    };
  };

  readonly request: HttpClient = (address, wanted, { signal, maxBodyBytes }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(new TransportError("aborted", {}, { cause: signal.reason }));
        return;
      }
      this.#count += 1;
      const request = this.#count;
      const follow = (): void => {
        this.#calls.delete(request);
        reject(new TransportError("aborted", {}, { cause: signal?.reason, ambiguous: true }));
      };
      signal?.addEventListener("abort", follow, { once: true });
      const done = (act: () => void): void => {
        signal?.removeEventListener("abort", follow);
        act();
      };
      this.#calls.set(request, {
        address,
        maxBodyBytes,
        resolve: (response) => done(() => resolve(response)),
        reject: (error) => done(() => reject(error)),
      });
      this.#say({ kind: "request", request, wanted });
    });

  #hear(message: ToClient): void {
    if (message.kind === "answered" || message.kind === "lost") {
      this.#settle(message);
      return;
    }
    const handlers = this.#sockets.get(message.socket);
    switch (message.kind) {
      case "opened":
        handlers?.opened();
        break;
      case "message":
        handlers?.message(message.bytes);
        break;
      case "control-frame":
        handlers?.controlFrame();
        break;
      case "closed":
        this.#sockets.delete(message.socket);
        handlers?.closed(message.code, message.cause);
        break;
    }
  }

  #settle(message: ToClient & { readonly kind: "answered" | "lost" }): void {
    const call = this.#calls.get(message.request);
    this.#calls.delete(message.request);
    if (call === undefined) {
      return;
    }
    if (message.kind === "lost") {
      call.reject(new TransportError("connection-lost", { address: call.address, attempts: 1 }, { ambiguous: true }));
    } else if (message.body.length > call.maxBodyBytes) {
      call.reject(new ProtocolError("text-too-long", { limit: call.maxBodyBytes }, { ambiguous: true }));
    } else {
      call.resolve({ status: message.status, body: message.body });
    }
  }
}
