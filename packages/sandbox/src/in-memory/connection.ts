import type { Clock } from "@depthwire/core";
import type { EncodedFrame } from "@depthwire/core/internal";
import type { Hub } from "../push/hub.js";
import { PushClient, type PushServices } from "../push/push-client.js";
import { PushConnection, type PushSocket } from "../push/push-connection.js";

/** What a connection in memory reports. After `closed` nothing more comes. */
export interface InMemorySocketHandlers {
  /** The connection stands; text may be sent. */
  opened(): void;
  /** One whole message. Text messages come as UTF-8 bytes too. */
  message(bytes: Uint8Array): void;
  /** A control ping or pong came in. */
  controlFrame(): void;
  /** The connection ended or was never made. Called once. */
  closed(code: number, cause: string): void;
}

/** One connection as its client holds it. */
export interface InMemorySocket {
  /** Sends one text message. Ignored once closed. */
  send(text: string): void;
  /** Sends a control ping. */
  ping(): void;
  /** Says goodbye; `closed` follows. */
  close(code: number): void;
  /** The network between the two breaks: what is on its way is lost, and both hear of it. */
  cut(): void;
}

/** What a connection in memory is made of. */
export interface InMemoryConnectionParts {
  readonly clock: Clock;
  readonly hub: Hub;
  readonly services: PushServices;
  /** Makes a socket wait until what it is to tell is kept. */
  readonly hold: (socket: PushSocket) => PushSocket;
  /** Whether the venue turns the connection away. */
  readonly isRefused: boolean;
  readonly maxBufferedBytes: number;
}

/** Close code of a connection that ended without a word. @spec RFC 6455, section 7.4.1 */
const abnormalClosure = 1006;

/** The client's machine, which the venue takes for its own, and the documents' path. */
const origin = { address: "127.0.0.1", family: "usdt-margined" } as const;

/** Connects a client and the venue without a network between them: what one sends reaches the other within the same millisecond. */
export function connectInMemory(parts: InMemoryConnectionParts, handlers: InMemorySocketHandlers): InMemorySocket {
  return new InMemoryConnection(parts, handlers);
}

class InMemoryConnection implements InMemorySocket {
  readonly #parts: InMemoryConnectionParts;
  readonly #handlers: InMemorySocketHandlers;
  readonly #connection: PushConnection;
  readonly #client: PushClient;
  #state: "connecting" | "open" | "closing" | "closed" = "connecting";

  constructor(parts: InMemoryConnectionParts, handlers: InMemorySocketHandlers) {
    this.#parts = parts;
    this.#handlers = handlers;
    this.#connection = new PushConnection(
      parts.hold({
        bufferedBytes: () => 0,
        send: (frame) => this.#toClient(frame),
        ping: () => this.#ofVenue(() => this.#pinged()),
        close: (code, reason) => this.#soon(() => this.#end(code, reason)),
        cut: () => this.cut(),
      }),
      parts.maxBufferedBytes,
      parts.services.latency.feedLine(),
    );
    this.#client = new PushClient(this.#connection, parts.services, origin);
    if (parts.isRefused) {
      this.#soon(() => this.#end(abnormalClosure, "turned away"));
    } else {
      this.#soon(() => this.#open());
    }
  }

  send(text: string): void {
    this.#toVenue(() => this.#client.receive(text));
  }

  ping(): void {
    this.#toVenue(() => {
      this.#client.receiveControl();
      if (!this.#connection.isSilent) {
        this.#ofVenue(() => this.#handlers.controlFrame());
      }
    });
  }

  close(code: number): void {
    if (this.#state === "closed") {
      return;
    }
    this.#state = "closing";
    this.#soon(() => this.#end(code, ""));
  }

  cut(): void {
    if (this.#state === "closed") {
      return;
    }
    this.#state = "closing";
    this.#soon(() => this.#end(abnormalClosure, "cut"));
  }

  #open(): void {
    if (this.#state !== "connecting") {
      return;
    }
    this.#state = "open";
    this.#parts.hub.connect(this.#connection);
    this.#handlers.opened();
  }

  #toVenue(act: () => void): void {
    if (this.#state !== "open") {
      return;
    }
    this.#soon(() => {
      if (this.#state === "open") {
        act();
      }
    });
  }

  #toClient({ data }: EncodedFrame): void {
    this.#ofVenue(() => this.#handlers.message(data));
  }

  #ofVenue(act: () => void): void {
    if (this.#state !== "open") {
      return;
    }
    this.#soon(() => {
      if (this.#state === "open") {
        act();
      }
    });
  }

  /** Clients answer a control ping by themselves. */
  #pinged(): void {
    this.#handlers.controlFrame();
    this.#toVenue(() => this.#client.receiveControl());
  }

  #end(code: number, cause: string): void {
    if (this.#state === "closed") {
      return;
    }
    this.#state = "closed";
    this.#client.end();
    this.#parts.hub.disconnect(this.#connection);
    this.#handlers.closed(code, cause);
  }

  /** In a turn of its own: neither side is called while it is at work. */
  #soon(act: () => void): void {
    this.#parts.clock.after(0, act);
  }
}
